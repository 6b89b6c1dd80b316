"""PostgreSQL is unavailable: with both servers, every request gets a 503 page, and the site recovers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

import pytest
from django.conf import settings

from accounts.models import User
from tests.cast import table_of
from tests.processes import Process, Processes, Visitor, eventually
from tests.wire import Wire, black_hole

GIVES_UP = 15
"""The timeout of these tests' browsers in seconds, long enough for a busy machine."""

HTMX = {"HX-Request": "true"}


def lines_of(server: Process) -> list[str]:
    return [line for line in server.log.read_text().splitlines() if "A service is away from" in line]


@pytest.mark.redis
@pytest.mark.parametrize("name", ["web", "sockets"])
def test_without_postgresql_every_page_is_a_503(
    processes: Processes, to_postgres: Wire, alice: User, bob: User, staff: User, name: str
) -> None:
    """At first PostgreSQL's address refuses connections; later, it doesn't respond at all."""
    (server,) = processes.start(name)
    table = f"{server.url}/games/{table_of(alice, bob).public_id}"
    people, visitor, desk = Visitor(alice), Visitor(), Visitor(staff)
    assert people.get(f"{table}/").status == 200

    requests = [
        partial(people.get, f"{table}/", GIVES_UP),
        partial(people.get, f"{table}/log/", GIVES_UP, headers=HTMX),
        partial(people.post, f"{table}/move/", GIVES_UP, move="draw", version="1"),
        partial(visitor.get, f"{server.url}/lobby/", GIVES_UP),
        partial(desk.get, f"{server.url}/back-office/", GIVES_UP),
    ]
    for hole in (nullcontext(), black_hole(to_postgres.port)):
        logged = len(lines_of(server))
        to_postgres.cut()
        with hole, ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda request: request(), requests))
        assert [answer.status for answer in answers] == [503] * len(requests)
        assert ["<html" in answer.text for answer in answers] == [True, False, True, True, True]
        for answer in answers:
            assert "answering right now" in answer.text
            assert "Traceback" not in answer.text and "127.0.0.1" not in answer.text
        assert len(lines_of(server)) == logged + len(requests), server.said()
        to_postgres.mend()
        eventually(lambda: people.get(f"{table}/", GIVES_UP).status == 200, 30, server.said)
    assert "Traceback" not in server.log.read_text()


@pytest.mark.postgres
def test_requests_fail_fast_while_postgresql_is_away_and_recover_soon() -> None:
    """If a lost machine is silent, the kernel closes connections that are not acknowledged within some milliseconds."""
    options = settings.DATABASES["default"]["OPTIONS"]
    assert options["pool"]["timeout"] + options["tcp_user_timeout"] / 1000 <= 1
    assert (options["pool"]["reconnect_timeout"], options["connect_timeout"]) == (3, 3)
