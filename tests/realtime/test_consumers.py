"""The table's WebSocket: who may connect, and that it only sends versions."""

import json
from collections.abc import Awaitable, Callable

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.access.restrictions import restrict
from accounts.auth import sessions
from accounts.models import Restriction
from games import play
from games.chat import rooms
from games.core import broadcast, presence, store
from games.models import Game, Player
from games.realtime.consumers import INTERRUPTED, NOT_FOUND, SIGNED_OUT, Stand, TableConsumer
from games.realtime.hub import hub
from games.realtime.routing import sockets
from tests.cast import client_of, somebody, table_of

pytestmark = pytest.mark.django_db(transaction=True)


class Listener(ApplicationCommunicator):
    """A browser's end of a table's socket; Channels' own communicator would need daphne."""

    def __init__(self, table: str, user: object, address: str = "192.0.2.1") -> None:
        self.user = user
        self.scope = {"type": "websocket", "url_route": {"kwargs": {"table": table}}}
        self.scope |= {"headers": [], "client": [address, 4711]}
        super().__init__(TableConsumer.as_asgi(), self.scope)

    async def connect(self) -> dict:
        """Open the socket and return the first message."""
        self.scope["headers"] = [(b"cookie", await sync_to_async(self.cookies)())]
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output())["type"] == "websocket.accept"
        return await self.receive_output()

    def cookies(self) -> bytes:
        kept = client_of(self.user if self.user.is_authenticated else None).cookies
        return "; ".join(f"{name}={each.value}" for name, each in kept.items()).encode()

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
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def test_a_player_receives_the_version_at_once_and_every_new_one(game):
    me, other = asked(game), game.players.select_related("user").get(to_move_since__isnull=True)

    async def story():
        socket = Listener(game.public_id, other.user)
        assert version_in(await socket.connect()) == {"version": game.version, "chat": 0}
        await sync_to_async(play.move)(me, "draw", play.version_of(me.game, me))
        assert await socket.hear() == {"version": game.version + 1}
        assert await socket.receive_nothing()
        await socket.hang_up()

    run(story)


def test_a_draft_is_announced_to_its_own_player_alone(game):
    me, other = asked(game), game.players.select_related("user").get(to_move_since__isnull=True)
    text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))

    async def story():
        mine, theirs = Listener(game.public_id, me.user), Listener(game.public_id, other.user)
        for socket in (mine, theirs):
            await socket.connect()
        await sync_to_async(play.move)(me, text, play.version_of(me.game, me))
        assert await mine.hear() == {"version": game.version}
        assert await theirs.receive_nothing()
        await mine.hang_up()
        await theirs.hang_up()

    run(story)


@pytest.mark.parametrize("who", ["charlie", None])
def test_strangers_receive_nothing_of_a_private_table(game, who):
    user = somebody(who) if who else AnonymousUser()

    async def story():
        socket = Listener(game.public_id, user)
        assert await socket.connect() == {"type": "websocket.close", "code": NOT_FOUND}

    run(story)


def test_a_suspended_user_receives_nothing(game):
    alice = game.host
    restrict(alice, Restriction.Kind.SUSPENSION)

    async def story():
        socket = Listener(game.public_id, alice)
        assert await socket.connect() == {"type": "websocket.close", "code": NOT_FOUND}

    run(story)


def test_a_suspended_user_is_disconnected_at_the_next_ping(game):
    alice = game.players.get(user__username="alice").user

    async def story():
        socket = Listener(game.public_id, alice)
        await socket.connect()
        await sync_to_async(restrict)(alice, Restriction.Kind.BAN)
        await socket.say(text="ping")
        assert await socket.receive_output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await socket.hang_up()

    run(story)


def test_pings_to_a_table_that_is_no_longer_visible_are_limited(game, monkeypatch):
    refreshed = []
    refresh = TableConsumer.find
    monkeypatch.setattr(TableConsumer, "find", lambda socket: refreshed.append(socket) or refresh(socket))
    charlie = somebody("charlie")
    Game.objects.update(public=True)

    async def story():
        socket = Listener(game.public_id, charlie)
        await socket.connect()
        await sync_to_async(Game.objects.update)(public=False)
        refreshed.clear()
        for _ in range(3):
            await socket.say(text="ping")
            assert await socket.hear() == {"pong": True}
        assert len(refreshed) == 1
        await socket.hang_up()

    run(story)


def test_the_open_sockets_of_a_user_who_is_shut_out_are_closed_at_once(game):
    alice, bob = (game.players.get(user__username=name).user for name in ("alice", "bob"))

    async def story():
        socket, other = Listener(game.public_id, alice), Listener(game.public_id, bob)
        await socket.connect()
        await other.connect()
        await sync_to_async(broadcast.on_commit_shut_out)(alice.pk)
        assert await socket.receive_output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await other.say(text="ping")
        assert (await other.receive_output())["type"] == "websocket.send"
        await other.hang_up()

    run(story)


def test_who_is_shut_out_watches_no_longer_either(game):
    Game.objects.update(public=True)
    carol = somebody("carol")

    async def story():
        socket = Listener(game.public_id, carol)
        await socket.connect()
        await sync_to_async(broadcast.on_commit_shut_out)(carol.pk)
        assert await socket.receive_output() == {"type": "websocket.close", "code": SIGNED_OUT}

    run(story)


@pytest.mark.parametrize("path", ["/ws/x/", "/ws/", "/ws/games/a/b/", "/elsewhere/", "/ws/games/%00/"])
def test_an_address_without_a_table_is_closed_as_not_found(path):
    async def story():
        scope = {"type": "websocket", "path": path, "headers": [], "client": ["192.0.2.1", 4711]}
        socket = ApplicationCommunicator(sockets, scope)
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output())["type"] == "websocket.accept"
        assert await socket.receive_output() == {"type": "websocket.close", "code": NOT_FOUND}

    run(story)


@pytest.mark.parametrize("table", ["nosuch", "n" * 200])
def test_an_unknown_table_is_like_a_private_one(game, table):
    async def story():
        socket = Listener(table, AnonymousUser())
        assert (await socket.connect())["code"] == NOT_FOUND

    run(story)


def test_everyone_may_watch_a_public_table():
    game = table_of(somebody("alice"), somebody("bob"), public=True)

    async def story():
        socket = Listener(game.public_id, AnonymousUser())
        assert version_in(await socket.connect()) == {"version": game.version}
        await socket.hang_up()

    run(story)


def test_spectators_receive_their_chats_versions_and_players_do_not():
    game, charlie = table_of(somebody("alice"), somebody("bob"), public=True), somebody("charlie")
    alice = game.players.get(user__username="alice").user

    async def story():
        watching, playing = Listener(game.public_id, charlie), Listener(game.public_id, alice)
        assert version_in(await watching.connect()) == {"version": game.version, "gallery": 0}
        assert version_in(await playing.connect()) == {"version": game.version, "chat": 0}
        await sync_to_async(rooms.post_in_gallery)(game, charlie, "Who wins?")
        assert await watching.hear() == {"gallery": 1}
        assert await playing.receive_nothing()
        for socket in (watching, playing):
            await socket.hang_up()

    run(story)


def test_an_ended_session_is_disconnected_at_the_next_ping(game):
    alice = game.players.get(user__username="alice").user

    async def story():
        socket = Listener(game.public_id, alice)
        await socket.connect()
        await sync_to_async(sessions.end_all)(alice)
        await socket.say(text="ping")
        assert await socket.receive_output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await socket.hang_up()

    run(story)


def test_a_move_made_while_a_page_connects_is_not_missed(game, monkeypatch):
    me, other = asked(game), game.players.select_related("user").get(to_move_since__isnull=True)
    find = TableConsumer.find

    def find_and_move(socket: TableConsumer) -> Stand | None:
        stand = find(socket)
        play.move(me, "draw", play.version_of(me.game, me))
        return stand

    monkeypatch.setattr(TableConsumer, "find", find_and_move)

    async def story():
        socket = Listener(game.public_id, other.user)
        assert version_in(await socket.connect()) == {"version": game.version, "chat": 0}
        assert await socket.hear() == {"version": game.version + 1}
        await socket.hang_up()

    run(story)


def test_a_socket_that_closes_before_it_has_opened_is_no_error(game):
    alice = game.host

    async def story():
        await Listener(game.public_id, alice).hang_up()

    run(story)


def test_a_page_whose_process_was_cut_off_is_closed_and_reconnects(game):
    alice = game.host

    async def story():
        socket = Listener(game.public_id, alice)
        await socket.connect()
        hub().interrupt()
        assert await socket.receive_output() == {"type": "websocket.close", "code": INTERRUPTED}
        await sync_to_async(broadcast.announce)(game.public_id, 99)
        assert await socket.receive_nothing()
        await socket.hang_up()
        assert not hub().is_listening

    run(story)


def test_an_arrival_is_announced_to_those_who_may_see_it_alone(game):
    people = [each.user for each in game.players.select_related("user").order_by("seat")]
    third = somebody("carol")
    full = table_of(*people, third)
    for user in people:
        user.presence_shown_to = user.PresenceAudience.TABLES
        user.save()
    charlie = somebody("charlie")

    async def story():
        shown, hidden, spectator = (Listener(full.public_id, user) for user in (people[0], third, charlie))
        assert version_in(await shown.connect()) == {"version": full.version, "chat": 0, "here": ""}
        assert version_in(await hidden.connect()) == {"version": full.version, "chat": 0}
        await spectator.connect()
        await sync_to_async(presence.record)(full.public_id, people[1])
        assert await shown.hear() == {"here": "changed"}
        await sync_to_async(presence.record)(full.public_id, third)
        for socket in (shown, hidden, spectator):
            assert await socket.receive_nothing()
            await socket.hang_up()

    run(story)
