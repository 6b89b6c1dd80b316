"""Reasons why a card in hand can't be used now, shown before the player tries to use it (rules 3–6)."""

from typing import Any

from games.rules.chicago_poker.board.rails import own_hand
from games.rules.chicago_poker.pieces import COLUMN, HAND
from games.rules.chicago_poker.text.names import SPECIALS
from games.rules.chicago_poker.text.refusals import refusal_text
from games.rules.chicago_poker.view import View
from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.vocabulary import Reason


def why_not(view: View, code: str) -> Reason:
    if view.phase == "tie":
        return _refused("not_a_gangster", "5.1", card=code)
    if view.phase == "order":
        return _refused("order_first", "6.1")
    if not view.due + view.extra:
        return _refused("no_actions", "3.2")
    if code == "bribery":
        return _refused("discard_empty", "5.6") if not view.discard else _refused("hand_limit", "3.6", limit=HAND)
    if len(own_hand(view)) > HAND and _has_use(view, code):
        return _refused("no_way_down", "3.6", limit=HAND)
    if code not in SPECIALS:
        return Reason(say(_("You already have five cards at every open business. Wait for the shootouts.")), "4.2")
    if code == "limousine":
        text = _(
            "None of your cards can move: the Limousine takes cards to another business, but not where you have five."
        )
        return Reason(say(text), "5.4")
    if code == "liquidation" and any(len(column) == COLUMN for column in _rivals(view)):
        return Reason(say(_("All the others’ cards are safe, because their owners called shootouts there.")), "5.2")
    return Reason(say(_("Nobody else has a card at an open business yet. Keep it for later.")), _AIMED[code])


_AIMED = {"liquidation": "5.2", "raid1": "5.3", "raid2": "5.3"}


def _has_use(view: View, code: str) -> bool:
    """Return whether the card would be playable with fewer cards in hand."""
    own = [len(there.columns[view.seat or 0]) for there in view.street if there]
    room = [number for number in own if number < COLUMN]
    if code not in SPECIALS:
        return bool(room)
    if code == "limousine":
        return len(room) > 1 and any(room)
    return any(code != "liquidation" or len(column) < COLUMN for column in _rivals(view))


def _rivals(view: View) -> list[tuple[Any, ...]]:
    return [
        column
        for there in view.street
        if there
        for of, column in enumerate(there.columns)
        if column and of != view.seat
    ]


def _refused(code: str, paragraph: str, **details: Any) -> Reason:
    return Reason(refusal_text(Illegal(code, paragraph, **details)), paragraph)
