"""Celery's workers, beat and the metrics, as threads of one process: ``python -m chicago.run.workers computers``.

The command names the parts to run; each worker has separate queues and threads, so that none waits for another. Exits
with 0 on SIGINT or SIGTERM, once running tasks have ended; with 1 and one sentence if it cannot start or a part of it
ends.
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
"""The queues that each worker serves."""

THREADS = {"sweeps": 8, "computers": 8, "thinking": 1, "notices": 8, "calls": CALLS}
"""Threads of each worker, so that no queue waits for another worker's.

Two thinking ones would have half a core each.
"""

SWITCH = 0.0005
"""Seconds after which a thread that only computes lets threads run that answer requests."""

PAUSE = 1
"""Seconds before a worker is replaced."""

STOPS = {signal.SIGINT, signal.SIGTERM}


class Worker(threading.Thread):
    """One of Celery's workers. One that an error has stopped is replaced, if it has worked before."""

    def __init__(self, name: str, threads: int | None = None) -> None:
        super().__init__(name=f"worker {name}", daemon=True)
        self.ready = threading.Event()
        self._new_controller = partial(_controller, name, threads or THREADS[name], self.ready)
        self.controller = self._new_controller()

    def run(self) -> None:
        """Work until the controller is stopped."""
        self.controller.start()
        # Celery gives up if Redis goes away while it closes the connection that it had.
        while self.controller.exitcode == EX_FAILURE and self.ready.is_set():
            self.ready.clear()
            sleep(PAUSE)
            self.controller = self._new_controller()
            self.controller.start()


def _controller(name: str, threads: int, ready: threading.Event) -> WorkController:
    controller = WorkController(
        # The queues are stored in the application, so that each worker needs its own.
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
    # Celery would give this worker's event loop to the next one too.
    set_event_loop(None)
    return controller


def beat() -> Any:
    """Return beat, a thread that is not yet started."""
    return EmbeddedService(celery, thread=True, scheduler_cls=celery.conf.beat_scheduler)


def metrics() -> threading.Thread:
    """Return the server of METRICS_PORT, which listens already. Raise `CannotStart`."""
    # Models can be imported only once Django is set up.
    server = import_string("chicago.telemetry.server.open_port")()
    return threading.Thread(target=server.serve_forever, name="metrics", daemon=True)


PARTS: dict[str, Callable[[], threading.Thread]] = {
    **{name: partial(Worker, name) for name in QUEUES},
    "beat": beat,
    "metrics": metrics,
}
"""The parts that the command line can name."""


def _enlarge_pool(parts: int) -> None:
    """Let each part have the database connections of a separate process."""
    if pool := connection.settings_dict["OPTIONS"].get("pool"):
        pool["max_size"] *= parts


def _run(parts: Sequence[threading.Thread]) -> int:
    """Run all parts until a signal, or until one of them ends. Return the exit status."""
    # Threads inherit it, so that a signal waits until it is asked for here.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    for part in parts:
        part.start()
    ended: list[str] = []
    while not (ended or signal.sigtimedwait(STOPS, 1)):
        ended = [part.name for part in parts if not part.is_alive()]
    if ended:
        sys.stderr.write(f"Ended by itself: {', '.join(ended)}.\n")
    # A second signal ends running tasks too.
    for stop in STOPS:
        signal.signal(stop, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    state.should_stop = os.EX_OK  # type: ignore[assignment]  # the stubs say None
    for part in parts:
        if isinstance(part, Worker):
            part.join()
    return 1 if ended else 0


def main() -> int:
    """Run the named parts until a signal. Return the exit status."""
    arguments = argparse.ArgumentParser(prog="python -m chicago.run.workers", description="Runs parts of the site.")
    arguments.add_argument("parts", nargs="+", choices=PARTS, metavar="PART", help="%(choices)s")
    names = arguments.parse_args().parts
    # Django's checks, which Celery would run, load every page's view.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    prepare.set_up()
    _enlarge_pool(len(names))
    sys.setswitchinterval(SWITCH)
    return _run([PARTS[name]() for name in names])


if __name__ == "__main__":
    sys.exit(prepare.run(main))
