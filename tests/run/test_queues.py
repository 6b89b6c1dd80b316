"""Task queues and their workers: nothing can delay a sweep or a deadline."""

from __future__ import annotations

import re
from typing import Any

from celery import current_app
from django.conf import settings

from chicago.run.single_process import WORKERS, Worker
from tests.processes import COMMANDS

SERVED = [
    set(found[1].split(","))
    for command in COMMANDS.values()
    if (found := re.search(r" worker .*--queues (\S+)", command))
]
"""The queues of each process."""

SWEEPS = {"games.sweep", "games.sweep_deadlines", "accounts.sweep"}
LONG = {"games.move_computers"} | {"games.hand_on", "games.deliver", "accounts.make_export", "accounts.tell_of_export"}
"""What thinks, or talks to machines that may hang."""


def queue_of(task: str) -> str:
    """Where a task waits."""
    route: dict[str, Any] = current_app.amqp.router.route({}, task)
    name: str = route["queue"].name
    return name


def tasks() -> set[str]:
    """All of ours."""
    current_app.loader.import_default_modules()
    return {name for name in current_app.tasks if name.startswith(("games.", "accounts."))}


def test_each_queue_is_consumed_by_one_process_and_equally_in_the_single_process() -> None:
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    assert sorted(queue for served in SERVED for queue in served) == sorted(queues)
    assert sorted(map(sorted, SERVED)) == sorted(sorted(served) for served, _threads in WORKERS.values())
    assert {queue_of(task) for task in tasks()} == set(queues)


def test_sweeps_wait_in_no_queue_that_anything_fills() -> None:
    assert {task for task in tasks() if queue_of(task) == "sweeps"} == SWEEPS
    (beside,) = [served for served in SERVED if "sweeps" in served]
    assert not {task for task in LONG if queue_of(task) in beside}


def test_computer_players_and_deliveries_delay_neither_each_other_nor_deadlines() -> None:
    assert queue_of("games.move_computers") == "computers"
    assert {queue_of(task) for task in LONG} == {"computers", "notices"}
    assert {queue_of(task) for task in tasks() - LONG - SWEEPS} == {"deadlines"}
    assert {"computers"} in SERVED
    assert {"notices"} in SERVED


def test_the_workers_of_the_single_process_serve_their_own_queues_with_threads_of_their_own() -> None:
    workers = [Worker(name, queues, threads) for name, (queues, threads) in WORKERS.items()]
    served = [set(worker.controller.app.amqp.queues.consume_from) for worker in workers]
    assert served == [set(queues) for queues, _threads in WORKERS.values()]
    assert [worker.controller.concurrency for worker in workers] == [threads for _queues, threads in WORKERS.values()]
    assert len({worker.controller.hostname for worker in workers}) == len(workers)
