"""Streams and long polls of the API in real processes: with `make serve`, in a single process, and behind Caddy."""

from __future__ import annotations

import http.client
import json
import select
import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from accounts.models import Token, User
from accounts.tokens import tokens
from games import play
from games.api import long_poll
from games.models import Game
from games.play import version_of
from tests.api.caller import ROOT
from tests.cast import table_of
from tests.databases import started_before
from tests.playing import asked_seat
from tests.processes import Process, Processes, eventually
from tests.run.caddy import Proxy
from tests.site import Site
from tests.wire import Wire

pytestmark = pytest.mark.redis

FEW_CONNECTIONS = {"DATABASE_POOL": "5"}
"""The database connections of the process: long_poll.ASKED_AT_ONCE, and one for the sockets' own thread."""


class Program:
    def __init__(self, url: str, path: str, secret: str, context: Any = None, **headers: str) -> None:
        parts = urlsplit(url)
        if parts.scheme == "https":
            self.wire: http.client.HTTPConnection = http.client.HTTPSConnection(
                parts.netloc, timeout=20, context=context
            )
        else:
            self.wire = http.client.HTTPConnection(parts.netloc, timeout=20)
        sent = {"Authorization": f"Bearer {secret}", "Accept": "application/x-ndjson"} | headers
        self.wire.request("GET", f"{ROOT}{path}", headers=sent)

    def answer(self) -> http.client.HTTPResponse:
        self.response = self.wire.getresponse()
        return self.response

    def event(self, kind: str) -> dict[str, Any]:
        """Return the next event of this kind, skipping others and keep-alives. Raise `TimeoutError` if none arrives."""
        while line := self.response.readline():
            if line.strip() and (event := json.loads(line))["kind"] == kind:
                return dict(event)
        raise AssertionError("the stream has ended")

    def cut(self) -> None:
        """Break the connection without a reply."""
        if self.wire.sock is not None:
            self.wire.sock.shutdown(socket.SHUT_RDWR)
        self.wire.close()


def secret_of(user: User) -> str:
    return tokens.make(user, f"program {Token.objects.count()}", Token.Scope.values, None).secret


def move(game: Game) -> int:
    me = asked_seat(Game.objects.get(pk=game.pk))
    play.move(me, "draw", version_of(me.game, me))
    return Game.objects.get(pk=game.pk).version


@contextmanager
def opened(url: str, path: str, secret: str, **more: Any) -> Iterator[Program]:
    program = Program(url, path, secret, **more)
    try:
        yield program
    finally:
        program.cut()


@pytest.fixture
def sockets(transactional_db: None, to_postgres: Wire, to_redis: Wire, tmp_path: Path) -> Iterator[Process]:
    processes = Processes(tmp_path, to_postgres.url, to_redis.url, **FEW_CONNECTIONS)
    yield processes.start("sockets")[0]
    processes.close()


def test_waiting_requests_hold_no_database_connection(sockets: Process, alice: User, bob: User) -> None:
    """Eight streams and eight polls share five connections, and each reports a move."""
    game, secrets = table_of(alice, bob), [secret_of(alice), secret_of(bob)]
    path = f"/tables/{game.public_id}/events?after=0&wait=30"
    with ExitStack() as stack:
        streams = [stack.enter_context(opened(sockets.url, "/stream", secret)) for secret in secrets * 4]
        polls = [stack.enter_context(opened(sockets.url, path, secret)) for secret in secrets * 4]
        for each in streams:
            assert each.answer().status == 200
            assert each.event("table")["version"] == game.version
        with opened(sockets.url, "/me", secrets[0]) as another:
            assert another.answer().status == 200
        assert _idle_in_transaction() == 0
        version = move(game)
        for each in streams:
            assert each.event("table")["version"] == version
        for each in polls:
            answer = each.answer()
            assert answer.status == 200 and json.load(answer)["moves"][0]["move"] == "draw"


def _idle_in_transaction() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND state LIKE 'idle in transaction%'"
        )
        return int(cursor.fetchone()[0])


def test_a_connection_that_breaks_frees_its_slot(sockets: Process, alice: User, bob: User) -> None:
    game, secret = table_of(alice, bob), secret_of(alice)
    path = f"/tables/{game.public_id}/events?after=0&wait=60"
    with ExitStack() as stack:
        polls = [stack.enter_context(opened(sockets.url, path, secret)) for _ in range(long_poll.MOST_POLLS + 1)]
        (refused,) = eventually(lambda: _answered(polls), 60)  # any of the polls
        assert refused.answer().status == 429
        polls.remove(refused)
        polls[0].cut()
        polls[1].cut()
        eventually(lambda: _status(sockets.url, path, secret) == HELD, 60)


FLOOD = 150
"""The number of concurrent polls of an account, which is below its rate limit per minute."""


def test_a_flood_of_polls_of_one_account_keeps_nobody_else_waiting(
    sockets: Process, alice: User, bob: User, carol: User
) -> None:
    flooded, game, secret, other = table_of(alice, carol), table_of(bob, carol), secret_of(alice), secret_of(bob)
    with ExitStack() as stack:
        flood = [
            stack.enter_context(opened(sockets.url, f"/tables/{flooded.public_id}/events?after=0&wait=60", secret))
            for _ in range(FLOOD)
        ]
        with opened(sockets.url, "/me", other) as another:
            assert another.answer().status == 200
        eventually(lambda: len(_answered(flood)) == FLOOD - long_poll.MOST_POLLS, 50)
        refused = _answered(flood)
        for each in refused:
            answer = each.answer()
            assert (answer.status, json.load(answer)["limit"]) == (429, "polls")
        with opened(sockets.url, f"/tables/{game.public_id}/events?after=0&wait=60", other) as poll:
            move(game)
            assert json.load(poll.answer())["moves"]
        waiting = [each for each in flood if each not in refused]
        assert not _answered(waiting), "the flood is held all the while"
        move(flooded)
        for each in waiting:
            assert json.load(each.answer())["moves"]


def _answered(programs: list[Program]) -> list[Program]:
    ready, _writable, _broken = select.select([program.wire.sock for program in programs], [], [], 0)
    return [program for program in programs if program.wire.sock in ready]


HELD = 0


def _status(url: str, path: str, secret: str) -> int:
    """Return the status of the response, or HELD if none arrives for some seconds."""
    with opened(url, path, secret) as program:
        program.wire.sock.settimeout(4)
        try:
            return program.answer().status
        except TimeoutError:
            return HELD


def test_it_ends_in_mid_stream_when_the_token_is_revoked(sockets: Process, alice: User, bob: User) -> None:
    table_of(alice, bob)
    secret = secret_of(alice)
    with opened(sockets.url, "/stream", secret) as program:
        program.answer()
        program.event("table")
        tokens.revoke(Token.objects.get())
        assert program.event("revoked")["table"] == ""
        assert program.response.readline() == b""
    assert _status(sockets.url, "/stream", secret) == 401


def test_a_stream_resumes_after_a_cut_with_another_process(
    to_postgres: Wire, to_redis: Wire, tmp_path: Path, alice: User, bob: User
) -> None:
    """A deployment ends the streams of a process; the next process knows which events were sent."""
    game, quiet, secret = table_of(alice, bob), table_of(alice, bob), secret_of(alice)
    processes = Processes(tmp_path, to_postgres.url, to_redis.url)
    try:
        (old,) = processes.start("sockets")
        with opened(old.url, "/stream", secret) as program:
            program.answer()
            last = max(
                (program.event("chat") for _ in (game, quiet)), key=lambda each: int(each["id"].partition("-")[2])
            )
            with ThreadPoolExecutor(1) as stopping:
                stopping.submit(old.stop)
                assert program.event("reconnect")["table"] == ""
                assert program.response.readline() == b""
        new = processes.start_again(old)
        version = move(game)
        with opened(new.url, "/stream", secret, **{"Last-Event-ID": last["id"]}) as program:
            program.answer()
            first = program.event("table")
            assert (first["table"], first["version"]) == (game.public_id, version)
            assert quiet.public_id not in _rest(program, game)
        assert "Traceback" not in processes.said() and "Cancel" not in processes.said()
    finally:
        processes.close()


def _rest(program: Program, game: Game) -> str:
    version, text = move(game), ""
    while (line := program.response.readline().decode()) and f'"version": {version},' not in line:
        text += line
    return text


def come_through_at_once(proxy: Proxy, game: Game, secret: str) -> None:
    """Check that Caddy passes on a stream, and polls with and without news, without delay."""
    path = f"/tables/{game.public_id}/events?after=0&wait=30"
    compressed = {"Accept-Encoding": "gzip, zstd"}
    with (
        opened(proxy.url, "/stream", secret, context=proxy.context, **compressed) as listening,
        opened(proxy.url, path, secret, context=proxy.context) as poll,
        ExitStack() as stack,
    ):
        lists = ("/tables?wait=1", f"/tables/{game.public_id}/chat?wait=1", "/invitations?wait=1")
        empty = [stack.enter_context(opened(proxy.url, path, secret, context=proxy.context)) for path in lists]
        assert listening.answer().status == 200
        assert listening.event("table")["version"] == game.version
        version = move(game)
        assert listening.event("table")["version"] == version
        assert json.load(poll.answer())["moves"]
        assert [each.answer().status for each in empty] == [200, 200, 200]


def test_a_single_process_serves_streams_too(tmp_path: Path) -> None:
    site = Site(started_before(tmp_path / "var"))
    site.open()
    try:
        secret, table = site.shell(_MAKE).split()
        with opened(site.url, "/stream", secret) as program:
            assert program.answer().status == 200
            first = program.event("table")
            with opened(site.url, f"/tables/{table}/events?after=0&wait=30", secret) as poll:
                moved = _drawn(site, secret, table)
                assert program.event("table")["version"] > first["version"]
                assert json.load(poll.answer())["moves"]
            assert moved == 200
        assert _status(site.url, "/stream", "tbr_no") == 401
    finally:
        assert site.close() == 0
    shutil.rmtree(tmp_path / "var")


_MAKE = """
from accounts.tokens import tokens
from tests.cast import somebody, table_of
alice, bob = somebody("alice"), somebody("bob")
game = table_of(alice, bob)
mover = game.players.get(to_move_since__isnull=False).user
print(tokens.make(mover, "laptop", ["tables:read", "play"], None).secret, game.public_id)
"""


def _drawn(site: Site, secret: str, table: str) -> int:
    with opened(site.url, f"/tables/{table}", secret) as program:
        version = json.load(program.answer())["version"]
    wire = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=20)
    body = json.dumps({"version": version, "move": "draw"})
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    wire.request("POST", f"{ROOT}/tables/{table}/moves", body, headers)
    status = wire.getresponse().status
    wire.close()
    return status
