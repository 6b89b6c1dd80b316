"""The time until fifty spectators of a table have seen a move, on PostgreSQL and Redis with two web processes.

They request the page like its script: within 400 ms (``spread`` in socket.js) after the announcement of the move.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random, random
from time import monotonic, sleep

from games import play
from games.core import store
from games.models import Game, Player
from lab.bench.measure import Measure
from lab.bench.services import processes
from tests.cast import somebody, table_of
from tests.processes import Visitor

SPECTATORS, MOVES = 50, 20
GAMES = ("chicago_poker", "swedish_chicago")
SPREAD = 0.4
LATEST = 1000
"""The limit in milliseconds until the last spectator has the new table, after the slowest move."""


def measures() -> Iterator[Measure]:
    """Yield a measure for each game, all on the same new database. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)  # every visitor signs in
    with processes() as running:
        sites = [process.url for process in running.start("web", "web")]
        visitors = [Visitor(somebody(f"spectator{number}")) for number in range(SPECTATORS)]
        for variant in GAMES:
            yield _measured(variant, sites, visitors)


def _measured(variant: str, sites: list[str], visitors: list[Visitor]) -> Measure:
    game, chance = table_of(somebody(f"{variant}1"), somebody(f"{variant}2"), variant=variant, public=True), Random(3)
    with ThreadPoolExecutor(SPECTATORS) as pool:
        latest = [_last_seen(game, chance, sites, visitors, pool) for _ in range(MOVES + 1)][1:]
    what = f"{variant}: the last of {SPECTATORS} spectators has seen a move, in the slowest of {MOVES}, after"
    return Measure(what, max(latest) * 1000, LATEST, " ms", False)


def _last_seen(
    game: Game, chance: Random, sites: list[str], visitors: list[Visitor], pool: ThreadPoolExecutor
) -> float:
    version = _moved(game, chance)
    begun = monotonic()

    def ask(number: int) -> float:
        sleep(SPREAD * random())
        address = sites[number % len(sites)] + game.get_absolute_url()
        answer = visitors[number].get(address, headers={"HX-Request": "true"})
        if answer.status != 200 or f'data-version="{version}.' not in answer.text:
            raise RuntimeError(f"{address} was answered with {answer.status}, not with version {version}")
        return monotonic() - begun

    return max(pool.map(ask, range(len(visitors))))


def _moved(game: Game, chance: Random) -> int:
    """Make moves until one is final, not a draft, and return the table's new version."""
    before = game.version
    while game.version == before:
        waiting = Player.objects.filter(game=game, to_move_since__isnull=False).select_related("game", "user")
        player = waiting.order_by("seat")[0]
        moves = play.drafted(store.load(player.game).state, player).legal_moves(player.place)
        play.move(player, chance.choice(moves), play.version_of(player.game, player))
        game.refresh_from_db()
    return game.version
