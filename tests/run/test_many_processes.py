"""The site as several processes: a separate worker, connected by Redis and PostgreSQL."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.core import computer_turns
from games.core.broadcast import table_group
from games.models import Game, Move, Player
from tests.cast import table_of
from tests.needs import skip_or_fail
from tests.site import ROOT, inherited

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def worker(transactional_db: None, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    if connection.vendor != "postgresql":
        skip_or_fail("needs PostgreSQL beside Redis, as a database that two processes share")
    database, name = settings.DATABASE_URL.rsplit("/", 1)[0], connection.settings_dict["NAME"]
    wiring = {
        "DATABASE_URL": f"{database}/{name}",
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "ALLOWED_HOSTS": "localhost",
        "SITE_URL": "http://localhost",
        "DATA_DIR": str(tmp_path),
    }
    command = [sys.executable, "-m", "celery", "-A", "chicago", "worker", "--pool", "threads", "--concurrency", "2"]
    process = subprocess.Popen(command, cwd=ROOT, env=inherited() | wiring)
    end = monotonic() + 60
    while not current_app.control.ping(timeout=0.5):
        assert process.poll() is None and monotonic() < end, "the worker did not start"
    yield process
    process.terminate()
    process.wait(timeout=15)


def test_a_workers_move_is_broadcast_to_open_pages(worker: subprocess.Popen[bytes], alice: User) -> None:
    game = table_of(alice, bots=("random",))
    Player.objects.filter(game=game, bot="").update(bot="random", user=None)

    async def listen_and_queue() -> dict[str, object]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(table_group(game.public_id), channel)
        await sync_to_async(current_app.send_task)("games.move_computers", (game.pk,))
        while True:  # drafts concern only that player's pages, and the table's first version may come late
            message = await asyncio.wait_for(layer.receive(channel), 20)
            if message["type"] != "table.draft" and message["version"] > game.version:
                return message

    assert async_to_sync(listen_and_queue)()["type"] == "table.version"
    end = monotonic() + 60
    while Game.objects.get(pk=game.pk).is_running:
        assert monotonic() < end
        # Computers pause if no person waits for them: end the pause.
        Game.objects.filter(pk=game.pk, computers_busy_until=None).update(computers_due_at=timezone.now())
        computer_turns.enqueue(game.pk)
        sleep(0.1)
    assert set(Move.objects.filter(game=game, number__gt=0).values_list("by", flat=True)) <= {"computer", "form"}
