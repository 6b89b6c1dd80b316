"""The levels' ratings by game: a data file.

On duplicate deals between two with default options. In Swedish Chicago all but Master's follow from 200 games of each
two neighbours, and each difference may be 50 points off; the others are estimated by eye from fewer games, and may be
100 off. A whole run of ``python -m games.bots.ladder``, which prints such ratings, is to replace them.
400 points are odds of 10 to 1. How they were measured, with intervals: ``docs/explanation/computers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RATINGS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "chicago_poker": {"novice": 1315, "casual": 1425, "club": 1500, "strong": 1600, "master": 1670},
        "swedish_chicago": {"novice": 1350, "casual": 1433, "club": 1500, "strong": 1540, "master": 1660},
    }
)
