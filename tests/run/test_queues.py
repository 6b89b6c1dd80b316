"""Task queues and their workers: nothing can delay a sweep or a deadline."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from chicago.run import workers
from chicago.run.single_process import THREADS
from tests.processes import COMMANDS
from tests.site import ROOT

PROCESSES = [
    command.split()[3:] for command in COMMANDS.values() if command.startswith("python -m chicago.run.workers ")
]

SWEEPS = {"games.sweep", "games.sweep_deadlines", "accounts.sweep"}
LONG = {"games.move_computers", "games.think", "games.review"} | {
    "games.fan_out",
    "games.deliver",
    "games.call_player",
    "games.call_player_again",
    "games.make_open_data",
    "accounts.make_export",
    "accounts.mail_export_ready",
}
"""Tasks that search, write long files, or connect to machines that may hang."""


def queue_of(task: str) -> str:
    route: dict[str, Any] = current_app.amqp.router.route({}, task)
    name: str = route["queue"].name
    return name


def tasks() -> set[str]:
    current_app.loader.import_default_modules()
    return {name for name in current_app.tasks if name.startswith(("games.", "accounts."))}


def test_each_queue_is_consumed_by_one_worker_with_threads_of_its_own() -> None:
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    assert sorted(queue for served in workers.QUEUES.values() for queue in served) == sorted(queues)
    assert {queue_of(task) for task in tasks()} == set(queues)
    assert set(THREADS) == set(workers.QUEUES)


def test_the_processes_run_each_part_once_and_computers_apart() -> None:
    assert sorted(part for process in PROCESSES for part in process) == sorted(workers.PARTS)
    assert ["computers", "thinking"] in PROCESSES


def test_sweeps_wait_in_no_queue_that_anything_fills() -> None:
    assert {task for task in tasks() if queue_of(task) == "sweeps"} == SWEEPS
    (beside,) = [served for served in workers.QUEUES.values() if "sweeps" in served]
    assert not {task for task in LONG if queue_of(task) in beside}


def test_computer_players_and_deliveries_delay_neither_each_other_nor_deadlines() -> None:
    assert queue_of("games.move_computers") == "computers"
    assert {task for task in tasks() if queue_of(task) == "thinking"} == {"games.think", "games.review"}
    assert {task for task in tasks() if queue_of(task) == "calls"} == {"games.call_player", "games.call_player_again"}
    assert {queue_of(task) for task in LONG} == {"computers", "thinking", "notices", "calls"}
    assert {queue_of(task) for task in tasks() - LONG - SWEEPS} == {"deadlines"}
    assert {("computers",), ("thinking",), ("notices",), ("calls",)} < set(workers.QUEUES.values())


def test_who_thinks_long_has_a_core_for_the_time_that_a_level_allows() -> None:
    assert workers.Worker("thinking").controller.concurrency == THREADS["thinking"] == 1


def test_the_workers_of_the_single_process_serve_their_own_queues_with_threads_of_their_own() -> None:
    started = [workers.Worker(name, threads) for name, threads in THREADS.items()]
    served = [tuple(worker.controller.app.amqp.queues.consume_from) for worker in started]
    assert served == [workers.QUEUES[name] for name in THREADS]
    assert [worker.controller.concurrency for worker in started] == list(THREADS.values())
    assert len({worker.controller.hostname for worker in started}) == len(started)


@pytest.mark.redis
def test_workers_of_one_process_share_no_event_loop() -> None:
    hubs = [workers.Worker(name).controller.hub for name in workers.QUEUES]
    assert None not in hubs
    assert len({id(hub) for hub in hubs}) == len(hubs)


@pytest.mark.parametrize(
    ("fates", "started"),
    [
        ([(True, 1), (True, 1), (True, 0)], 3),  # stopped by errors twice, and then by a signal
        ([(True, None)], 1),
        ([(False, 1)], 1),  # it never worked, so another one won't either
        ([(True, 1), (False, 1)], 2),
    ],
)
def test_a_worker_that_an_error_stops_is_replaced_if_it_has_worked(
    fates: list[tuple[bool, int | None]], started: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = list(fates)

    class Controller:
        def __init__(self, *, ready_callback: Callable[[object], None], **_: object) -> None:
            self.exitcode: int | None = None
            self._ready = ready_callback

        def start(self) -> None:
            works, self.exitcode = left.pop(0)
            if works:
                self._ready(self)

    monkeypatch.setattr(workers, "WorkController", Controller)
    monkeypatch.setattr(workers, "PAUSE", 0)
    workers.Worker("notices").run()
    assert len(fates) - len(left) == started


def test_each_part_may_have_as_many_connections_as_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", {"pool": {"max_size": 8}})
    workers._enlarge_pool(3)
    assert connection.settings_dict["OPTIONS"]["pool"]["max_size"] == 24


def test_the_process_ends_with_a_sentence_when_a_part_of_it_does() -> None:
    code = (
        "import sys, threading; from chicago.run import workers\n"
        "ended, stays = threading.Thread(name='beat'), threading.Thread(target=threading.Event().wait, daemon=True)\n"
        "sys.exit(workers._run([ended, stays]))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "Ended by itself: beat.\n")


def test_an_unknown_part_is_refused() -> None:
    command = [sys.executable, "-m", "chicago.run.workers", "sweeps", "mails"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'mails'" in done.stderr.splitlines()[-1]
