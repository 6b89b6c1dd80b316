"""The levels' ratings by game: a data file.

Estimated from scores against the quick policy on duplicate deals between two with default options, interpolated between
neighbouring settings; a whole run of ``python -m games.bots.ladder``, which prints such ratings, is to replace them.
400 points are odds of 10 to 1. How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1315, "casual": 1405, "club": 1500, "strong": 1590, "master": 1670},
        "swedish_chicago": {"novice": 1365, "casual": 1415, "club": 1500, "strong": 1590, "master": 1690},
    }
)
