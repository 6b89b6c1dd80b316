"""The CPU time of a computer player's move.

Measured for the quick policy, which plays samples to the end of the game; for Casual, which moves within a request; and
for Master, which has its own queue.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from math import ceil
from random import Random
from statistics import fmean, median
from time import thread_time
from typing import NamedTuple

from games.computers.levels import LEVELS, choose
from games.computers.search import shuffling
from games.rules import RULES
from games.rules.game import Rules
from lab.bench.measure import Measure


class Asked(NamedTuple):
    """A level to measure, with a limit in CPU milliseconds and the number of choices to measure in each game."""

    level: str
    bar: float
    moves: int


ASKED = Asked("casual", 50, 300), Asked("master", 1000, 60)

GAMES = 5
"""The minimum number of games from which a level's choices are taken, with two to five seats in turn."""

QUICK, QUICK_GAMES = 50, 40
"""The limit of the quick policy's mean move in CPU microseconds, and the number of games measured."""

WARM_UP = 20
"""The number of Casual's choices before measuring, so that everything is loaded."""


def measures() -> Iterator[Measure]:
    """Yield the CPU time of moves: the quick policy's mean, and each level's median, 99th percentile and maximum."""
    gc.collect()
    gc.freeze()  # as chicago/wsgi.py and chicago/celery.py do
    for variant, rules in RULES.items():
        _quick_seconds(rules)  # load everything first
        taken = 1e6 * fmean(_quick_seconds(rules))
        yield Measure(
            f"{variant}: a move of the quick policy between two, on average", taken, QUICK, "µs", at_least=False
        )
        _seconds(rules, "casual", WARM_UP)
        for asked in ASKED:
            yield from _told(
                f"{variant}: a move of {asked.level}", _seconds(rules, asked.level, asked.moves), asked.bar
            )


def _quick_seconds(rules: Rules) -> list[float]:
    """Return the CPU seconds of each move in several two-player games."""
    taken: list[float] = []
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    for seed in range(QUICK_GAMES):
        rng = Random(seed)
        state, _events = rules.engine.state_class.new(options, 2, shuffling(rng))
        while state.to_move:
            seat = min(state.to_move)
            begun = thread_time()
            move = rules.automation.quick_policy(state, seat, rng)
            taken.append(thread_time() - begun)
            state.make(seat, move, shuffling(rng))
    return taken


def _told(what: str, seconds: list[float], bar: float) -> Iterator[Measure]:
    taken = sorted(seconds)
    for which, value in (
        ("the median", median(taken)),
        ("the slowest of a hundred", taken[int(0.99 * (len(taken) - 1))]),
        ("the slowest", taken[-1]),
    ):
        yield Measure(f"{what}, {which} of {len(taken)}", 1000 * value, bar, "ms", at_least=False)


def _seconds(rules: Rules, level: str, moves: int) -> list[float]:
    """Return the CPU seconds of a level's choices among several legal moves."""
    taken: list[float] = []
    seed = 0
    while len(taken) < moves:
        taken += _of_a_game(rules, level, seed, most=ceil(moves / GAMES))
        seed += 1
    return taken[:moves]


def _of_a_game(rules: Rules, level: str, seed: int, most: int) -> list[float]:
    rng = Random(seed)
    taken: list[float] = []
    seats = 2 + seed % 4
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    state, _events = rules.engine.state_class.new(options, seats, shuffling(rng))
    while state.to_move and len(taken) < most:
        seat = min(state.to_move)
        view = state.full_view(seat)
        begun = thread_time()
        move = choose(rules, view, LEVELS[level], rng)
        if len(view.legal) > 1:
            taken.append(thread_time() - begun)
        state.make(seat, move, shuffling(rng))
    return taken
