"""The findings of detectors, and the probability that they are due to chance."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Hint

SURE = 0.01
"""Maximum probability of a false finding per pattern and sweep; the checks of a sweep share it equally."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A hint to store: its users and games (as keys), the evidence, and the time at which the evidence expires."""

    kind: Hint.Kind
    about: int
    other: int | None
    games: frozenset[int]
    evidence: dict[str, Any]
    expires_at: datetime


def chances_of(likely: Iterable[float]) -> list[float]:
    """Return the probability of each number of hits, given the probability of a hit in each try."""
    found = [1.0]
    for chance in likely:
        missed = [each * (1 - chance) for each in found]
        hit = [each * chance for each in found]
        found = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return found


def at_most(hits: int, likely: Collection[float]) -> float:
    return sum(chances_of(likely)[: hits + 1])


def at_least(hits: int, likely: Collection[float]) -> float:
    return sum(chances_of(likely)[hits:])
