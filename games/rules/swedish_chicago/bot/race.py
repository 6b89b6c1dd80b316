"""Chances to win the race, before or after a hand (rule 6): tables for two players, an estimate for more."""

from collections.abc import Sequence
from functools import cache
from math import prod

from games.rules.contract import Seat
from games.rules.swedish_chicago.bot.weights import RACE

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
"""The digits of the table's entries; each chance has two digits, in units of 1/4095."""

_MOST = len(DIGITS) ** 2 - 1


@cache
def table(target: int) -> tuple[tuple[float, ...], ...]:
    """Return the chances of the player who leads next, by that player's score and the rival's, below ``target``."""
    return tuple(
        tuple(
            (DIGITS.index(a) * len(DIGITS) + DIGITS.index(b)) / _MOST for a, b in zip(row[::2], row[1::2], strict=True)
        )
        for row in next(rows for rows in RACE if len(rows) == target)
    )


def after(scores: Sequence[int], order: Sequence[Seat], target: int) -> tuple[float, ...]:
    """Return every seat's chance to win after a hand with this table order, in which the dealer is last."""
    best = max([scores[seat] for seat in order])
    if best >= target:
        winners = [seat for seat in order if scores[seat] == best]
        return tuple([(seat in winners) / len(winners) for seat in range(len(scores))])
    return before(scores, [*order[1:], order[0]], target)


def before(scores: Sequence[int], order: Sequence[Seat], target: int) -> tuple[float, ...]:
    """Return every seat's chance to win before a hand with this table order; all scores are below ``target``."""
    if len(order) == 2:
        first = _duel(scores[order[0]], scores[order[1]], target)
        pair = {order[0]: first, order[1]: 1 - first}
        return tuple([pair.get(seat, 0.0) for seat in range(len(scores))])
    return _of_many(scores, order, target)


def _duel(own: int, rival: int, target: int) -> float:
    return table(target)[max(0, own)][max(0, rival)]


def _of_many(scores: Sequence[int], order: Sequence[Seat], target: int) -> tuple[float, ...]:
    """Return estimated chances: each is proportional to the product of the seat's chances against single rivals."""
    odds = {}
    for seat in order:
        odds[seat] = prod([_even(scores[seat], scores[other], target) for other in order if other != seat])
    total = sum(odds.values())
    return tuple([odds.get(seat, 0.0) / total for seat in range(len(scores))])


def _even(own: int, rival: int, target: int) -> float:
    return max((_duel(own, rival, target) + 1 - _duel(rival, own, target)) / 2, 1e-6)
