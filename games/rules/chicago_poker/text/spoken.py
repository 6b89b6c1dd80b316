"""The live region's text after the viewer's move: the card, its place, the hand it makes, the remaining actions."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chicago_poker.hands import describe
from games.rules.chicago_poker.text.names import hand_name
from games.rules.chicago_poker.text.sentences import sentence
from games.rules.chicago_poker.view import View
from games.rules.contract import Event
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, line, ngettext, number, piece, say
from games.rules.vocabulary import Line


def spoken(events: Sequence[Event], view: View, *, named: bool) -> list[Line]:
    """Return the viewer's own redacted ``events`` in short sentences, then the actions left (3.2)."""
    said = [_played(event, view, named) if event.kind == "played" else sentence(event, view.seat) for event in events]
    return [*said, _left(view)] if view.phase == "turn" and view.seat in view.to_move else said


def _left(view: View) -> Line:
    if view.due and view.extra:
        return ngettext(
            "%(count)s action required, %(extra)s optional.",
            "%(count)s actions required, %(extra)s optional.",
            view.due,
            extra=number(view.extra),
        )
    return ngettext("One action left.", "%(count)s actions left.", view.due + view.extra)


def _played(event: Event, view: View, named: bool) -> Line:
    terms = {"card": card(event.details["card"]), "business": piece(event.details["business"])}
    made = _made(event, view) if named else None
    if made is None:
        return say(
            _("%(card)s at %(business)s.") if event.details["up"] else _("%(card)s face down at %(business)s."), **terms
        )
    text = _("%(card)s at %(business)s: %(hand)s.")
    if not event.details["up"]:
        text = _("%(card)s face down at %(business)s: %(hand)s.")
    return say(text, hand=line(made), **terms)


def _made(event: Event, view: View) -> Line | None:
    """Return the hand of the viewer's cards where one was played; None once the business is gone."""
    tile = event.details["business"]
    there = next((each for each in view.street if each is not None and each.tile == tile), None)
    if there is None or view.seat is None:
        return None
    codes = [each.code for each in there.columns[view.seat] if each.code is not None]
    return hand_name(*describe(codes)) if codes else None
