"""Computer players on the leaderboards: a marked row for each level, among the people but without a place."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from games.bots.ratings import RATINGS
from games.models import Player
from games.stats.rating_display import shown


class ComputerRow(NamedTuple):
    """A level of computer players on a board, with its rating in points."""

    level: Player.Bot
    points: int
    is_computer: bool = True


def computers_of(slug: str) -> list[ComputerRow]:
    """The levels that have a rating in this game, the best first."""
    rows = [ComputerRow(Player.Bot(level), points) for level, points in RATINGS.get(slug, {}).items()]
    return sorted(rows, key=lambda row: row.points, reverse=True)


def among(slug: str, ratings: Sequence[Any], *, before: Any = None, more: bool = False) -> list[Any]:
    """These ratings of people with the computer players among them, by the lower end of the band.

    ``before`` is the rating just above them on the page before; with ``more`` there are people below. A board without
    people stays empty.
    """
    if not ratings:
        return []
    top, bottom = (inf if before is None else _low(before)), (_low(ratings[-1]) if more else -inf)
    rows = [row for row in computers_of(slug) if bottom < row.points <= top]
    return sorted([*ratings, *rows], key=_low, reverse=True)


def _low(row: Any) -> float:
    """What the board is ordered by, in points."""
    return row.points if isinstance(row, ComputerRow) else shown(row.mu, row.sigma).low
