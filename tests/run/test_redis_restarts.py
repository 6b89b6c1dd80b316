"""Redis is killed and restarted empty: the effect on open table pages."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from accounts.models import User
from games.models import Game
from games.realtime.consumers import INTERRUPTED, TRY_LATER
from tests.cast import table_of
from tests.processes import Process, Processes, Visitor, eventually
from tests.redis_server import RedisServer
from tests.run.test_survival import draw

pytestmark = pytest.mark.redis


def version_in(page: ClientConnection) -> int:
    version: int = json.loads(page.recv(20))["version"]
    return version


def version_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def test_pages_survive_a_restart_of_redis(
    processes: Processes, own_redis: RedisServer, alice: User, bob: User, subtests: pytest.Subtests
) -> None:
    web, sockets = processes.start("web", "sockets")
    with subtests.test("open before it"):
        _an_open_page_knows_the_move_made_meanwhile(web, sockets, own_redis, table_of(alice, bob), Visitor(alice))
    with subtests.test("opened without Redis"):
        _a_page_opened_without_redis_is_sent_away_and_comes_back(
            web, sockets, own_redis, table_of(alice, bob), Visitor(alice)
        )


def _an_open_page_knows_the_move_made_meanwhile(
    web: Process, sockets: Process, own_redis: RedisServer, game: Game, browser: Visitor
) -> None:
    with browser.listen(sockets, game.public_id) as page:
        assert version_in(page) == version_of(game)
        assert draw(web, game).status == 303
        assert version_in(page) == version_of(game)
        own_redis.kill()
        assert draw(web, game).status == 303
        own_redis.start()
        with pytest.raises(ConnectionClosed) as closed:
            while True:  # the move may be announced first
                page.recv(20)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == INTERRUPTED
    with browser.listen(sockets, game.public_id) as page:
        assert version_in(page) == version_of(game)
        assert draw(web, game).status == 303
        assert version_in(page) == version_of(game)


def _a_page_opened_without_redis_is_sent_away_and_comes_back(
    web: Process, sockets: Process, own_redis: RedisServer, game: Game, browser: Visitor
) -> None:
    own_redis.kill()
    with browser.listen(sockets, game.public_id) as page, pytest.raises(ConnectionClosed) as closed:
        page.recv(20)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_LATER
    own_redis.start()

    def heard() -> bool:
        with browser.listen(sockets, game.public_id) as page:
            try:
                return version_in(page) == version_of(game)
            except ConnectionClosed:
                return False

    eventually(heard, why=sockets.said)
    with browser.listen(sockets, game.public_id) as page:
        version_in(page)
        assert draw(web, game).status == 303
        assert version_in(page) == version_of(game)
