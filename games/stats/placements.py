"""Who came ahead of whom in a finished game, from its outcome alone: the same for every game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Outcome = Mapping[str, Any]
"""A game's outcome as its row and its record hold it: ``winners`` (seats, none for a draw) and ``scores``."""


def ranks(outcome: Outcome, gave_up: Collection[int] = (), lost: Collection[int] = ()) -> list[int]:
    """Each seat's place, in seat order; equal ones share the better place (1, 1, 3).

    The winners are first together, and in a draw everybody who stayed is. Behind them come the others by score, and
    last those who ``gave_up``, who are level: what they held does not count, and who left later was no better. With
    them are those whose seat was ``lost``, whatever became of it afterwards.
    """
    keys = [_key(outcome, seat, score, gave_up, lost) for seat, score in enumerate(outcome["scores"])]
    return [1 + sum(other < key for other in keys) for key in keys]


def _key(outcome: Outcome, seat: int, score: int, gave_up: Collection[int], lost: Collection[int]) -> tuple[int, int]:
    """What the seats are ordered by: less is better."""
    if seat in lost:
        return 2, 0
    if seat in outcome["winners"]:
        return 0, 0
    if seat in gave_up:
        return 2, 0
    return (1, -score) if outcome["winners"] else (0, 0)
