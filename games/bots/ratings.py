"""The levels' ratings by game: a data file.

On duplicate deals between two with default options. They follow from 60 to 200 games of each two neighbours, and each
difference may be 100 points off. ``python -m games.bots.ladder`` prints such ratings.
400 points are odds of 10 to 1. How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1300, "casual": 1385, "club": 1500, "strong": 1615, "master": 1685},
        "swedish_chicago": {"novice": 1311, "casual": 1389, "club": 1500, "strong": 1570, "master": 1674},
    }
)
