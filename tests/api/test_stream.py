"""The stream of an account: which tables have changed, without their content; who receives it, and until when."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, Token, User
from accounts.tokens import tokens
from games import play
from games.api import long_poll, stream
from games.chat import rooms
from games.core import broadcast
from games.models import Game, Player
from games.play import version_of
from games.realtime.hub import hub
from tests.api.caller import Caller
from tests.api.listener import Listener
from tests.cast import table_of
from tests.playing import asked_seat, give_up, legal, other, play_on
from tests.scene import seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob, public=False)


@pytest.fixture
def program(alice: User) -> Caller:
    return Caller(alice)


async def opened(program: Caller, **headers: str) -> Listener:
    listener = Listener("/stream", program.headers | headers)
    await listener.open()
    status, _headers = await listener.begin()
    assert status == 200
    return listener


def facts(events: list[dict[str, object]]) -> list[tuple[object, ...]]:
    return [(event["kind"], event["table"], event["version"]) for event in events]


def draw(me: Player) -> None:
    play.move(me, "draw", version_of(me.game, me))


def take_back(me: Player) -> None:
    me = Player.objects.select_related("game", "user").get(pk=me.pk)
    play.undo(me, version_of(me.game, me))


def test_it_begins_with_all_tables_and_tells_of_every_change(game, program) -> None:
    me = asked_seat(game)

    async def story() -> None:
        listener = await opened(program)
        assert facts(await listener.events()) == [("table", game.public_id, game.version), ("chat", game.public_id, 0)]
        await sync_to_async(draw)(me)
        assert facts(await listener.next()) == [("table", game.public_id, game.version + 1)]
        await sync_to_async(rooms.post)(me, me.user, "Hello")
        assert facts(await listener.next()) == [("chat", game.public_id, 1)]
        await listener.hang_up()
        assert not hub().is_listening

    async_to_sync(story)()
    assert not stream._open


def test_an_event_has_four_fields_in_both_formats(game, program) -> None:
    async def story() -> None:
        sse = Listener("/stream", program.headers | {"Accept": "text/event-stream"})
        lines = Listener("/stream", program.headers | {"Accept": "application/x-ndjson"})
        for listener, kind in ((sse, "text/event-stream; charset=utf-8"), (lines, "application/x-ndjson")):
            await listener.open()
            _status, headers = await listener.begin()
            assert headers["Content-Type"] == kind
            assert "no-transform" in headers["Cache-Control"] and "Content-Length" not in headers
            assert headers["Access-Control-Allow-Origin"] == "*"
        first, second = (await lines.chunk()).splitlines()
        assert set(json.loads(first)) == set(json.loads(second)) == {"kind", "table", "version", "id"}
        identity, data, blank = (await sse.chunk()).split("\n")[:3]
        assert blank == "" and data.startswith("data: {")
        assert identity == f"id: {json.loads(data.removeprefix('data: '))['id']}"
        for listener in (sse, lines):
            await listener.hang_up()

    async_to_sync(story)()


def test_a_draft_is_sent_only_to_its_player(game) -> None:
    me = asked_seat(game)
    text = next(move for move in legal(me) if move.startswith("play"))
    mine, theirs = Caller(me.user), Caller(other(game, me).user)

    async def story() -> None:
        listeners = [await opened(each) for each in (mine, theirs)]
        for listener in listeners:
            await listener.events()
        await sync_to_async(play.move)(me, text, version_of(game, me))
        assert facts(await listeners[0].next()) == [("draft", game.public_id, game.version)]
        assert await listeners[1].receive_nothing(0.3)
        await sync_to_async(take_back)(me)
        assert facts(await listeners[0].next()) == [("draft", game.public_id, game.version)]
        assert await listeners[1].receive_nothing(0.3)
        await sync_to_async(rooms.post)(me, me.user, "Hello")
        assert facts(await listeners[1].events()) == [("chat", game.public_id, 1)], "not a byte before it"
        for listener in listeners:
            await listener.hang_up()

    async_to_sync(story)()


def test_players_streams_are_silent_while_spectators_talk(alice, bob, charlie, program) -> None:
    game = table_of(alice, bob)

    async def story() -> None:
        listener = await opened(program)
        await listener.events()
        await sync_to_async(rooms.post_in_gallery)(game, charlie, "Who wins?")
        assert await listener.receive_nothing(0.3)
        await sync_to_async(rooms.post)(asked, asked.user, "Hello")
        assert facts(await listener.events()) == [("chat", game.public_id, 1)], "not a byte before it"
        await listener.hang_up()

    asked = asked_seat(game)
    async_to_sync(story)()


def test_strangers_hear_nothing_of_a_table_even_if_it_is_public(alice, bob, charlie) -> None:
    game = table_of(alice, bob)
    program = Caller(charlie)

    async def story() -> None:
        listener = await opened(program)
        assert await listener.events() == []
        await sync_to_async(draw)(asked)
        assert await listener.receive_nothing(0.3)
        await listener.hang_up()

    asked = asked_seat(game)
    async_to_sync(story)()


def test_a_table_that_is_opened_or_left_meanwhile(alice, bob, program) -> None:
    async def story() -> None:
        listener = await opened(program)
        assert await listener.events() == []
        waits = await sync_to_async(table_of)(alice, size=3)
        assert ("table", waits.public_id) in [event[:2] for event in facts(await listener.next())]
        await sync_to_async(play.leave)(await sync_to_async(seat)(waits, alice))
        while await listener.events():
            pass  # first the last versions, then silence
        await sync_to_async(broadcast.announce)(waits.public_id, 99)
        assert await listener.receive_nothing(0.3)
        await listener.hang_up()

    async_to_sync(story)()


def test_an_invitation_is_told(alice, bob) -> None:
    waits = table_of(alice, size=3, public=False)
    host, program = seat(waits, alice), Caller(bob)

    async def story() -> None:
        listener = await opened(program)
        assert await listener.events() == []
        await sync_to_async(play.invite)(host, "bob")
        [(kind, table, _version)] = facts(await listener.next())
        assert (kind, table) == ("invitation", waits.public_id)
        await sync_to_async(play.join)(waits, bob)
        heard: list[tuple[object, ...]] = []
        while ("chat", waits.public_id, 0) not in heard:
            heard += facts(await listener.next())
        await listener.hang_up()

    async_to_sync(story)()


def test_it_resumes_after_the_last_event_that_arrived(game, alice, bob, program) -> None:
    quiet = table_of(alice, bob)
    me = asked_seat(game)

    async def story() -> None:
        listener = await opened(program)
        last = (await listener.events())[-1]["id"]
        await listener.hang_up()
        await sync_to_async(draw)(me)
        again = await opened(program, **{"Last-Event-ID": last})
        assert facts(await again.events()) == [("table", game.public_id, game.version + 1)]
        await again.hang_up()
        # It never arrived: the client still has the older id.
        third = await opened(program, **{"Last-Event-ID": last})
        assert facts(await third.events()) == [("table", game.public_id, game.version + 1)]
        await third.hang_up()

    async_to_sync(story)()
    assert quiet.version == Game.objects.get(pk=quiet.pk).version


def test_it_resumes_while_the_old_connection_is_not_known_to_be_dead(game, program) -> None:
    async def story() -> None:
        listener = await opened(program)
        last = (await listener.events())[-1]["id"]
        again = await opened(program, **{"Last-Event-ID": last})
        assert await again.events() == []
        for each in (listener, again):
            await each.hang_up()

    async_to_sync(story)()


def test_a_game_that_ended_during_the_cut_is_reported(game, program) -> None:
    async def story() -> None:
        listener = await opened(program)
        last = (await listener.events())[-1]["id"]
        await listener.hang_up()
        ended = await sync_to_async(give_up)(await sync_to_async(play_on)(game, 4))
        again = await opened(program, **{"Last-Event-ID": last})
        assert facts(await again.events()) == [("table", game.public_id, ended.version)]
        await again.hang_up()

    async_to_sync(story)()


@pytest.mark.parametrize("last", ["", "x", "0" * 8, "01234567-1", "01234567-99999999999", "é-1", "0-0", "01234567--1"])
def test_an_unknown_last_event_id_starts_afresh(game, program, last) -> None:
    async def story() -> None:
        listener = Listener("/stream", program.headers)
        listener.scope["headers"].append((b"last-event-id", last.encode()))
        await listener.open()
        assert (await listener.begin())[0] == 200
        assert len(await listener.events()) == 2
        await listener.hang_up()

    async_to_sync(story)()


def test_the_id_of_another_account_resumes_nothing(game, bob, program) -> None:
    theirs = Caller(bob)

    async def story() -> None:
        listener = await opened(program)
        last = (await listener.events())[-1]["id"]
        await listener.hang_up()
        other_one = await opened(theirs, **{"Last-Event-ID": last})
        assert len(await other_one.events()) == 2
        await other_one.hang_up()

    async_to_sync(story)()


def test_a_stream_ends_at_once_when_its_token_is_revoked(game, alice, program) -> None:
    another = Caller(alice)

    async def story() -> None:
        listener, beside = await opened(program), await opened(another)
        for each in (listener, beside):
            await each.events()
        await sync_to_async(tokens.revoke)(program.token)
        while not (end := await listener.receive_output(5))["body"].strip(b":\n"):
            pass
        assert b'"revoked"' in end["body"] and not end["more_body"]
        await listener.wait()
        assert not await beside.events(), "it goes on"
        await beside.hang_up()
        refused = Listener("/stream", program.headers)
        await refused.open()
        assert (await refused.json())[0] == 401

    async_to_sync(story)()


@pytest.mark.parametrize("how", ["suspended", "expired", "inactive"])
def test_it_ends_soon_when_the_token_is_valid_no_longer(game, alice, program, how, monkeypatch) -> None:
    monkeypatch.setattr(stream, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(stream, "SIGN_OF_LIFE", 0.05)

    def invalidate() -> None:
        if how == "suspended":
            restrict(alice, Restriction.Kind.SUSPENSION)
        elif how == "expired":
            Token.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
        else:
            User.objects.filter(pk=alice.pk).update(is_active=False)

    async def story() -> None:
        listener = await opened(program)
        await listener.events()
        await sync_to_async(invalidate)()
        [event] = await listener.next()
        assert (event["kind"], event["table"]) == ("revoked", "")
        await listener.wait()

    async_to_sync(story)()


def test_silence_is_broken_by_a_sign_of_life_every_ten_seconds(game, program, monkeypatch) -> None:
    rests: set[float] = set()

    async def shortly(heard: asyncio.Event, seconds: float) -> None:
        rests.add(seconds)
        await long_poll.rest(heard, 0.05)

    monkeypatch.setattr(stream, "rest", shortly)

    async def story() -> None:
        sse, lines = await opened(program), await opened(program, Accept="application/x-ndjson")
        for listener, sign in ((sse, ":\n\n"), (lines, "\n")):
            await listener.events()
            assert [await listener.chunk() for _ in range(3)] == [sign] * 3
        for listener in (sse, lines):
            await listener.hang_up()

    async_to_sync(story)()
    assert rests == {10.0}


def test_one_stream_too_many_ends_the_oldest(game, bob, program) -> None:
    async def story() -> None:
        listeners = [await opened(program) for _ in range(stream.MOST_STREAMS)]
        for listener in listeners:
            await listener.events()
        newest = await opened(program)
        await newest.events()
        [event] = await listeners[0].next()
        assert event["kind"] == "replaced"
        await listeners[0].wait()
        for listener in [*listeners[1:], newest]:
            assert await listener.receive_nothing(0.1)
            await listener.hang_up()

    async_to_sync(story)()
    assert not stream._open


def test_opening_streams_is_limited(program, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"stream": "1/m/key"}

    async def story() -> None:
        await (await opened(program)).hang_up()
        more = Listener("/stream", program.headers)
        await more.open()
        status, wrong = await more.json()
        assert (status, wrong["limit"]) == (429, "stream") and wrong["retry_after"] > 0

    async_to_sync(story)()


def test_a_process_that_ends_or_has_missed_something_tells_its_clients_to_resume(game, program) -> None:
    async def story() -> None:
        for what in (hub().interrupt, hub().retire):
            listener = await opened(program)
            await listener.events()
            what()
            [event] = await listener.next()
            assert event["kind"] == "reconnect"
            await listener.wait()

    async_to_sync(story)()


def test_many_changes_before_a_client_reads_are_the_newest(game, program) -> None:
    async def story() -> None:
        listener = await opened(program)
        await listener.events()
        for version in range(100, 200):
            for each in list(stream._open[program.token.user_id]):
                each.hear({"type": "table.version", "group": f"table.{game.public_id}", "version": version})
        assert facts(await listener.next()) == [("table", game.public_id, 199)]
        await listener.hang_up()

    async_to_sync(story)()


def test_a_token_without_the_scope_or_no_token_is_refused(alice) -> None:
    program = Caller(alice, "play")

    async def story() -> None:
        for headers, status in ((program.headers, 403), ({}, 401)):
            listener = Listener("/stream", headers)
            await listener.open()
            assert (await listener.json())[0] == status

    async_to_sync(story)()
