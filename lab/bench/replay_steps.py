"""A replay step late in a long game compared with one late in a short game, on PostgreSQL, for each game.

The figure is the CPU time of the site and the database for the step's fragment. A player steps through the last moves
of both games alternately. A step is ``warm`` if this process has already shown the game, as usual when stepping through
it, and ``cold`` if the process must replay the game from the deal.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from statistics import median

from django.core.handlers.wsgi import WSGIHandler
from django.db.models import F
from django.test.runner import DiscoverRunner

from accounts.models import User
from games import play
from games.models import Game
from games.rules import RULES
from lab.bench.measure import Measure
from lab.bench.requests import Visitor
from tests.cast import somebody, table_of
from tests.playing import play_on

LONG, SHORT = 750, 50
LAST = 10
"""The number of positions at the end to step through. There are several, because some cost more than others."""

PEOPLE = 6
"""The number of players that Chicago Poker needs for such a long game."""
ROUNDS, WARM_UP, COLD = 10, 1, 9
"""The numbers of rounds of stepping through, of warm-up rounds, and of repetitions of the cold first step."""

SLOWER = 1.2
"""The limit for the ratio of a step in the long game to a step in the short game."""

COLDEST = 1_000
"""The limit for the first step in the long game, in milliseconds."""


def measures() -> Iterator[Measure]:
    """Yield each game's measures, all on the same new database."""
    logging.disable(logging.INFO)  # signing in is logged
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        people = [somebody(f"player{number}") for number in range(PEOPLE)]
        for variant in RULES:
            yield from _measured(variant, people)
    finally:
        runner.teardown_databases(databases)


def _measured(variant: str, people: list[User]) -> Iterator[Measure]:
    long, short = (Steps(_finished(variant, people, moves), people[0]) for moves in (LONG, SHORT))
    gc.collect()
    gc.freeze()  # as chicago/wsgi.py does
    steps = [number for _round in range(ROUNDS + WARM_UP) for number in range(1, LAST + 1)]
    pairs = [(long.step(LONG - number), short.step(SHORT - number)) for number in steps][WARM_UP * LAST :]
    late, early = (median(times) * 1000 for times in zip(*pairs, strict=True))
    what = f"{variant}, warm: a step at the end of {LONG} moves, {late:.1f} ms, against one at the end of {SHORT}"
    yield Measure(f"{what}, {early:.1f} ms", late / early, SLOWER, "×", False)
    pairs = [(long.first_step(LONG), short.first_step(SHORT)) for _ in range(COLD)]
    late, early = (median(times) * 1000 for times in zip(*pairs, strict=True))
    yield Measure(f"{variant}, cold: the first such step, against {early:.1f} ms", late, COLDEST, " ms", False)


def _finished(variant: str, people: list[User], moves: int) -> Game:
    """Return a game of ``moves`` random moves, after which all players except one resign."""
    game = next(game for game in _played(variant, people, moves) if game.is_running)
    for player in list(game.players.select_related("game").order_by("seat"))[1:]:
        play.resign(player, None)
    return Game.objects.get(pk=game.pk)


def _played(variant: str, people: list[User], moves: int) -> Iterator[Game]:
    """Yield games played for ``moves`` moves, or to their end if that comes first."""
    return (play_on(table_of(*people, variant=variant), moves, seed) for seed in count())


class Steps:
    def __init__(self, game: Game, person: User) -> None:
        self._game = game
        self._site, self._visitor = WSGIHandler(), Visitor(person)

    def step(self, at: int) -> float:
        path = f"{self._game.get_absolute_url()}replay/?at={at}"
        self._visitor.ask(self._site, 200, path, None, **{"HX-Request": "true"})
        return self._visitor.spent

    def first_step(self, at: int) -> float:
        """Return the CPU seconds for showing a position that no cache has, because the game's start was changed."""
        Game.objects.filter(pk=self._game.pk).update(started_at=F("started_at") + timedelta(microseconds=1))
        return self.step(at)
