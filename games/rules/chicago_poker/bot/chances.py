"""Each seat's chance to win: a softmax of feature sums, fitted by ``python -m lab.fit chicago_poker``."""

from math import exp
from typing import NamedTuple

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.reach import Reach, missing, reach
from games.rules.chicago_poker.pieces import COLUMN
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.table import Business, Table
from games.rules.chicago_poker.view import View
from games.rules.contract import Seat

_NEAR = 2.5
_SHARPNESS, _SHARPNESS_MARKED = 0.8, 2.5
_LAID = 0.25
"""The value of a played card at a business without a marker, in ranks of hands."""

_RESPONSE = 3
"""Maximum number of cards that can be played before the shootout (3.2)."""


class Features(NamedTuple):
    one_missing: float
    two_missing: float
    tiles: float
    active: float
    open_gain: float
    advanced_gain: float
    marked_gain: float
    hand: float


FITTED = Features(1.037, 0.252, 0.480, 0.056, 1.076, 2.075, 4.193, -0.115)


class Chances(Automation[State, View]):
    def chances(self, state: State) -> tuple[float, ...]:
        """Return each seat's chance to win; after the end, each seat's share of the win or draw (8)."""
        if state.result is not None:
            return super().chances(state)
        playing, found = state.playing(), features(state)
        sums = [sum(map(float.__mul__, FITTED, each)) for each in found]
        highest = max(sums[seat] for seat in playing)
        shares = [exp(sums[seat] - highest) if seat in playing else 0.0 for seat in range(state.seats)]
        total = sum(shares)
        return tuple(share / total for share in shares)


def features(table: Table) -> list[Features]:
    reaches = [reach(tuple(table.hands[seat][: table.gangsters(seat)])) for seat in range(table.seats)]
    promised = [[0.0, 0.0, 0.0] for _ in reaches]
    for slot, business in table.open():
        _promise(table, slot, business, reaches, promised)
    return [_of_seat(table, seat, promised[seat], len(table.hands[seat])) for seat in range(table.seats)]


def _of_seat(table: Table, seat: Seat, promised: list[float], held: int) -> Features:
    tiles = table.controlled[seat]
    lacks = missing(tuple(tiles), table.short)
    standing = float(lacks == 1), float(lacks == 2), float(len(tiles)), float(seat == table.active)
    return Features._make((*standing, *promised, held / 7))


def _promise(table: Table, slot: int, business: Business, reaches: list[Reach], promised: list[list[float]]) -> None:
    """Add the promise of a business to each seat.

    It is the gain from the tile, times a share that depends on the seat's possible hand.
    """
    marked = {owner for place, owner in table.markers if place == slot}
    shares = [exp(_hand(business, seat, reach, marked)) for seat, reach in enumerate(reaches)]
    total = sum(shares)
    longest = max(map(len, business.columns)) / COLUMN
    for seat, share in enumerate(shares):
        tiles = table.controlled[seat]
        gain = _NEAR ** -missing((*tiles, business.tile), table.short) - _NEAR ** -missing(tuple(tiles), table.short)
        worth = (0.1 + gain) * share / total
        if marked:
            promised[seat][2] += worth
        else:
            promised[seat][0] += worth
            promised[seat][1] += worth * longest


def _hand(business: Business, seat: Seat, reach: Reach, marked: set[Seat]) -> float:
    """Return the rating of the seat's best possible hand, scaled for use as an exponent."""
    column = business.columns[seat]
    if marked:
        most = 0 if seat in marked else _RESPONSE
        return _SHARPNESS_MARKED * reach.rating(column, most, 0)
    return _SHARPNESS * (reach.rating(column, COLUMN, 1) + _LAID * len(column))
