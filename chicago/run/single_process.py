"""The whole site in one process.

The web server and the sockets use the main thread's event loop; Celery's workers and beat have their own threads. They
communicate in memory, so there must be exactly one such process, which never forks.

Import this module only after ``django.setup()``, as ``python -m chicago`` does.
"""

import asyncio
import os
import socket
import warnings
from contextlib import suppress
from time import monotonic

import uvicorn
from django.conf import settings

from chicago.asgi import application
from chicago.celery import app as celery
from chicago.run import workers
from chicago.run.output import print_line
from games.bots.calls_by_owner import THREADS as CALLS
from games.core import broadcast

THREADS = {"sweeps": 3, "computers": 2, "thinking": 1, "notices": 4, "calls": CALLS}

MAX_FRAME_BYTES = 1024
"""The maximum size of a WebSocket frame in bytes. Pages send only "ping"."""

MAX_QUEUED_FRAMES = 4
"""The number of a socket's unprocessed frames at which reading is paused."""

GRACE = 1
"""The seconds that running requests get to finish at shutdown, and then running tasks."""


class Workers:
    def __init__(self) -> None:
        self.beat = workers.beat()
        self.workers = [workers.Worker(name, threads) for name, threads in THREADS.items()]

    def open(self) -> None:
        """Start the workers, wait until they accept tasks, then start beat."""
        for worker in self.workers:
            worker.start()
            worker.ready.wait()
        self.beat.start()

    def close(self) -> bool:
        """Stop everything, and return whether all running tasks have finished within ``GRACE`` seconds."""
        self.beat.service.stop()
        # The stubs omit ``hostname``.
        names = [worker.controller.hostname for worker in self.workers]  # type: ignore[attr-defined]
        celery.control.shutdown(destination=names)
        end = monotonic() + GRACE
        for worker in self.workers:
            worker.join(max(0, end - monotonic()))
        return not any(worker.is_alive() for worker in self.workers)


class Server(uvicorn.Server):
    def __init__(self, url: str) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                http="h11",
                lifespan="on",
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                ws_max_size=MAX_FRAME_BYTES,
                ws_max_queue=MAX_QUEUED_FRAMES,
                ws_per_message_deflate=False,
                # TRUSTED_PROXIES determines forwarded addresses, in all processes.
                proxy_headers=False,
                server_header=False,
            )
        )
        self.url = url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the workers broadcast through this event loop, start serving, and print the URL."""
        broadcast.socket_loop = asyncio.get_running_loop()
        await super().startup(sockets)
        print_line(f"The Back Room is open: {self.url}")


def serve(listener: socket.socket, url: str) -> None:
    """Run the whole site until SIGINT or SIGTERM. Raise `CannotStart` if METRICS_PORT can't be opened."""
    # WhiteNoise streams files as synchronous iterators; they are small enough to be read at once.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    if settings.METRICS_PORT:
        workers.metrics().start()
    running = Workers()
    running.open()
    with suppress(KeyboardInterrupt):
        Server(url).run(sockets=[listener])
    if not running.close():
        # A task hangs, perhaps on a mail server, and Python would wait for it. Its row is found at the next start.
        os._exit(0)
