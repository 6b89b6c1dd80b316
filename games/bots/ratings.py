"""The levels' ratings by game: a data file.

Estimated by eye from scores between neighbours and against the quick policy, on duplicate deals between two with
default options; each difference of neighbours may be 100 points off. A whole run of ``python -m games.bots.ladder``,
which prints such ratings, is to replace them.
400 points are odds of 10 to 1. How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1315, "casual": 1425, "club": 1500, "strong": 1600, "master": 1670},
        "swedish_chicago": {"novice": 1380, "casual": 1420, "club": 1500, "strong": 1550, "master": 1660},
    }
)
