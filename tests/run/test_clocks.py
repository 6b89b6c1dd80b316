"""Two machines whose clocks differ by five minutes: the wrong one reports it, and handles no deadline early."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.archive.tasks import archive
from games.core import database_clock
from games.models import Game, Heartbeat, Notice, Player
from games.notifications import outbox
from games.notifications.tasks import deliver, fan_out
from games.tasks import sweep, sweep_deadlines
from tests.queue import Queue

APART = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def tolerance(settings: Settings) -> None:
    settings.CLOCK_TOLERANCE = 30.0


@pytest.fixture(params=[1, -1], ids=["ahead", "behind"])
def on_the_wrong_machine(request: pytest.FixtureRequest) -> Iterator[int]:
    with time_machine.travel(timezone.now() + request.param * APART, tick=True):
        yield request.param


def troubles() -> dict[str, str]:
    found: dict[str, str] = Client().get("/readyz").json()["troubles"]
    return found


def due_soon(game: Game) -> None:
    Player.objects.filter(game=game, to_move_since__isnull=False).update(deadline=timezone.now() + timedelta(minutes=3))


@pytest.mark.postgres
def test_no_deadline_is_called_early(duel: Game, queue: Queue, caplog: pytest.LogCaptureFixture) -> None:
    due_soon(duel)
    queue.sent.clear()
    with time_machine.travel(timezone.now() + APART, tick=True):
        for task in (sweep, sweep_deadlines, archive):
            task()
    assert not queue.sent
    assert caplog.messages == [
        f"{task} does not run here: this machine's clock differs by +300 s"
        for task in ("sweep", "sweep_deadlines", "archive")
    ]
    assert not Heartbeat.objects.exists()


@pytest.mark.postgres
def test_a_mail_that_a_worker_is_sending_is_not_sent_by_a_machine_that_is_ahead(duel: Game, mailoutbox: list) -> None:
    """By the other machine's clock, the worker's claim has already expired."""
    notice = Notice.objects.get(kind="turn")
    Notice.objects.filter(pk=notice.pk).update(due_at=timezone.now())
    (delivery,) = outbox.fan_out(notice.pk)
    assert outbox.claim(delivery)
    with time_machine.travel(timezone.now() + APART, tick=True):
        deliver(delivery)
        fan_out(notice.pk)
    assert not mailoutbox


@pytest.mark.postgres
def test_another_machine_handles_the_deadline_in_time(duel: Game, queue: Queue, settings: Settings) -> None:
    due_soon(duel)
    queue.sent.clear()
    sweep_deadlines()
    assert not queue.sent
    settings.CLOCK_TOLERANCE = APART.total_seconds() + 60  # as if time had passed on the database's machine, too
    with time_machine.travel(timezone.now() + APART, tick=True):
        sweep_deadlines()
    assert "games.time_up" in [task for task, _arguments in queue.sent]


@pytest.mark.postgres
@pytest.mark.django_db
def test_readyz_says_by_how_much(on_the_wrong_machine: int, queue: Queue) -> None:
    assert troubles()["clock"] == f"differs from the database's by {300 * on_the_wrong_machine:+} s"


@pytest.mark.django_db
def test_a_right_clock_is_no_trouble(queue: Queue) -> None:
    sweep()
    assert "clock" not in troubles()
    assert Heartbeat.objects.filter(task="games.sweep").exists()
    if connection.vendor == "sqlite":
        assert database_clock.offset() == timedelta()
    else:
        assert abs(database_clock.offset()) < timedelta(seconds=5)
