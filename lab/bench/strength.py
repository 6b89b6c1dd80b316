"""The playing strength of the levels, by duplicate deals (``lab/ladder.py``).

The environment variable ``STRENGTH_GAMES`` (default 400) is the number of games in a match, ``STRENGTH_PLAYOUTS`` the
maximum number of playouts for a move. With fewer playouts than Master's own limit, the figures are lower bounds of
Master's strength. A complete measurement takes many hours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from games.rules import RULES
from lab.bench.measure import Measure
from lab.ladder import CHEAT, Row, neighbours, played, way

GAMES = int(os.environ.get("STRENGTH_GAMES", "400"))
PLAYOUTS = int(os.environ.get("STRENGTH_PLAYOUTS", "0")) or None


class Bars(NamedTuple):
    """Minimum percentages: Master's score against *steady*, its lower bound, and the progress towards the ceiling."""

    score: float
    low: float
    way: float


BARS = {"chicago_poker": Bars(80, 75, 50), "swedish_chicago": Bars(58, 53, 15)}
MORE_SEATS = {3: 1.5, 4: 1.2}
"""Master's minimum score against *steady*, as a multiple of a fair share, by number of seats."""


def measures() -> Iterator[Measure]:
    for game in RULES:
        yield from _best(game)
        yield from _at_more_seats(game)
        for pair in neighbours():
            yield from _apart(game, _played(game, pair))


def _played(game: str, pair: tuple[str, str], seats: int = 2) -> Row:
    return played(game, pair, GAMES, os.cpu_count() or 1, PLAYOUTS, seats)


def _best(game: str) -> Iterator[Measure]:
    """Yield Master's scores against *steady* and *random*, and the progress from *steady* towards the ceiling."""
    steady, ceiling, random = (
        _played(game, pair) for pair in (("master", "steady"), (CHEAT, "steady"), ("master", "random"))
    )
    bars = BARS[game]
    yield _share(game, steady, bars.score)
    yield Measure(f"{game}: the lower bound of that", 100 * steady.interval[0], bars.low, "%", at_least=True)
    yield _share(game, random, 99)
    yield Measure(f"{game}: the way from steady to {CHEAT}", 100 * way([steady, ceiling]), bars.way, "%", at_least=True)


def _at_more_seats(game: str) -> Iterator[Measure]:
    for seats, times in MORE_SEATS.items():
        row = _played(game, ("master", "steady"), seats)
        yield _share(f"{game}, {seats} seats", row, 100 * times / seats)


def _apart(game: str, row: Row) -> Iterator[Measure]:
    """Yield a level's score against the next weaker level (at least 60 %), and its lower bound (at most 65 %)."""
    yield _share(game, row, 60)
    yield Measure(f"{game}: no more than that", 100 * row.interval[0], 65, "%", at_least=False)


def _share(what: str, row: Row, bar: float) -> Measure:
    low, high = (100 * bound for bound in row.interval)
    told = f"{what}: {row.first} against {row.second} ({low:.1f} to {high:.1f})"
    return Measure(told, 100 * row.result.score, bar, "%", at_least=True)
