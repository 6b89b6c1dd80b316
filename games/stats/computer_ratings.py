"""Computer players shown beside the leaderboards: their levels with ratings from matches between levels.

They have no place on the leaderboard, which ranks people by the lower ends of their rating bands.
"""

from typing import NamedTuple

from games.computers.ratings import RATINGS, SPREADS
from games.models import Player


class RatedLevel(NamedTuple):
    """A level of computer players: rating in points, and margin of error (0 for the level with a fixed rating)."""

    level: Player.Bot
    points: int
    spread: int


def computers_of(variant: str) -> list[RatedLevel]:
    rows = [
        RatedLevel(Player.Bot(level), points, SPREADS[variant][level])
        for level, points in RATINGS.get(variant, {}).items()
    ]
    return sorted(rows, key=lambda row: row.points, reverse=True)
