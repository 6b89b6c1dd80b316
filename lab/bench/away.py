"""How fast a page and the API respond with 503 without PostgreSQL, on ``web`` and on ``sockets``.

PostgreSQL is reached through a proxy (tests/wire.py). There are three kinds of outages: connections break and new
ones are refused; new ones are accepted but get no response; or connections break during a query.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median
from time import monotonic

from django.conf import settings
from django.db import connection, transaction

from accounts.models import Token
from accounts.tokens import tokens
from lab.bench.measure import Measure
from lab.bench.services import empty_services
from tests.cast import somebody, table_of
from tests.processes import Answer, Processes, Visitor, database_url
from tests.site import eventually
from tests.wire import Wire, black_hole, wire_to

BAR = 1_000
"""The limit for the time until the 503, in milliseconds."""

ROUNDS = 6
"""The number of outages of each kind."""

PATIENCE = 20

Ask = Callable[[], Answer]

Outage = Callable[[Wire, list[Ask]], list[float]]
"""Makes PostgreSQL unreachable, requests pages, and returns the seconds until each 503."""


def measures() -> Iterator[Measure]:
    """Yield the measures of each outage for each kind of process. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)
    with empty_services() as folder, wire_to(database_url()) as wire:
        running = Processes(folder, wire.url, settings.REDIS_URL)
        try:
            for name in ("web", "sockets"):
                (server,) = running.start(name)
                yield from _measured(name, _addresses(name, server.url), wire)
        finally:
            running.close()


def _addresses(name: str, url: str) -> list[Ask]:
    """Return requests for a user's table, a visitor's lobby, and a table by the API."""
    alice, bob = somebody(f"alice-{name}"), somebody(f"bob-{name}")
    table = table_of(alice, bob, public=True).public_id
    bearer = {"Authorization": f"Bearer {tokens.make(alice, 'bench', [Token.Scope.TABLES_READ], None).secret}"}
    return [
        partial(Visitor(alice).get, f"{url}/games/{table}/", PATIENCE),
        partial(Visitor().get, f"{url}/lobby/", PATIENCE),
        partial(Visitor().get, f"{url}/api/v1/tables/{table}", PATIENCE, headers=bearer),
    ]


def _measured(name: str, addresses: list[Ask], wire: Wire) -> Iterator[Measure]:
    for what, outage in (("refused", _refused), ("silent", _silent), ("cut during a query", _cut_during_a_query)):
        times = [seconds for _round in range(ROUNDS) for seconds in _round_of(outage, addresses, wire)]
        line = f"{name}, PostgreSQL {what}: the median of {len(times)} 503s"
        yield Measure(line, median(times) * 1000, BAR, " ms", False)
        yield Measure("the slowest of them", max(times) * 1000, BAR, " ms", False)


def _round_of(outage: Outage, addresses: list[Ask], wire: Wire) -> list[float]:
    eventually(lambda: all(ask().status == 200 for ask in addresses * 2), 60)
    times = outage(wire, addresses)
    wire.mend()
    return times


def _refused(wire: Wire, addresses: list[Ask]) -> list[float]:
    wire.cut()
    return _twice(addresses)


def _silent(wire: Wire, addresses: list[Ask]) -> list[float]:
    wire.cut()
    with black_hole(wire.port):
        return _twice(addresses)


def _cut_during_a_query(wire: Wire, addresses: list[Ask]) -> list[float]:
    """Make every query wait for a lock, then cut the connections, and return the seconds from the cut to each 503."""
    with ThreadPoolExecutor(1) as pool, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        begun, asked = monotonic(), pool.submit(_all_at_once, addresses)
        eventually(lambda: _waiting() >= len(addresses))
        passed = monotonic() - begun
        wire.cut()
        return [seconds - passed for seconds in asked.result()]


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
            " WHERE NOT granted AND datname = current_database()"
        )
        return int(cursor.fetchone()[0])


def _twice(addresses: list[Ask]) -> list[float]:
    """Return the seconds until each 503 in two rounds: before and after the site has noticed the lost connections."""
    return [*_all_at_once(addresses), *_all_at_once(addresses)]


def _all_at_once(addresses: list[Ask]) -> list[float]:
    with ThreadPoolExecutor(len(addresses)) as pool:
        return list(pool.map(_refusal, addresses))


def _refusal(ask: Ask) -> float:
    """Return the seconds until the 503. Raise `RuntimeError` for any other response."""
    begun = monotonic()
    if (status := ask().status) != 503:
        raise RuntimeError(f"without PostgreSQL the answer was {status}")
    return monotonic() - begun
