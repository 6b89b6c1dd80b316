"""The levels' ratings by game: a data file.

On duplicate deals between two with default options. They follow from 120 to 400 games of each two neighbours.
``python -m lab.ladder`` prints such ratings.
400 points are odds of 10 to 1. How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1307, "casual": 1385, "club": 1500, "strong": 1615, "master": 1691},
        "swedish_chicago": {"novice": 1397, "casual": 1474, "club": 1500, "strong": 1586, "master": 1659},
    }
)

SPREADS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 60, "casual": 40, "club": 0, "strong": 50, "master": 80},
        "swedish_chicago": {"novice": 50, "casual": 30, "club": 0, "strong": 40, "master": 50},
    }
)
"""How far off each rating may be, in tens: half the 95 % interval of the distance to Club, which is set at 1500.

They follow from the intervals of the matches between neighbours, whose errors add up as squares.
"""
