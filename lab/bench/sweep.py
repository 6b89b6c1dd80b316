"""The cost of the periodic sweeps, which must depend on the number of due rows, not of all rows.

The database is filled with seats to move, each with a pending notice and a pending delivery; 500 of each kind are due.
The sweeps run without workers for their tasks. Then their queries run separately.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from django.db import connection
from django.db.models import Model
from django.test.runner import DiscoverRunner
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Delivery, Game, Notice, Player
from games.tasks import sweep, sweep_deadlines
from lab.bench.measure import Measure
from tests.cast import somebody

FEW, MANY, DUE = 10_000, 1_000_000, 500
SEATS = 10
ROUNDS = 30
FILLED = (Game, Player, Notice, Delivery)


def measures() -> Iterator[Measure]:
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield from _measured()
    finally:
        runner.teardown_databases(databases)


def _measured() -> Iterator[Measure]:
    somebody("alice")
    few, many = _swept(FEW), _swept(MANY)
    among = f"among {MANY:,} waiting seats against {FEW:,}, {DUE} due of each kind, {connection.vendor}"
    yield Measure(f"sweeps {among}", many.whole / few.whole, 1.5, "×", False)
    yield Measure("their queries alone", many.queries / few.queries, 2, "×", False)
    yield Measure(f"their queries among {MANY:,}", many.queries * 1000, 20, " ms", False)
    tables = "|".join(model._meta.db_table for model in FILLED)
    scans = re.findall(rf"(?:Seq Scan on|\bSCAN) (?:{tables})\b(?! USING)", many.plans)
    yield Measure("tables that they read from end to end", len(scans), 0, "", False)
    used = sorted(set(re.findall(r"(?:using|INDEX) (\w+)", many.plans)))
    yield Measure(f"indexes that they use ({', '.join(used)})", len(used), 6, "", True)


class Swept(NamedTuple):
    """The fastest time of both sweeps and of their queries, in seconds, and the query plans."""

    whole: float
    queries: float
    plans: str


def _swept(seats: int) -> Swept:
    _fill(seats)
    # without a lease, the same tables are due in every round
    with patch("celery.app.base.Celery.send_task") as sent, patch("games.core.computer_turns.LEASE", timedelta()):
        with CaptureQueriesContext(connection) as captured:
            _sweep()
        if sent.call_count != 5 * DUE:
            raise RuntimeError(f"{sent.call_count} tasks were queued where {5 * DUE} were due")
        whole = _best(_sweep)
    queries = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    plans = [str(row) for query in queries for row in _rows(f"{explain} {query}")]
    return Swept(whole, sum(_best(partial(_rows, query)) for query in queries), "\n".join(plans))


def _sweep() -> None:
    sweep()
    sweep_deadlines()


def _rows(query: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[object, ...]] = cursor.fetchall()
        return rows


def _best(work: Callable[[], object]) -> float:
    """Return the time of the fastest of ROUNDS runs, which has the least noise."""
    times = []
    for _round in range(ROUNDS):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def _fill(seats: int) -> None:
    """Create tables with ``seats`` seats in total, all to move. Due rows are scattered among the others."""
    for model in reversed(FILLED):
        model._default_manager.all().delete()
    now = timezone.now()
    past, future = _moment(now - timedelta(hours=1)), _moment(now + timedelta(days=2))
    every = seats // DUE

    def due(turn: int) -> str:
        return f"CASE WHEN n % {every} = {turn} THEN {past} ELSE {future} END"

    game, player, notice, delivery = _patterns(now)
    table = f"{game.pk} + (n + {SEATS - 1}) / {SEATS}"
    waiting = f"CASE WHEN n % {seats // SEATS // DUE} = 0 THEN {past} ELSE {future} END"
    names = {"table": "'t' || n", "invitation": "'i' || n"}
    _multiply(game, seats // SEATS, id=f"{game.pk} + n", computers_due_at=waiting, **names)
    _multiply(
        player,
        seats,
        id=f"{player.pk} + n",
        game_id=table,
        seat=f"n % {SEATS}",
        persona=f"n % {SEATS}",
        bot=f"CASE WHEN n % {every} = 3 THEN 'steady' ELSE '' END",
        deadline=due(1),
        auto_at=due(2),
    )
    whose = {"game_id": table, "player_id": f"{player.pk} + n"}
    _multiply(notice, seats, id=f"{notice.pk} + n", key="'k' || n", due_at=due(4), **whose)
    _multiply(delivery, seats, id=f"{delivery.pk} + n", notice_id=f"{notice.pk} + n", due_at=due(5))
    for row in (player, notice, delivery, game):
        row.delete()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _patterns(now: datetime) -> tuple[Game, Player, Notice, Delivery]:
    """Create the rows to copy: a game, player, notice and delivery."""
    alice = somebody(f"pattern-{now:%f}")
    game = Game.objects.create(name="Bench", variant="bench", size=SEATS, status="running", started_at=now, host=alice)
    asked = {"to_move_since": 0, "turn_started_at": now - timedelta(minutes=1)}
    player = Player.objects.create(game=game, seat=0, persona=0, entropy="0" * 32, **asked)
    notice = Notice.objects.create(user=alice, kind="turn", game=game, player=player, key="k", due_at=now)
    delivery = Delivery.objects.create(notice=notice, user=alice, channel="mail", due_at=now)
    return game, player, notice, delivery


def _moment(moment: datetime) -> str:
    literal = f"'{moment:%Y-%m-%d %H:%M:%S}'"
    return f"TIMESTAMPTZ {literal}" if connection.vendor == "postgresql" else literal


def _multiply(pattern: Model, count: int, **expressions: str) -> None:
    """Copy a row ``count`` times. ``expressions`` are SQL values of columns, in which ``n`` counts from 1."""
    quote = connection.ops.quote_name
    columns = [field.column for field in pattern._meta.local_concrete_fields]
    values = ", ".join(expressions.get(column, f"pattern.{quote(column)}") for column in columns)
    table = quote(pattern._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(map(quote, columns))}) "
            f"WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count}) "
            f"SELECT {values} FROM number CROSS JOIN {table} AS pattern WHERE pattern.id = {pattern.pk}"
        )
