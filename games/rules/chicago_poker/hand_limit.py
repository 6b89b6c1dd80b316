"""Whether a hand can still be brought down to seven cards in this turn (rules 3.6)."""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.pieces import COLUMN, HAND, VALUE
from games.rules.chicago_poker.table import Table
from games.rules.contract import Seat

_UNKNOWN = "?"
"""Stands for a drawn or fetched card. It counts as unplayable, so that legality reveals nothing about it."""

_SHOT = 2
"""How many actions a revolver gives (5.5)."""


class Turn(NamedTuple):
    """Cards, actions left, and the length of the own column, and of the rivals' ones, at each open business."""

    hand: list[str]
    actions: int
    own: Mapping[str, int]
    rivals: Mapping[tuple[str, Seat], int]

    def can_end(self) -> bool:
        """Return whether there is a way to seven cards or fewer."""
        over = len(self.hand) - HAND
        if "revolver" in self.hand and self.actions:
            return over <= 1 + min(self._playable(), self.actions - 1 + _SHOT)
        return over <= min(self._playable(), self.actions)

    def _playable(self) -> int:
        """Return how many cards can be played besides a revolver; a bribery brings no net change."""
        gangsters = sum(card in VALUE for card in self.hand)
        room = [COLUMN - number for number in self.own.values() if number < COLUMN]
        playable = min(gangsters, sum(room))
        # It moves cards within the same room, once a gangster lies there.
        playable += "limousine" in self.hand and len(room) > 1 and (gangsters > 0 or min(room) < COLUMN)
        # Raids come first: the liquidation may take the last card that a raid could look at.
        playable += sum(raid in self.hand for raid in ("raid1", "raid2")) if self.rivals else 0
        return playable + ("liquidation" in self.hand and any(number < COLUMN for number in self.rivals.values()))


def may_take(table: Table, seat: Seat, paid: str = "") -> bool:
    """Return whether an action may bring an unknown card, for which the card ``paid`` leaves the hand, if any."""
    kept = [card for card in table.hands[seat] if card != paid]
    if len(kept) < HAND:
        return True
    turn = _now(table, seat)
    return turn._replace(hand=[*kept, _UNKNOWN], actions=turn.actions - 1).can_end()


def may_play(table: Table, seat: Seat, move: Move) -> bool:
    """Return whether there is a way to seven cards after an action that brings none."""
    return len(table.hands[seat]) <= HAND or _after(_now(table, seat), move).can_end()


def _now(table: Table, seat: Seat) -> Turn:
    open_ones = [business for _, business in table.open()]
    own = {business.tile: len(business.columns[seat]) for business in open_ones}
    rivals = {
        (business.tile, of): len(column)
        for business in open_ones
        for of, column in enumerate(business.columns)
        if column and of != seat
    }
    return Turn(table.hands[seat], table.due + table.extra, own, rivals)


def _after(turn: Turn, move: Move) -> Turn:
    hand, own, rivals = turn.hand, dict(turn.own), dict(turn.rivals)
    actions = turn.actions - 1 + (_SHOT if move.verb == "revolver" else 0)
    if move.verb == "play":
        own[move.business] += 1
    elif move.verb == "liquidation" and rivals[move.business, move.target] == 1:
        del rivals[move.business, move.target]
    spent = {"play": move.card, "raid": "raid1" if "raid1" in hand else "raid2"}.get(move.verb, move.verb)
    return Turn([card for card in hand if card != spent], actions, own, rivals)
