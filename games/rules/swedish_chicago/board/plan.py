"""The viewer's choices for planning ahead: with an exchange, and card by card for the tricks (rules 3.1, 4.2, 5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.playing_cards import face
from games.rules.swedish_chicago.bot.orders import ANNOUNCE, CHICAGO, may_declare
from games.rules.swedish_chicago.bot.plan import (
    LEAD,
    LOST,
    LOW,
    TRICKS,
    WIN,
    TricksPlan,
    are_tricks_ahead,
    in_order,
    owner,
    parsed_tricks,
)
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.text.plan import about_tricks
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Face, Line

ASK = "ask"
"""The remembered answer of a player who wants to be asked."""

_ANNOUNCING = (
    (f"{ANNOUNCE} best", _("Announce my best if it leads")),
    (f"{ANNOUNCE} silent", _("Stay silent")),
    ("", _("Ask me")),
)
_TRICKS = (
    (f"{TRICKS} {WIN}", _("Take tricks cheaply")),
    (f"{TRICKS} {LOW}", _("Follow low")),
    ("", _("Ask me")),
)
_NEVER = (f"{CHICAGO} never", _("Never declare Chicago"))
_WAYS = (
    (WIN, _("Take a trick when I can, with the cheapest card")),
    (LOW, _("Follow as low as I can")),
)
_REASONS = (
    (LEAD, _("I win the lead")),
    (CHICAGO, _("somebody declares Chicago")),
    (LOST, _("my last card has to go early")),
)


class PlanChoice(NamedTuple):
    """A choice of a plan; ``value`` is a step or a part of one, empty for a player who wants to be asked."""

    value: str
    says: Line
    chosen: bool


class Then(NamedTuple):
    """The choices for the rounds that follow the viewer's exchange, one of ``choices`` and any of ``more``.

    ``preset`` names them, so that the last answer can be remembered.
    """

    preset: str
    title: Line
    choices: tuple[PlanChoice, ...]
    more: tuple[PlanChoice, ...] = ()


class PlanCard(NamedTuple):
    """A card of the viewer's plan and its place in the order, from 1."""

    code: str
    face: Face
    place: int
    last: bool


class PlanEditor(NamedTuple):
    """The plan for the tricks that the viewer is making; ``cards`` in the order in which they go."""

    cards: tuple[PlanCard, ...]
    ways: tuple[PlanChoice, ...]
    reasons: tuple[PlanChoice, ...]
    says: tuple[Line, ...]
    is_open: bool


def then(view: View, ask: Mapping[str, str]) -> Then | None:
    """Return the choices that go with the viewer's exchange, or None if there is none.

    ``ask`` has the steps of a refused exchange (``then``), or the answers that the player gave last.
    """
    own = owner(view)
    if own is None or view.phase != "exchange" or not view.legal:
        return None
    if view.part < PARTS:
        title = say(_("Then, when it’s my turn to announce"))
        return Then(ANNOUNCE, title, _choices(_ANNOUNCING, _answer(ask, ANNOUNCE, f"{ANNOUNCE} best")))
    answer = _answer(ask, TRICKS, ASK)
    more = _choices([_NEVER], answer) if may_declare(view, own) else ()
    return Then(TRICKS, say(_("Then, when I play my cards")), _choices(_TRICKS, answer), more)


def editor(view: View, ask: Mapping[str, str]) -> PlanEditor | None:
    """Return the plan for the tricks as the page's query ``ask`` describes it, or None if none can be made now.

    ``plan`` has the steps of the plan, one in each line, or "tricks" for a new one.
    """
    own = owner(view)
    if own is None or not _may_plan(view, own):
        return None
    hand = own.hand or ()
    made = _made(ask)
    order = in_order(hand, made)
    tricks = made._replace(cards=tuple(order))
    return PlanEditor(
        tuple(PlanCard(code, face(code), n, n == len(order)) for n, code in enumerate(order, 1)),
        _choices(_WAYS, tricks.way),
        tuple(PlanChoice(f"ask {reason}", say(text), reason in tricks.asks) for reason, text in _REASONS),
        tuple(about_tricks(view, own, tricks)),
        TRICKS in ask.get("plan", ""),
    )


def _answer(ask: Mapping[str, str], preset: str, first: str) -> str:
    """Return the steps of a refused exchange, the steps chosen last, or those for the first time."""
    refused = "then" in ask and ask.get("preset") == preset
    return ask["then"] or ASK if refused else ask.get(f"{preset}-last", first)


def _choices(offered: Sequence[tuple[str, str]], answer: str) -> tuple[PlanChoice, ...]:
    """Return the choices, of which the steps in ``answer`` are chosen; without any of them, to be asked."""
    known = any(value and value in answer for value, _text in offered)
    return tuple(PlanChoice(value, say(text), value in answer if value else not known) for value, text in offered)


def _may_plan(view: View, own: SeatView) -> bool:
    """Return whether the tricks are ahead, and the viewer holds the cards for them."""
    is_complete = len(own.hand or ()) + len(own.played) == HAND and bool(own.hand)
    is_exchanging = view.phase in ("exchange", "open") and (bool(view.legal) or own.answered or own.thrown[-1] is None)
    return are_tricks_ahead(view) and is_complete and not (is_exchanging and not own.stopped)


def _made(ask: Mapping[str, str]) -> TricksPlan:
    """Return the plan for the tricks that the query describes, or the preset."""
    try:
        return next(parsed_tricks(step) for step in ask.get("plan", "").splitlines() if step.startswith(f"{TRICKS} "))
    except (StopIteration, Illegal):
        return TricksPlan(WIN)
