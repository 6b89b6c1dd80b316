"""The metrics by name; no label identifies a visitor or a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY as COUNTS
from prometheus_client import CollectorRegistry, generate_latest
from pytest_django import Settings

from accounts.models import User
from chicago.celery import app
from chicago.telemetry.metrics import SiteCollector
from games.computers.players import move_all
from games.models import Delivery, Game, Move, Notice, Player
from games.tasks import sweep
from tests.cast import client_of, table_of
from tests.playing import act, legal
from tests.queue import Queue
from tests.site import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the test's database connection open, because the test's transaction uses it."""
    monkeypatch.setattr("chicago.telemetry.metrics.close_old_connections", lambda: None)
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.close", lambda _: None)


def site(name: str, **labels: str) -> float | None:
    """Return a metric that is computed from the site's rows."""
    collected = CollectorRegistry()
    collected.register(SiteCollector())
    return collected.get_sample_value(f"backroom_{name}", labels)


def counted(name: str, **labels: str) -> float:
    return COUNTS.get_sample_value(f"backroom_{name}", labels) or 0


def test_overdue_turns_and_the_age_of_the_oldest(duel: Game, queue: Queue) -> None:
    assert (site("overdue_turns"), site("overdue_turn_seconds")) == (0, 0)
    to_move = Player.objects.filter(to_move_since__isnull=False)
    assert to_move.update(deadline=timezone.now() - timedelta(minutes=5)) == 1
    assert site("overdue_turns") == 1
    assert 300 <= (site("overdue_turn_seconds") or 0) < 360


def test_the_oldest_notice_and_what_was_refused(duel: Game, queue: Queue) -> None:
    Notice.objects.update(state="pending", due_at=timezone.now() - timedelta(minutes=20))
    assert 1200 <= (site("notice_delay_seconds") or 0) < 1260
    Notice.objects.update(state="done")
    assert site("notice_delay_seconds") == 0
    notice = Notice.objects.all()[0]
    for hours, target in ((0.5, "1"), (2, "2")):
        due = timezone.now() - timedelta(hours=hours)
        Delivery.objects.create(
            notice=notice, user=notice.user, channel="push", target=target, due_at=due, state="failed"
        )
    assert site("failed_deliveries") == 1


@pytest.mark.postgres
@pytest.mark.parametrize("minutes", [5, -5])
def test_a_clock_that_is_wrong(queue: Queue, minutes: int) -> None:
    assert site("clock_offset_seconds") == pytest.approx(0, abs=5)
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=True):
        assert site("clock_offset_seconds") == pytest.approx(60 * minutes, abs=5)


def test_a_sweeps_age(queue: Queue) -> None:
    assert site("sweep_age_seconds", sweep="games.sweep") is None
    sweep()
    assert (site("sweep_age_seconds", sweep="games.sweep") or 99) < 60


def test_the_site_is_read_in_few_queries(queue: Queue, django_assert_num_queries: Any) -> None:
    clock = connection.vendor == "postgresql"  # which has a separate clock
    with django_assert_num_queries(6 + clock):
        assert site("database_up") == 1


def test_nothing_is_read_while_the_database_is_away() -> None:
    def broken(*_: Any) -> None:
        raise DatabaseError("password secret")

    with connection.execute_wrapper(broken):
        assert (site("database_up"), site("overdue_turns")) == (0, None)


def test_nothing_is_read_while_redis_is_away(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://:secret@127.0.0.1:{free_port()}/0"
    assert (site("redis_up"), site("queue_length", queue="notices"), site("database_up")) == (0, None, 1)


@pytest.mark.redis
def test_the_length_of_each_queue(settings: Settings) -> None:
    app.send_task("games.deliver", (1,))
    assert (site("queue_length", queue="notices"), site("queue_length", queue="sweeps")) == (1, 0)
    assert site("redis_up") == 1


def test_requests_are_counted_by_route_and_status_and_by_nothing_else(duel: Game, alice: User) -> None:
    labels = {"route": "table", "method": "GET", "status": "200"}
    before, timed = counted("requests_total", **labels), counted("request_seconds_count", route="table")
    unknown = counted("requests_total", route="none", method="other", status="404")
    client_of(alice).get(duel.get_absolute_url())
    Client().generic("LOITER", "/i-have-made-this-up/?mail=dana@example.org")
    assert counted("requests_total", **labels) == before + 1
    assert counted("request_seconds_count", route="table") == timed + 1
    assert counted("requests_total", route="none", method="other", status="404") == unknown + 1
    text = generate_latest().decode()
    assert not [part for part in (duel.public_id, "alice", "made-this-up", "LOITER", "example.org") if part in text]


def test_refusals_are_counted_by_the_name_of_their_reason(duel: Game, alice: User) -> None:
    before = counted("refusals_total", code="stale")
    answer = client_of(alice).post(f"{duel.get_absolute_url()}move/", {"move": "draw", "version": "0.0"})
    assert (answer.status_code, counted("refusals_total", code="stale")) == (409, before + 1)


def test_the_time_a_computer_player_thinks(alice: User, queue: Queue) -> None:
    game = table_of(alice, bots=("steady",))
    me = Player.objects.get(game=game, user=alice)
    while Player.objects.get(pk=me.pk).to_move_since is not None:
        act(me, "draw" if "draw" in legal(me) else "end")
    labels = {"rules": game.variant, "strength": "steady"}
    before = counted("computer_thinking_seconds_count", **labels)
    move_all(game.pk)
    made = Move.objects.filter(game=game, by=Move.By.COMPUTER).count()
    assert counted("computer_thinking_seconds_count", **labels) >= before + made > before
