"""Starts the site's commands by forking a process that has imported what they import: ``python -m tests.forkserver``.

A start takes a fraction of the time. Only what needs no settings is imported before: settings, models and all that
reads the environment are loaded by each process itself, from the environment that its test has given it.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = (
    "argon2", "babel.numbers", "celery.apps.worker", "celery.beat", "celery.bin.celery",
    "celery.concurrency.thread", "celery.fixups.django", "celery.worker", "channels.layers", "channels_redis.core",
    "confusable_homoglyphs.categories", "cryptography.x509", "django.contrib.staticfiles.finders",
    "django.core.handlers.asgi", "django.core.management", "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base", "django.db.models", "django.forms", "django.template.loader", "django.test",
    "environ", "fido2.server", "games.rules", "gunicorn.app.wsgiapp", "gunicorn.workers.gthread",
    "kombu.transport.memory", "kombu.transport.redis", "limits", "openskill.models", "psycopg_pool",
    "redis.asyncio", "requests", "urllib3", "uvicorn.main", "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto", "websockets.sync.client", "whitenoise.storage",
)  # fmt: skip
"""What the site's processes import without their settings. One that is missing costs time, nothing else."""


class Forked:
    """A process that the fork server has started; as ``subprocess.Popen``, as far as the tests need it."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self._server, self.pid = server, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, or the negative number of the signal that has ended it; None while it runs."""
        if self.returncode is None:
            self.returncode = self._server.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        """The same once it has ended. Raises subprocess.TimeoutExpired."""
        end = monotonic() + timeout
        while (status := self.poll()) is None:
            if monotonic() > end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            sleep(0.01)
        return status


class ForkServer:
    """The test's side of it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.forkserver"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Forked:
        """Start a program of the virtual environment in a session of its own. What it prints goes to ``log``."""
        pid = self.ask({"start": list(arguments), "environment": dict(environment), "log": str(log)})
        return Forked(self, pid)

    def ask(self, request: Mapping[str, Any]) -> Any:
        """The answer to one request."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@cache
def fork_server() -> ForkServer:
    """That of this test process. It ends with it, since its input does."""
    return ForkServer()


def _program(name: str) -> Any:
    """What the script ``name`` in the virtual environment's bin calls."""
    (found,) = entry_points(group="console_scripts", name=name)
    return found.load()


def _become(request: Mapping[str, Any]) -> None:
    """Run the program in this process, which has just been forked, and exit as the program's script does."""
    os.setsid()
    nothing, log = os.open(os.devnull, os.O_RDONLY), os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for old, new in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(old, new)
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = request["start"]
    sys.exit(_program(sys.argv[0])())


def _answer(request: Mapping[str, Any]) -> int | None:
    """The process id of what was started, or the exit status of what has ended."""
    if "poll" in request:
        pid, status = os.waitpid(request["poll"], os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None
    if (child := os.fork()) == 0:
        _become(request)
    return child


def main() -> None:
    """Answers until there are no more requests."""
    for name in LIBRARIES:
        import_module(name)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
