"""The levels' ratings by game, as ``python -m games.bots.ladder`` prints them: a data file.

From the scores of matches on duplicate deals between two with default options; 400 points are odds of 10 to 1.
How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1330, "casual": 1415, "club": 1500, "strong": 1590, "master": 1650},
        "swedish_chicago": {"novice": 1340, "casual": 1420, "club": 1500, "strong": 1580, "master": 1640},
    }
)
