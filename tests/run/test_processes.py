"""The site as several processes: probes, `Procfile`, `compose.yaml`, `make serve`, and two of each process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import play
from games.models import Delivery, Game, Heartbeat, Notice, Player
from games.tasks import sweep, sweep_deadlines
from tests.bots.cast import bot_of
from tests.cast import table_of
from tests.databases import started_before
from tests.processes import COMMANDS, Processes, Visitor, database_url
from tests.queue import Queue
from tests.run.bounds import listens_to_its_own_pages_alone, refuses_long_bodies_in_words, sends_whole_pages
from tests.run.test_compression import is_compressed
from tests.site import ROOT, free_port, inherited


def ready() -> dict[str, Any]:
    """Check the status of /readyz, and return the problems that it reports."""
    answer = Client().get("/readyz", headers={"host": "10.0.0.7"})
    found: dict[str, Any] = answer.json()
    assert found["ready"] == (not found["troubles"]) == (answer.status_code == 200)
    assert answer.status_code in {200, 503}
    troubles: dict[str, Any] = found["troubles"]
    return troubles


@pytest.mark.django_db
def test_healthz_answers_without_a_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = Client().get("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


@pytest.mark.django_db
def test_ready_after_a_sweep_and_at_little_cost(queue: Queue, django_assert_max_num_queries: Any) -> None:
    assert ready() == {"worker": "no sweep has run yet"}
    sweep()
    clock = connection.vendor == "postgresql"  # which has a separate clock
    with django_assert_max_num_queries(3 + clock):
        assert ready() == {}


@pytest.mark.django_db
def test_a_worker_that_is_silent_for_long(queue: Queue) -> None:
    sweep()
    sweep_deadlines()
    assert ready() == {}
    Heartbeat.objects.update(last_run_at=timezone.now() - timedelta(seconds=90))
    assert ready() == {"worker": "no games.sweep for 90 s"}
    Heartbeat.objects.update(last_run_at=timezone.now() - timedelta(seconds=130))
    assert ready() == {"worker": "no games.sweep for 130 s; no games.sweep_deadlines for 130 s"}


@pytest.mark.django_db
def test_readyz_names_an_overdue_notice(duel: Game, queue: Queue) -> None:
    sweep()
    Notice.objects.update(state="pending", due_at=timezone.now() - timedelta(minutes=14))
    assert ready() == {}
    Notice.objects.update(due_at=timezone.now() - timedelta(minutes=20))
    assert ready() == {"notices": "the oldest is 1200 s late"}
    notice = Notice.objects.first()
    Notice.objects.update(state="done")
    assert ready() == {}
    late = timezone.now() - timedelta(minutes=30)
    Delivery.objects.create(notice=notice, user=notice.user, channel="mail", due_at=late)
    assert ready() == {"notices": "the oldest is 1800 s late"}
    Delivery.objects.update(user=bot_of(notice.user))
    assert ready() == {}, "how soon a program from outside answers is no trouble of the site's"


@pytest.mark.django_db
def test_readyz_names_an_outage_without_addresses(settings: Settings, queue: Queue) -> None:
    sweep()
    settings.REDIS_URL = f"redis://:secret@127.0.0.1:{free_port()}/0"
    with connection.execute_wrapper(_broken):
        assert ready() == {"redis": "does not answer", "database": "does not answer"}


def _broken(*_: Any) -> None:
    raise DatabaseError("connection to server at db.example.org failed: password secret")


def refusal(tmp_path: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "chicago.run.processes"],
        cwd=ROOT,
        env=inherited() | {"DATA_DIR": str(tmp_path), "PORT": str(free_port())} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_serving_without_redis(tmp_path: Path) -> None:
    assert "Redis can't be used" in refusal(tmp_path, REDIS_URL="redis://127.0.0.1:9/0")


def test_serve_refuses_an_invalid_port(tmp_path: Path) -> None:
    assert "PORT must be a number" in refusal(tmp_path, PORT="http")


@pytest.mark.redis
def test_serving_without_postgresql(tmp_path: Path) -> None:
    said = refusal(tmp_path, REDIS_URL=settings.REDIS_URL, DATABASE_URL="postgres://room:secret@127.0.0.1:9/room")
    assert "The database can't be used" in said
    assert "secret" not in said


@contextmanager
def serving(tmp_path: Path, **ports: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    wiring = {"DATABASE_URL": database_url(), "REDIS_URL": settings.REDIS_URL, "SECRET_KEY": settings.SECRET_KEY}
    process = subprocess.Popen(
        [sys.executable, "-m", "chicago.run.processes"],
        cwd=ROOT,
        env=inherited() | wiring | ports | {"DATA_DIR": str(started_before(tmp_path / "var")), "SWEEP_SECONDS": "0.5"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    try:
        said = line = process.stdout.readline()
        while line and "is open" not in line:
            said += (line := process.stdout.readline())
        yield process, said
    finally:
        if process.poll() is None:
            process.kill()


def children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


@pytest.mark.redis
def test_make_serve_opens_all_of_it_and_ctrl_c_ends_all_of_it(to_postgres: None, alice: User, tmp_path: Path) -> None:
    game = table_of(alice, bots=("steady",))
    port, sockets, metrics = str(free_port()), str(free_port()), str(free_port())
    with serving(tmp_path, PORT=port, SOCKET_PORT=sockets, METRICS_PORT=metrics) as (process, said):
        url = f"http://127.0.0.1:{port}"
        assert url in said.splitlines()[-1]
        page = Visitor(alice).get(f"{url}/games/{game.public_id}/")
        assert page.status == 200
        assert f'data-socket-port="{sockets}"' in page.text
        assert Visitor().get(f"{url}/readyz").json == {"ready": True, "troubles": {}}
        assert Visitor().get(f"http://127.0.0.1:{sockets}/healthz").status == 200
        with Visitor(alice).listen_at(int(sockets), url, game.public_id) as socket:
            socket.recv(20)
            counts = Visitor().get(f"http://127.0.0.1:{metrics}/metrics").text
        assert re.findall(r"^backroom_sockets\{.*\} ([1-9].*)$", counts, re.MULTILINE) == ["1.0"]
        assert re.search(r'^backroom_requests_total\{.*route="table",status="200"\} 1.0$', counts, re.MULTILINE)
        assert re.search(r'^backroom_task_seconds_count\{.*task="games.sweep"\} [1-9]', counts, re.MULTILINE)
        assert re.search(r'^backroom_sweep_age_seconds\{sweep="games.sweep"\} [0-9.]+$', counts, re.MULTILINE)
        assert game.public_id not in counts
        assert Visitor().get(f"{url}/metrics").status == 404
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)[0]
        assert process.returncode == 0
        assert "is closed" in rest.splitlines()[-1]
        for closed in (port, sockets, metrics):
            with pytest.raises(OSError, match="refused"):
                Visitor().get(f"http://127.0.0.1:{closed}/healthz")


@pytest.mark.redis
def test_make_serve_ends_if_one_of_its_processes_is_killed(to_postgres: None, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, PORT=str(port), METRICS_PORT=str(free_port())) as (process, _said):
        # Honcho has a process for each, which reads its output.
        started = [child for each in children(process.pid) for child in children(each)]
        assert len(started) == len(COMMANDS)
        (background,) = [pid for pid in started if b"sweeps" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        os.kill(background, signal.SIGKILL)
        rest = process.communicate(timeout=20)[0]
        assert process.returncode == 1
        assert rest.splitlines()[-1] == "One of the processes ended, so the others were told to."
        assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]


def draw(visitor: Visitor, url: str, user: User, game: Game) -> int:
    """Make a public move in a web process, and return the table's new version."""
    me = Player.objects.select_related("game").get(game=game, user=user)
    answer = visitor.post(f"{url}/games/{game.public_id}/move/", move="draw", version=play.version_of(me.game, me))
    assert answer.status == 303, answer.text
    game.refresh_from_db()
    return game.version


@pytest.mark.redis
def test_two_browsers_on_two_web_processes_see_each_others_moves(processes: Processes, alice: User, bob: User) -> None:
    one, two, first, second = processes.start("web", "web", "sockets", "sockets")
    game = table_of(alice, bob)
    at_one, at_two = Visitor(alice), Visitor(bob)
    turns = {alice: (at_one, one), bob: (at_two, two)}
    with at_one.listen(first, game.public_id) as hers, at_two.listen(second, game.public_id) as his:
        assert {json.loads(page.recv(10))["version"] for page in (hers, his)} == {game.version}
        for _ in range(4):
            mover = game.players.select_related("user").get(to_move_since__isnull=False).user
            visitor, web = turns[mover]
            version = draw(visitor, web.url, mover, game)
            assert [json.loads(page.recv(10))["version"] for page in (hers, his)] == [version, version]
            for other, elsewhere in turns.values():
                assert f'data-version="{version}.' in other.get(f"{elsewhere.url}/games/{game.public_id}/").text
    assert game.moves.filter(text="draw").count() == 4
    listens_to_its_own_pages_alone(first.port, first.url, game.public_id)
    refuses_long_bodies_in_words(first.url)  # the proxy sends them there
    sends_whole_pages(one.port, on_one_connection=False)
    sends_whole_pages(first.port)
    for server in (one, first):
        is_compressed(server.url)
