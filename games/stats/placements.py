"""Placements in a finished game, computed from its outcome by the same method for every game."""

from collections.abc import Collection, Mapping
from typing import Any

Outcome = Mapping[str, Any]
"""A game's outcome, as stored in its row and its record: ``winners`` (seats, none for a draw) and ``scores``."""


def placements(outcome: Outcome, resigned: Collection[int] = (), lost: Collection[int] = ()) -> list[int]:
    """Return each seat's place, in seat order; ties share the better place (1, 1, 3).

    The winners share the first place; in a draw, all remaining seats do. The other seats follow by score. Seats that
    ``resigned`` or were ``lost`` share the last place, regardless of score and time.
    """
    keys = [_key(outcome, seat, score, resigned, lost) for seat, score in enumerate(outcome["scores"])]
    return [1 + sum(other < key for other in keys) for key in keys]


def _key(outcome: Outcome, seat: int, score: int, resigned: Collection[int], lost: Collection[int]) -> tuple[int, int]:
    if seat in lost:
        return 2, 0
    if seat in outcome["winners"]:
        return 0, 0
    if seat in resigned:
        return 2, 0
    return (1, -score) if outcome["winners"] else (0, 0)
