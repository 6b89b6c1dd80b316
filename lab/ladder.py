"""The table of levels: ``python -m lab.ladder GAME --games N --jobs N`` prints it in Markdown.

Neighbouring levels play each other on duplicate deals. The strongest level plays *steady* and *random*. A search that
sees all cards also plays *steady*; its score is the ceiling for all levels. Ratings are computed from the scores of
neighbours, as in chess: 400 points correspond to odds of 10 to 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log10
from typing import NamedTuple

from games.computers.levels import LEVELS
from games.rules import RULES
from lab.arena import CONFIDENCE, Match, Result, positive, results

ANCHOR, ANCHORED = "club", 1500
"""The level with a fixed rating, and that rating."""

CHEAT = "cheat:40"
"""The player that determines the ceiling. Without hidden cards, more playouts don't help."""

_CERTAIN = 0.99
"""The highest score used for ratings. Scores are clamped between its complement and it."""


class Row(NamedTuple):
    """The names of two players, and the result of the first."""

    first: str
    second: str
    result: Result

    @property
    def interval(self) -> tuple[float, float]:
        score, error = self.result.score, CONFIDENCE * self.result.error
        return max(0.0, score - error), min(1.0, score + error)

    def __str__(self) -> str:
        low, high = self.interval
        games = len(self.result.deals) * self.result.seats
        share = f"{100 * self.result.score:.1f} % | {100 * low:.1f}–{100 * high:.1f}"
        return f"| {self.first} – {self.second} | {games} | {share} | {100 * self.result.luck:.0f} % |"


HEADING = "| players | games | score | 95 % interval | luck of the deal |\n| --- | ---: | ---: | ---: | ---: |"


def neighbours() -> list[tuple[str, str]]:
    """Return the pairs of neighbouring levels, the stronger level first."""
    return [(stronger, weaker) for weaker, stronger in pairwise(LEVELS)]


def pairs() -> list[tuple[str, str]]:
    best = [*LEVELS][-1]
    return [*neighbours(), (best, "steady"), (best, "random"), (CHEAT, "steady")]


def played(game: str, pair: tuple[str, str], games: int, jobs: int, most: int | None = None, seats: int = 2) -> Row:
    """Play a match with default options. ``most`` limits the playouts, to save time."""
    options = {option.name: option.default for option in RULES[game].engine.OPTIONS}
    names = [f"{name}:{most}" if most and name in LEVELS else name for name in pair]
    *_, result = results(Match(game, options, seats, *names), games, jobs)
    return Row(*pair, result)


def ratings(scores: Mapping[tuple[str, str], float]) -> dict[str, int]:
    """Return the levels' ratings, computed from each level's score against the next weaker one."""
    found, rating = dict[str, float](), 0.0
    for level in LEVELS:
        below = next((pair for pair in scores if pair[0] == level and pair in neighbours()), None)
        rating += apart(scores[below]) if below else 0.0
        found[level] = rating
    return {level: round(ANCHORED + rating - found[ANCHOR]) for level, rating in found.items()}


def apart(score: float) -> float:
    """Return the rating difference that corresponds to a score (0 to 1)."""
    score = min(_CERTAIN, max(1 - _CERTAIN, score))
    return 400 * log10(score / (1 - score))


def way(rows: Iterable[Row]) -> float:
    """Return the share of the rating difference between *steady* and the ceiling that the best level has reached."""
    against = {row.first: row.result.score for row in rows if row.second == "steady"}
    best = [*LEVELS][-1]
    return apart(against[best]) / apart(against[CHEAT])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table row by row, then the ratings and the best level's progress towards the ceiling."""
    asked = _parser().parse_args(arguments)
    _tell(HEADING)
    rows: list[Row] = []
    for pair in pairs():
        rows.append(played(asked.game, pair, asked.games, asked.jobs, asked.playouts, asked.seats))
        _tell(str(rows[-1]))
    found = ratings({row[:2]: row.result.score for row in rows})
    _tell("\nRatings: " + ", ".join(f"{level} {rating}" for level, rating in found.items()))
    _tell(f"{[*LEVELS][-1]} has gone {100 * way(rows):.0f} % of the way from steady to the ceiling.")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.ladder", description=__doc__)
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--games", type=positive, default=100, help="games of each pair")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--jobs", type=positive, default=1, help="processes")
    parser.add_argument("--playouts", type=int, help="maximum playouts of a level for a move")
    return parser


if __name__ == "__main__":
    main()
