"""The largest change that other players made at the businesses, described by the hands there (rules 4.4, 7)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.rules.chicago_poker.hands import describe, strength
from games.rules.chicago_poker.text.names import hand_in_words
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, number, piece, say, seat
from games.rules.presentation import Presentation
from games.rules.vocabulary import Change, Line

_LEADS, _ELSEWHERE = 2, 0
"""Weights of changes.

A lead over the viewer's cards matters less than an attack on them; other changes are ordinary.
"""


class _Growth(NamedTuple):
    """A rival's column before and after the events; cards hidden from the viewer are left out."""

    there: BusinessView
    seat: Seat
    before: list[str]
    now: list[str]

    @property
    def is_another(self) -> bool:
        """Whether the column now has a different hand, not just another card."""
        return not self.before or describe(self.before)[0] != describe(self.now)[0]


def _now(each: _Growth) -> int:
    return strength(each.now)


class Changes(Presentation[View]):
    def change(self, events: Sequence[Event], view: View, *, named: bool) -> Change | None:
        """Describe the best hand that now leads over the viewer's cards, by default the best new pair or better.

        Return None if there is neither, if hands must not be named, or after the end of the game.
        """
        if not named or view.outcome is not None:
            return None
        grown = list(_grown(events, view))
        if leads := [each for each in grown if _leads(each, view) and (each.is_another or not _led(each, view))]:
            return Change(_LEADS, _over(max(leads, key=_now), view))
        if made := [each for each in grown if each.is_another and describe(each.now)[0] != "high card"]:
            return Change(_ELSEWHERE, _made(max(made, key=_now)))
        return None


def _grown(events: Sequence[Event], view: View) -> Iterator[_Growth]:
    """Yield the rivals' columns that have gained visible cards and increased in value."""
    laid: dict[tuple[str, Seat], set[str]] = {}
    for event in events:
        if event.seat is not None and event.seat != view.seat:
            laid.setdefault((event.details.get("business", ""), event.seat), set()).update(_laid(event))
    for there in view.street:
        for of, column in enumerate(there.columns if there else ()):
            new = laid.get((there.tile, of), set()) if there else set()
            now = [card.code for card in column if card.code is not None]
            before = [code for code in now if code not in new]
            if there and len(before) < len(now) and (not before or strength(now) > strength(before)):
                yield _Growth(there, of, before, now)


def _laid(event: Event) -> list[str]:
    if event.kind == "played":
        return [event.details["card"]] if event.details["up"] else []
    return [code for code in event.details["laid"] if code] if event.kind == "moved" else []


def _mine(each: _Growth, view: View) -> list[str]:
    return [] if view.seat is None else [card.code for card in each.there.columns[view.seat] if card.code is not None]


def _leads(each: _Growth, view: View) -> bool:
    """Return whether the viewer has cards there, and the column beats all others as far as known."""
    known = [[card.code for card in column if card.code is not None] for column in each.there.columns]
    return bool(_mine(each, view)) and all(
        strength(each.now) > strength(cards) for of, cards in enumerate(known) if cards and of != each.seat
    )


def _led(each: _Growth, view: View) -> bool:
    """Return whether the column already beat the viewer's cards before the events."""
    return bool(each.before) and strength(each.before) > strength(_mine(each, view))


def _over(each: _Growth, view: View) -> Line:
    name, ranks = describe(_mine(each, view))
    terms = {
        "seat": seat(each.seat),
        "business": piece(each.there.tile),
        "hand": line(hand_in_words(*describe(each.now))),
    }
    if name == "high card":
        text = _("%(seat)s leads %(business)s with %(hand)s over your %(value)s.")
        return say(text, value=number(ranks[0]), **terms)
    return say(
        _("%(seat)s leads %(business)s with %(hand)s; you have %(own)s."), own=line(hand_in_words(name, ranks)), **terms
    )


def _made(each: _Growth) -> Line:
    text = _("%(seat)s now has %(hand)s at %(business)s.")
    hand = line(hand_in_words(*describe(each.now)))
    return say(text, seat=seat(each.seat), business=piece(each.there.tile), hand=hand)
