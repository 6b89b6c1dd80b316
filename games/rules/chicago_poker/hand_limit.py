"""The hand limit: a hand must be able to come down to seven cards in this turn (rule 3.6)."""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.pieces import COLUMN, HAND, VALUE
from games.rules.chicago_poker.table import Table
from games.rules.contract import Seat

_UNKNOWN = "?"
"""Placeholder for a drawn card, counted as unplayable so that legality doesn't depend on the card."""

_SHOT = 2


class Turn(NamedTuple):
    """A player's hand, remaining actions, and the lengths of the player's own and the rivals' columns."""

    hand: list[str]
    actions: int
    own: Mapping[str, int]
    rivals: Mapping[tuple[str, Seat], int]

    def can_end(self) -> bool:
        over = len(self.hand) - HAND
        if "revolver" in self.hand and self.actions:
            return over <= 1 + min(self._playable(), self.actions - 1 + _SHOT)
        return over <= min(self._playable(), self.actions)

    def _playable(self) -> int:
        """Return how many cards can be played besides a revolver; a bribery doesn't change the number of cards."""
        gangsters = sum(card in VALUE for card in self.hand)
        room = [COLUMN - number for number in self.own.values() if number < COLUMN]
        playable = min(gangsters, sum(room))
        # A limousine moves cards without using up room, once there is a gangster to move.
        playable += "limousine" in self.hand and len(room) > 1 and (gangsters > 0 or min(room) < COLUMN)
        # Raids come first, because the liquidation may remove the last card that a raid could look at.
        playable += sum(raid in self.hand for raid in ("raid1", "raid2")) if self.rivals else 0
        return playable + ("liquidation" in self.hand and any(number < COLUMN for number in self.rivals.values()))


def may_take(table: Table, seat: Seat, paid: str = "") -> bool:
    """Return whether the limit allows an action that adds an unknown card.

    ``paid`` is the card used for the action, or empty.
    """
    kept = [card for card in table.hands[seat] if card != paid]
    if len(kept) < HAND:
        return True
    turn = _now(table, seat)
    return turn._replace(hand=[*kept, _UNKNOWN], actions=turn.actions - 1).can_end()


def may_play(table: Table, seat: Seat, move: Move) -> bool:
    """Return whether the limit allows an action that adds no card to the hand."""
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
