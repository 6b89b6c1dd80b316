"""What a move of Casual takes of a processor: it answers in requests, and in the queue of all who move at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from statistics import median
from time import thread_time

from games.bots.levels import LEVELS, choose
from games.bots.search import shuffling
from games.rules import RULES, Rules
from tests.bench.measure import Measure

LEVEL = "casual"
BAR = 50
"""Milliseconds of a core."""

MOVES = 300
"""Choices of each game that are measured, at tables of two to five seats in turn."""

FROM_A_GAME = 60
"""The most of one game, so that there are several."""

WARM_UP = 20
"""Choices after which what is loaded once is there."""


def measures() -> Iterator[Measure]:
    """The median, the slowest of a hundred and the slowest move of each game, by the thread's own time."""
    gc.collect()
    gc.freeze()  # as chicago/wsgi.py and chicago/celery.py do
    for slug, rules in RULES.items():
        taken = sorted(_seconds(rules))
        for what, seconds in (
            ("the median", median(taken)),
            ("the slowest of a hundred", taken[int(0.99 * (len(taken) - 1))]),
            ("the slowest", taken[-1]),
        ):
            told = f"{slug}: a move of {LEVEL}, {what} of {len(taken)}"
            yield Measure(told, 1000 * seconds, BAR, "ms", at_least=False)


def _seconds(rules: Rules) -> list[float]:
    """What each choice took."""
    taken: list[float] = []
    seed = 0
    while len(taken) < MOVES + WARM_UP:
        taken += _of_a_game(rules, seed)
        seed += 1
    return taken[WARM_UP:][:MOVES]


def _of_a_game(rules: Rules, seed: int) -> list[float]:
    rng, taken = Random(seed), []
    seats = 2 + seed % 4
    options = {option.name: option.default for option in rules.OPTIONS}
    state, _events = rules.State.new(options, seats, shuffling(rng))
    while state.to_move and len(taken) < FROM_A_GAME:
        seat = min(state.to_move)
        view = state.full_view(seat)
        begun = thread_time()
        move = choose(rules, view, LEVELS[LEVEL], rng)
        if len(view.legal) > 1:
            taken.append(thread_time() - begun)
        state.make(seat, move, shuffling(rng))
    return taken
