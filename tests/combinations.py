"""Parameter values of a test: all combinations in `make test-all`, otherwise a few that include every value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from typing import Any

from tests.needs import EVERYTHING


def combined(*axes: Collection[Any]) -> list[tuple[Any, ...]]:
    """Return every combination in `make test-all`, otherwise the fewest that include every value.

    Shorter axes are repeated until the longest one is complete.
    """
    if EVERYTHING:
        return list(product(*axes))
    values = [list(axis) for axis in axes]
    return [tuple(axis[number % len(axis)] for axis in values) for number in range(max(map(len, values)))]


def every(values: Sequence[Any], step: int) -> Sequence[Any]:
    """Return all values in `make test-all`, otherwise every ``step``-th one."""
    return values if EVERYTHING else values[::step]
