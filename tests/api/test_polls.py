"""Long polls: answered when there is news, only by the socket process, and limited in number."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from games import play
from games.api import long_poll
from games.chat import rooms
from games.core import broadcast
from games.models import Game, Player
from games.realtime.hub import hub
from tests.api.caller import ROOT, Caller
from tests.api.listener import Listener
from tests.cast import table_of
from tests.playing import asked_seat, other
from tests.scene import seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
"""A poll is answered in a separate thread, which the tests' in-memory SQLite would lock out."""


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob)


def draw(me: Player) -> None:
    play.move(me, "draw", play.version_of(me.game, me))


def test_a_poll_for_events_is_answered_by_the_next_move(game) -> None:
    me = asked_seat(game)
    program = Caller(other(game, me).user)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?after=0&wait=30", program.headers)
        await poll.open()
        assert await poll.receive_nothing(0.3)
        await sync_to_async(draw)(me)
        status, answer = await poll.json()
        assert (status, answer["moves"][0]["move"]) == (200, "draw")
        assert not hub().is_listening

    async_to_sync(story)()
    assert not long_poll._polls


def test_a_poll_is_the_same_answer_as_without_waiting(game) -> None:
    draw(asked_seat(game))
    program = Caller(asked_seat(game).user)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?wait=30", program.headers)
        await poll.open()
        status, answer = await poll.json()
        plain = await sync_to_async(program.get)(f"/tables/{game.public_id}/events")
        assert (status, answer) == (200, plain.json())

    async_to_sync(story)()


def test_without_news_a_poll_is_answered_when_the_time_is_up(game) -> None:
    program = Caller(game.host)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?after=0&wait=1", program.headers)
        await poll.open()
        assert await poll.json() == (200, {"version": game.version, "moves": [], "more": False})

    async_to_sync(story)()


def test_chat_messages_are_not_events(game, charlie) -> None:
    program = Caller(None)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?after=0&wait=30", program.headers)
        await poll.open()
        await sync_to_async(rooms.post_in_gallery)(game, charlie, "Who wins?")
        assert await poll.receive_nothing(0.3)
        await poll.hang_up()

    async_to_sync(story)()


@pytest.mark.parametrize("room", ["chat", "gallery"])
def test_a_poll_for_messages_is_answered_by_the_next_one(game, alice, charlie, room) -> None:
    program = Caller(alice if room == "chat" else charlie)
    path = f"/tables/{game.public_id}/{room}?wait=30"

    def write(text: str) -> None:
        if room == "chat":
            rooms.post(other(game, seat(game, alice)), game.players.exclude(user=alice).get().user, text)
        else:
            rooms.post_in_gallery(game, charlie, text)

    async def story() -> None:
        first = Listener(path, program.headers)
        await first.open()
        assert await first.receive_nothing(0.3)
        await sync_to_async(draw)(await sync_to_async(asked_seat)(game))
        assert await first.receive_nothing(0.3), "a move is no message"
        await sync_to_async(write)("Hello")
        assert [each["text"] for each in (await first.json())[1]["messages"]] == ["Hello"]
        etag = (await sync_to_async(program.get)(path.partition("?")[0])).headers["ETag"]
        second = Listener(path, program.headers | {"If-None-Match": etag})
        await second.open()
        assert await second.receive_nothing(0.3)
        await sync_to_async(write)("Who wins?")
        status, answer = await second.json()
        assert status == 200 and [each["text"] for each in answer["messages"]] == ["Hello", "Who wins?"]

    async_to_sync(story)()
    assert not long_poll._polls


def test_a_poll_for_invitations_is_answered_by_the_next_one(alice, bob) -> None:
    program = Caller(bob)

    def invite() -> Game:
        game = table_of(alice, size=2)
        play.invite(seat(game, alice), bob.username)
        return game

    async def story() -> None:
        first = Listener("/invitations?wait=30", program.headers)
        await first.open()
        assert await first.receive_nothing(0.3)
        game = await sync_to_async(invite)()
        assert [each["table"] for each in (await first.json())[1]] == [game.public_id]
        etag = (await sync_to_async(program.get)("/invitations")).headers["ETag"]
        second = Listener("/invitations?wait=30", program.headers | {"If-None-Match": etag})
        await second.open()
        assert await second.receive_nothing(0.3)
        await sync_to_async(play.cancel)(game, alice)
        assert await second.json() == (200, [])

    async_to_sync(story)()


def test_a_poll_for_tables_to_move_is_answered_at_the_users_turn(game) -> None:
    waiting = other(game, asked_seat(game))
    program = Caller(waiting.user)

    async def story() -> None:
        poll = Listener("/tables?to_move=1&wait=30", program.headers)
        await poll.open()
        assert await poll.receive_nothing(0.3)
        await sync_to_async(play_until_asked)(game, waiting)
        status, answer = await poll.json()
        assert status == 200 and [table["id"] for table in answer] == [game.public_id]

    async_to_sync(story)()


def play_until_asked(game: Game, player: Player) -> None:
    while (me := asked_seat(Game.objects.get(pk=game.pk))).pk != player.pk:
        draw(me)


def test_a_poll_with_an_etag_is_answered_when_the_list_has_changed(game, alice, bob) -> None:
    program = Caller(alice)
    etag = program.get("/tables").headers["ETag"]

    async def story() -> None:
        same = Listener("/tables?wait=1", program.headers | {"If-None-Match": etag})
        await same.open()
        assert await same.json() == (304, None)
        poll = Listener("/tables?wait=30", program.headers | {"If-None-Match": etag})
        await poll.open()
        assert await poll.receive_nothing(0.3)
        new = await sync_to_async(table_of)(alice, bob)
        status, answer = await poll.json()
        assert status == 200 and {table["id"] for table in answer} == {game.public_id, new.public_id}

    async_to_sync(story)()


def test_a_new_table_is_listened_to_by_a_poll_that_is_open(alice, bob) -> None:
    program = Caller(bob)

    async def story() -> None:
        poll = Listener("/tables?to_move=1&wait=30", program.headers)
        await poll.open()
        assert await poll.receive_nothing(0.3)
        game = await sync_to_async(table_of)(alice, bob)
        await sync_to_async(play_until_asked)(game, await sync_to_async(seat)(game, bob))
        status, [table] = await poll.json()
        assert (status, table["id"]) == (200, game.public_id)

    async_to_sync(story)()


def test_errors_are_those_of_every_request(game, alice, bob, charlie) -> None:
    private = table_of(alice, bob, public=False)
    refused = [
        (f"/tables/{game.public_id}/events?wait=30", {"Authorization": "Bearer tbr_no"}, 401),
        (f"/tables/{private.public_id}/events?wait=30", Caller(charlie).headers, 404),
        (f"/tables/{game.public_id}/events?wait=61", Caller(charlie).headers, 422),
        ("/tables?wait=x", Caller(charlie).headers, 422),
        ("/tables?wait=30", {}, 401),
    ]

    async def story() -> None:
        for path, headers, status in refused:
            poll = Listener(path, headers)
            await poll.open()
            assert (await poll.json())[0] == status, path

    async_to_sync(story)()


def test_so_many_polls_of_one_account_are_held_and_a_closed_one_counts_no_longer(game, alice, bob) -> None:
    headers = Caller(alice).headers
    path = f"/tables/{game.public_id}/events?after=0&wait=30"

    async def story() -> None:
        polls = [Listener(path, headers) for _ in range(long_poll.MOST_POLLS)]
        for poll in polls:
            await poll.open()
            assert await poll.receive_nothing(0.1)
        more = Listener(path, headers)
        await more.open()
        status, wrong = await more.json()
        assert (status, wrong["limit"]) == (429, "polls") and 20 < wrong["retry_after"] <= 30
        others = Listener(path, await sync_to_async(lambda: Caller(bob).headers)())
        await others.open()
        assert await others.receive_nothing(0.2)
        await polls.pop().hang_up()
        again = Listener(path, headers)
        await again.open()
        assert await again.receive_nothing(0.3)
        for poll in [*polls, others, again]:
            await poll.hang_up()

    async_to_sync(story)()
    assert not long_poll._polls


def test_a_poll_counts_once_however_often_its_table_changes(game, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api": "2/m/key"}
    program = Caller(game.host)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?after=5&wait=30", program.headers)
        await poll.open()
        assert await poll.receive_nothing(0.3)
        for _ in range(3):
            await sync_to_async(announce)(game)
            assert await poll.receive_nothing(0.2)
        await poll.hang_up()
        assert (await sync_to_async(program.get)("/me")).status_code == 200
        assert (await sync_to_async(program.get)("/me")).status_code == 429

    async_to_sync(story)()


def announce(game: Game) -> None:
    broadcast.announce(game.public_id, game.version)


def test_a_process_that_ends_answers_its_polls(game) -> None:
    program = Caller(game.host)

    async def story() -> None:
        poll = Listener(f"/tables/{game.public_id}/events?after=0&wait=30", program.headers)
        await poll.open()
        assert await poll.receive_nothing(0.3)
        hub().retire()
        assert (await poll.json())[0] == 200

    async_to_sync(story)()


@pytest.mark.parametrize("path", ["/stream", "/tables/{}/events?after=0&wait=30"])
def test_a_web_process_holds_nothing(game, settings, path) -> None:
    program, path = Caller(game.host), path.format(game.public_id)
    answer = program.get(path)
    assert (answer.status_code, answer.json()["code"]) == (421, "elsewhere")
    settings.SOCKET_PORT = 9001
    redirect = program.get(path)
    assert (redirect.status_code, redirect.headers["Location"]) == (307, f"http://testserver:9001{ROOT}{path}")
