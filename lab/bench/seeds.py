"""How far two Reviews of the same seat with different random numbers agree, and how long a Review takes.

Computer players play six games of Chicago Poker. One seat of each game is reviewed twice, in slices as on the site.
``SEEDS_FIRST`` is the number of the first deal. ``losses`` measures similar decisions without a site.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from django.test.runner import DiscoverRunner

from games.models import Player, Review
from games.replay.records import store_record
from games.review.report import WORSE, Grade
from games.review.worker import ReviewJob
from games.rules import record
from lab.arena import player
from lab.bench.losses import GAMES, POKER
from lab.bench.measure import Measure
from tests.records.search import deal

AGREEMENT, SECONDS = 90, 60
"""The minimum share (%) of mistakes and blunders found by both Reviews, and the maximum CPU seconds of a Review."""


class MadeReview(NamedTuple):
    grades: tuple[Grade, ...]
    seconds: float

    def worse(self) -> set[int]:
        """Return the positions of the mistakes and blunders among all decisions."""
        return {place for place, each in enumerate(self.grades) if each.annotation in WORSE}


def measures() -> Iterator[Measure]:
    """Print the figures of each game, and yield both measures after the last game."""
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield from _compared(int(os.environ.get("SEEDS_FIRST", "0")))
    finally:
        runner.teardown_databases(databases)


def _compared(start: int) -> Iterator[Measure]:
    both = either = 0
    seconds = list[float]()
    for number in range(start, start + len(GAMES)):
        names = GAMES[number % len(GAMES)]
        seat = _seat(number, names)
        runs = [_made(seat, f"{number} {run}") for run in range(2)]
        first, second = (run.worse() for run in runs)
        both, either = both + len(first & second), either + len(first | second)
        seconds += [run.seconds for run in runs]
        spent = " and ".join(f"{run.seconds:.0f} s" for run in runs)
        annotations = f"{len(first)} and {len(second)} mistakes and blunders, {len(first & second)} in both"
        sys.stdout.write(f"{number} {'/'.join(names)}: {len(runs[0].grades)} decisions, {annotations}, {spent}\n")
        sys.stdout.flush()
    yield Measure(f"of {either} mistakes and blunders are so in both", 100 * both / either, AGREEMENT, " %", True)
    yield Measure("a Review takes of a core, in the median", median(seconds), SECONDS, " s", False)


def _seat(number: int, names: Sequence[str]) -> Player:
    """Store a finished game between these levels, and return the seat to review."""
    game, written = deal(POKER.engine.VARIANT, len(names), {}, number)
    players = [player(name) for name in names]
    while game.state.to_move:
        seat = min(game.state.to_move)
        rng = Random(f"{number} {len(game.moves)}")
        game.make(seat, game.state.forced_move(seat) or players[seat](POKER, game.state, seat, rng))
    outcome = record.outcome_json(game.state.outcome)
    stored = store_record(replace(written, moves=tuple(game.moves), outcome=outcome))
    return stored.players.select_related("game").get(seat=number % len(names))


def _made(seat: Player, seed: str) -> MadeReview:
    begun = process_time()
    work = ReviewJob(Review(player=seat), seed).slice()
    while work.report is None:
        work = ReviewJob(Review(player=seat, work=json.loads(json.dumps(work.to_json()))), seed).slice()
    return MadeReview(work.report.grades, process_time() - begun)
