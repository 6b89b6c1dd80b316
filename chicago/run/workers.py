"""Runs Celery's workers, beat and the metrics server as threads: ``python -m chicago.run.workers computers thinking``.

The arguments are the parts to run. Each worker has its own queues and threads, so that none waits for another. The
program exits with 0 on SIGINT or SIGTERM, once running tasks have ended. If it can't start or a part ends, it prints
a sentence and exits with 1.
"""

import argparse
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from time import sleep
from typing import Any

from celery.beat import EmbeddedService
from celery.platforms import EX_FAILURE
from celery.worker import WorkController, state
from django.db import connection
from django.utils.module_loading import import_string
from kombu.asynchronous import set_event_loop

from chicago.celery import app as celery
from chicago.celery import make_app
from chicago.run import prepare
from games.bots.calls_by_owner import THREADS as CALLS

QUEUES = {
    "sweeps": ("sweeps", "deadlines"),
    "computers": ("computers",),
    "thinking": ("thinking",),
    "notices": ("notices",),
    "calls": ("calls",),
}

THREADS = {"sweeps": 8, "computers": 8, "thinking": 1, "notices": 8, "calls": CALLS}
"""The number of threads of each worker. Thinking has only one: two would get half a core each."""

SWITCH = 0.0005
"""The seconds after which a computing thread yields to the other threads."""

PAUSE = 1

STOPS = {signal.SIGINT, signal.SIGTERM}


class Worker(threading.Thread):
    """A thread that runs a Celery worker, and replaces the worker if an error stops it after it was ready."""

    def __init__(self, name: str, threads: int | None = None) -> None:
        super().__init__(name=f"worker {name}", daemon=True)
        self.ready = threading.Event()
        self._new_controller = partial(_controller, name, threads or THREADS[name], self.ready)
        self.controller = self._new_controller()

    def run(self) -> None:
        self.controller.start()
        # Celery gives up if Redis becomes unavailable while Celery closes its previous connection.
        while self.controller.exitcode == EX_FAILURE and self.ready.is_set():
            self.ready.clear()
            sleep(PAUSE)
            self.controller = self._new_controller()
            self.controller.start()


def _controller(name: str, threads: int, ready: threading.Event) -> WorkController:
    controller = WorkController(
        # The queues are stored in the application, so each worker needs its own.
        app=make_app(set_as_current=False),
        hostname=f"{name}@{socket.gethostname()}",
        queues=",".join(QUEUES[name]),
        pool="threads",
        concurrency=threads,
        ready_callback=lambda _: ready.set(),
        without_gossip=True,
        without_heartbeat=True,
        without_mingle=True,
    )
    # Otherwise Celery would pass this worker's event loop on to the next one.
    set_event_loop(None)
    return controller


def beat() -> Any:
    return EmbeddedService(celery, thread=True, scheduler_cls=celery.conf.beat_scheduler)


def metrics() -> threading.Thread:
    """Open METRICS_PORT and return the thread that will serve it. Raise `CannotStart` if the port can't be opened."""
    # Models can be imported only once Django is set up.
    server = import_string("chicago.telemetry.server.open_port")()
    return threading.Thread(target=server.serve_forever, name="metrics", daemon=True)


PARTS: dict[str, Callable[[], threading.Thread]] = {
    **{name: partial(Worker, name) for name in QUEUES},
    "beat": beat,
    "metrics": metrics,
}


def _enlarge_pool(parts: int) -> None:
    """Enlarge the pool of database connections, which is sized for one part, for this number of ``parts``."""
    if pool := connection.settings_dict["OPTIONS"].get("pool"):
        pool["max_size"] *= parts


def _run(parts: Sequence[threading.Thread]) -> int:
    """Run all parts until a signal, or until one of them ends, and return the exit status."""
    # Threads inherit the mask, so that signals wait for the call below.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    for part in parts:
        part.start()
    ended: list[str] = []
    while not (ended or signal.sigtimedwait(STOPS, 1)):
        ended = [part.name for part in parts if not part.is_alive()]
    if ended:
        sys.stderr.write(f"Ended by itself: {', '.join(ended)}.\n")
    # A second signal also ends running tasks.
    for stop in STOPS:
        signal.signal(stop, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    state.should_stop = os.EX_OK  # type: ignore[assignment]  # the stubs say None
    for part in parts:
        if isinstance(part, Worker):
            part.join()
    return 1 if ended else 0


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m chicago.run.workers", description="Runs parts of the site.")
    arguments.add_argument("parts", nargs="+", choices=PARTS, metavar="PART", help="%(choices)s")
    names = arguments.parse_args().parts
    # Skip Django's checks, which Celery would run: they load the views of all pages.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    prepare.set_up()
    _enlarge_pool(len(names))
    sys.setswitchinterval(SWITCH)
    return _run([PARTS[name]() for name in names])


if __name__ == "__main__":
    sys.exit(prepare.run(main))
