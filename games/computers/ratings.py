"""The levels' ratings by game: a data file.

Measured on duplicate deals between two players with default options, in 120 to 400 games of each pair of neighbouring
levels. ``python -m lab.ladder`` prints such ratings. 400 points are odds of 10 to 1. Method and intervals:
``docs/explanation/computers.md``.
"""

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
"""The margin of each rating, rounded to tens: half the 95 % interval of its distance to Club, which is set at 1500.

Computed from the intervals of the matches between neighbouring levels; the squares of their errors add up.
"""
