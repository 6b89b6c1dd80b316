"""Computer players beside the leaderboards: their levels with a rating, measured among themselves.

They have no place among the people, whose order is that of the lower ends of their bands.
"""

from __future__ import annotations

from typing import NamedTuple

from games.computers.ratings import RATINGS, SPREADS
from games.models import Player


class RatedLevel(NamedTuple):
    """A level of computer players, with its rating in points, and how far off that may be; 0: it is set."""

    level: Player.Bot
    points: int
    spread: int


def computers_of(slug: str) -> list[RatedLevel]:
    """Return the levels that have a rating in this game, the best first."""
    rows = [
        RatedLevel(Player.Bot(level), points, SPREADS[slug][level]) for level, points in RATINGS.get(slug, {}).items()
    ]
    return sorted(rows, key=lambda row: row.points, reverse=True)
