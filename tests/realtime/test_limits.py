"""Sockets are closed for too many connections, too many pings, or other messages."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from prometheus_client import REGISTRY as COUNTS

from accounts.access import rate_limits
from games.realtime import limits
from games.realtime.limits import MAX_OPEN, MAX_PINGS, NOT_UNDERSTOOD, TOO_MANY
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
def test_only_pings_are_accepted(game, said):
    alice = game.players.get(user__username="alice").user

    async def story():
        socket = Listener(game.public_id, alice)
        await socket.connect()
        await socket.say(**said)
        assert await socket.receive_output() == {"type": "websocket.close", "code": NOT_UNDERSTOOD}
        await socket.hang_up()

    run(story)
    assert game.moves.count() == 1


def test_a_flood_of_pings_closes_the_socket(game):
    async def story():
        socket = Listener(game.public_id, AnonymousUser())
        await socket.connect()
        for _ in range(MAX_PINGS):
            await socket.say(text="ping")
            while "pong" not in await socket.hear():
                pass  # the announcement of the table's first version may come first
        await socket.say(text="ping")
        assert await socket.receive_output() == {"type": "websocket.close", "code": TOO_MANY}
        await socket.hang_up()

    run(story)


def test_open_sockets_are_limited(game):
    """Users are counted across addresses, visitors by address. Closed sockets no longer count."""

    async def story():
        listeners = [Listener(game.public_id, AnonymousUser()) for _ in range(MAX_OPEN)]
        for listener in listeners:
            await listener.connect()
        more = Listener(game.public_id, AnonymousUser())
        assert await more.connect() == {"type": "websocket.close", "code": TOO_MANY}
        await more.hang_up()
        others = [Listener(game.public_id, somebody_in), Listener(game.public_id, AnonymousUser(), "192.0.2.2")]
        for other in others:
            assert (await other.connect())["type"] == "websocket.send"
        await listeners.pop().hang_up()
        listeners.append(Listener(game.public_id, AnonymousUser()))
        assert (await listeners[-1].connect())["type"] == "websocket.send"
        for listener in listeners + others:
            await listener.hang_up()

    somebody_in = somebody("charlie")
    run(story)
    assert not limits._open


def test_open_sockets_are_a_metric(game):
    def measured() -> float:
        return COUNTS.get_sample_value("backroom_sockets")

    async def story():
        before, socket = measured(), Listener(game.public_id, AnonymousUser())
        await socket.connect()
        assert measured() == before + 1
        await socket.hang_up()
        assert measured() == before

    run(story)


def test_new_connections_are_rate_limited(game, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"socket": "2/m/key"}

    async def story():
        for told in ("websocket.send", "websocket.send", "websocket.close"):
            socket = Listener(game.public_id, AnonymousUser())
            assert (await socket.connect())["type"] == told
            await socket.hang_up()

    run(story)


def test_behind_a_proxy_visitors_are_distinguished_by_address(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    headers = [(b"host", b"room"), (b"x-forwarded-for", b"1.2.3.4"), (b"x-forwarded-for", b"192.0.2.9")]
    for told, address in ((headers, "192.0.2.9"), ([], "10.0.0.1")):
        scope = {"client": ["10.0.0.1", 4711], "headers": told}
        request = limits.request_of(scope, AnonymousUser())
        assert rate_limits.requester_key(request) == f"address:{address}"
