"""Who opens too many sockets, says too much or something else than "ping" is shown the door."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.access import rate_limits
from games.realtime import socket_limits
from games.realtime.socket_limits import MOST_OPEN, MOST_SAID, NOT_UNDERSTOOD, TOO_MANY
from tests.cast import somebody, table_of
from tests.realtime.test_consumers import Listener, run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return table_of(somebody("alice"), somebody("bob"), public=True)


@pytest.mark.parametrize(
    "said",
    [
        {"text": '{"type": "move", "move": "draw"}'},
        {"text": "not json"},
        {"text": "ping "},
        {"text": "[" * 5000},
        {"bytes": b"ping"},
        {"bytes": b"\xff\xfe"},
    ],
)
def test_nothing_but_a_ping_is_listened_to(game, said):
    alice = game.players.get(user__username="alice").user

    async def story():
        socket = Listener(game.table, alice)
        await socket.connect()
        await socket.say(**said)
        assert await socket.receive_output() == {"type": "websocket.close", "code": NOT_UNDERSTOOD}
        await socket.hang_up()

    run(story)
    assert game.moves.count() == 1


def test_a_flood_of_pings_closes_the_socket(game):
    async def story():
        socket = Listener(game.table, AnonymousUser())
        await socket.connect()
        for _ in range(MOST_SAID):
            await socket.say(text="ping")
            assert (await socket.hear())["pong"]
        await socket.say(text="ping")
        assert await socket.receive_output() == {"type": "websocket.close", "code": TOO_MANY}
        await socket.hang_up()

    run(story)


def test_nobody_holds_more_than_so_many_open(game):
    """Who is signed in is counted wherever he is, visitors by address; one that is closed makes room."""

    async def story():
        listeners = [Listener(game.table, AnonymousUser()) for _ in range(MOST_OPEN)]
        for listener in listeners:
            await listener.connect()
        more = Listener(game.table, AnonymousUser())
        assert await more.connect() == {"type": "websocket.close", "code": TOO_MANY}
        await more.hang_up()
        others = [Listener(game.table, somebody_in), Listener(game.table, AnonymousUser(), "192.0.2.2")]
        for other in others:
            assert (await other.connect())["type"] == "websocket.send"
        await listeners.pop().hang_up()
        listeners.append(Listener(game.table, AnonymousUser()))
        assert (await listeners[-1].connect())["type"] == "websocket.send"
        for listener in listeners + others:
            await listener.hang_up()

    somebody_in = somebody("charlie")
    run(story)
    assert not socket_limits._open


def test_nobody_opens_them_again_and_again(game, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"socket": "2/m/key"}

    async def story():
        for told in ("websocket.send", "websocket.send", "websocket.close"):
            socket = Listener(game.table, AnonymousUser())
            assert (await socket.connect())["type"] == told
            await socket.hang_up()

    run(story)


def test_behind_a_proxy_visitors_are_told_apart(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    scope = {"user": AnonymousUser(), "client": ["10.0.0.1", 4711]}
    headers = [(b"host", b"room"), (b"x-forwarded-for", b"1.2.3.4"), (b"x-forwarded-for", b"192.0.2.9")]
    assert rate_limits.whoever(socket_limits.asking(scope | {"headers": headers})) == "address:192.0.2.9"
    assert rate_limits.whoever(socket_limits.asking(scope | {"headers": []})) == "address:10.0.0.1"
