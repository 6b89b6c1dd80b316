"""The one-way nudge: who may listen, what is said, and that nothing but a version is."""

import json
from collections.abc import Awaitable, Callable

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import AnonymousUser

from games import play, store
from games.consumers import NOT_FOUND, TableConsumer
from games.models import Player
from tests.cast import somebody, table_of

pytestmark = pytest.mark.django_db(transaction=True)


class Listener(ApplicationCommunicator):
    """A browser's end of a table's socket. (Channels' own communicator needs daphne installed.)"""

    def __init__(self, table: str, user: object) -> None:
        scope = {"type": "websocket", "user": user, "url_route": {"kwargs": {"table": table}}}
        super().__init__(TableConsumer.as_asgi(), scope)

    async def connect(self) -> dict:
        """Open the socket; what came after its acceptance."""
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output())["type"] == "websocket.accept"
        return await self.receive_output()

    async def say(self, **content: object) -> None:
        await self.send_input({"type": "websocket.receive"} | content)

    async def hear_text(self) -> str:
        return (await self.receive_output())["text"]

    async def hear(self) -> object:
        return json.loads(await self.hear_text())

    async def hang_up(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait()


def version_in(message: dict) -> dict:
    return json.loads(message["text"])


def run(story: Callable[[], Awaitable[None]]) -> None:
    async_to_sync(story)()


@pytest.fixture
def game():
    return table_of(somebody("alice"), somebody("bob"), public=False)


def asked(game):
    return Player.objects.select_related("game", "user").get(game=game, asked__isnull=False)


def test_a_player_is_told_the_version_at_once_and_every_new_one(game):
    me, other = asked(game), game.players.select_related("user").get(asked__isnull=True)

    async def story():
        socket = Listener(game.table, other.user)
        assert version_in(await socket.connect()) == {"version": game.version, "talk": 0}
        await sync_to_async(play.move)(me, "draw", play.version_of(me.game, me))
        assert await socket.hear() == {"version": game.version + 1}
        assert await socket.receive_nothing()
        await socket.hang_up()

    run(story)


def test_a_draft_is_announced_to_its_own_player_alone(game):
    me, other = asked(game), game.players.select_related("user").get(asked__isnull=True)
    text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))

    async def story():
        mine, theirs = Listener(game.table, me.user), Listener(game.table, other.user)
        for socket in (mine, theirs):
            await socket.connect()
        await sync_to_async(play.move)(me, text, play.version_of(me.game, me))
        assert await mine.hear() == {"version": game.version}
        assert await theirs.receive_nothing()
        await mine.hang_up()
        await theirs.hang_up()

    run(story)


@pytest.mark.parametrize("who", ["charlie", None])
def test_strangers_hear_nothing_of_a_private_table(game, who):
    user = somebody(who) if who else AnonymousUser()

    async def story():
        socket = Listener(game.table, user)
        assert await socket.connect() == {"type": "websocket.close", "code": NOT_FOUND}

    run(story)


def test_an_unknown_table_is_like_a_private_one(game):
    async def story():
        socket = Listener("nosuch", AnonymousUser())
        assert (await socket.connect())["code"] == NOT_FOUND

    run(story)


def test_anybody_may_watch_a_public_table():
    game = table_of(somebody("alice"), somebody("bob"), public=True)

    async def story():
        socket = Listener(game.table, AnonymousUser())
        assert version_in(await socket.connect()) == {"version": game.version}
        await socket.hang_up()

    run(story)


@pytest.mark.parametrize("said", ['{"type": "move", "move": "draw"}', "not json", '"\\u0000"', "[" * 5000, "1e999"])
def test_nothing_but_a_ping_is_listened_to(game, said):
    alice = game.players.get(user__username="alice").user

    async def story():
        socket = Listener(game.table, alice)
        await socket.connect()
        await socket.say(text=said)
        await socket.say(bytes=b"\xff\xfe")
        await socket.say(text="ping")
        assert await socket.hear() == {"version": game.version, "talk": 0, "pong": True}
        await socket.hang_up()

    run(story)
    assert game.moves.count() == 1
