"""The whole site in one process: web server and sockets in the main thread's event loop, Celery's workers and beat in
threads beside it. What they tell each other stays in memory, so there is exactly one such process, and it never forks.

To be imported once Django is set up: ``python -m chicago`` does both.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

import uvicorn
from celery.beat import EmbeddedService
from celery.worker import WorkController

from chicago.asgi import application
from chicago.celery import app as celery
from chicago.celery import make_app
from chicago.run.prepare import say
from games.realtime import broadcast

WORKERS = {"sweeps": (("sweeps", "deadlines"), 3), "computers": (("computers",), 2), "notices": (("notices",), 4)}
"""The queues that each worker serves, as in ``Procfile``, and with how many threads of its own."""

LONGEST_FRAME = 1024
"""Bytes that a page may send through a socket: it has nothing to say but "ping"."""

MOST_WAITING = 4
"""So many frames of one socket wait to be heard; until then no more are read."""

GRACE = 1
"""Seconds for requests, and again for tasks, that are under way when the site is told to close."""


class Worker(threading.Thread):
    """One of Celery's workers."""

    def __init__(self, name: str, queues: Sequence[str], threads: int) -> None:
        super().__init__(name=f"worker {name}", daemon=True)
        self.ready = threading.Event()
        self.controller = WorkController(
            # Which queues are served is noted in the application, so that each worker has one of its own.
            app=make_app(set_as_current=False),
            hostname=f"{name}@{socket.gethostname()}",
            queues=",".join(queues),
            pool="threads",
            concurrency=threads,
            ready_callback=lambda _: self.ready.set(),
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
        )

    def run(self) -> None:
        """Work until told to stop."""
        self.controller.start()


class Workers:
    """All of Celery's workers, and beat, which says when to sweep."""

    def __init__(self) -> None:
        self.beat = EmbeddedService(celery, thread=True, scheduler_cls=celery.conf.beat_scheduler)
        self.workers = [Worker(name, queues, threads) for name, (queues, threads) in WORKERS.items()]

    def open(self) -> None:
        """Start, and wait until tasks are taken."""
        for worker in self.workers:
            worker.start()
            worker.ready.wait()
        self.beat.start()

    def close(self) -> bool:
        """Stop. Whether all that was being done is finished."""
        self.beat.service.stop()
        celery.control.shutdown(destination=[worker.controller.hostname for worker in self.workers])
        end = monotonic() + GRACE
        for worker in self.workers:
            worker.join(max(0, end - monotonic()))
        return not any(worker.is_alive() for worker in self.workers)


class Server(uvicorn.Server):
    """The web server. Once it can be reached it says where."""

    def __init__(self, url: str) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                lifespan="off",
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                ws_max_size=LONGEST_FRAME,
                ws_max_queue=MOST_WAITING,
                # Whom to believe about addresses is said by TRUSTED_PROXIES, to all processes alike.
                proxy_headers=False,
                server_header=False,
            )
        )
        self.url = url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and let the worker's nudges go through the sockets' own loop."""
        broadcast.socket_loop = asyncio.get_running_loop()
        await super().startup(sockets)
        say(f"The Back Room is open: {self.url}")


def serve(listener: socket.socket, url: str) -> None:
    """Keep the site open until SIGINT or SIGTERM."""
    # WhiteNoise hands its files over as plain iterators; they are small, so that reading one whole does no harm.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    workers = Workers()
    workers.open()
    with suppress(KeyboardInterrupt):
        Server(url).run(sockets=[listener])
    if not workers.close():
        # A task hangs, on a mail server perhaps. What it owes is a row and done next time; Python would wait for it.
        os._exit(0)
