"""Computer players beside the leaderboards: their levels with ratings from matches among themselves.

They have no place on the board, which is ordered by the lower ends of people's bands.
"""

from typing import NamedTuple

from games.computers.ratings import RATINGS, SPREADS
from games.models import Player


class RatedLevel(NamedTuple):
    """A level of computer players with its rating in points and the margin of error, 0 for the fixed one."""

    level: Player.Bot
    points: int
    spread: int


def computers_of(variant: str) -> list[RatedLevel]:
    """Return the levels that have a rating in this game, the best first."""
    rows = [
        RatedLevel(Player.Bot(level), points, SPREADS[variant][level])
        for level, points in RATINGS.get(variant, {}).items()
    ]
    return sorted(rows, key=lambda row: row.points, reverse=True)
