"""The site as ``make play`` runs it: a separate process, with a separate data folder and port."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHANCE = random.SystemRandom()
"""A separate random generator, because the global one has the same seed in each test process."""
FIRST_PORT = int(os.environ.get("TEST_PORTS", "20000"))
"""The first port of this run. Another run may use other ports at the same time (tests/__main__.py)."""
PORTS = 750
"""The number of ports for each of up to eight workers."""
NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "DJANGO_SETTINGS_MODULE"}
"""Variables set by the tests' own settings, and others that would change the site."""


def inherited() -> dict[str, str]:
    """Return the environment for a process that is not part of the tests."""
    return {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}


def _ports() -> list[int]:
    """Return this worker's ports in random order.

    Workers share no ports, and none is in the kernel's range for outgoing connections.
    """
    first = FIRST_PORT + PORTS * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8)
    ports = list(range(first, first + PORTS, 2))
    CHANCE.shuffle(ports)
    return ports


_LEFT: list[int] = []


def free_port() -> int:
    """Return an unused port that is followed by another unused one.

    Return no port twice, because its listener may be slow to start.
    """
    while True:
        if not _LEFT:
            _LEFT.extend(_ports())
        port = _LEFT.pop()
        try:
            with socket.create_server(("127.0.0.1", port)), socket.create_server(("127.0.0.1", port + 1)):
                return port
        except OSError:
            continue


def eventually(what: Callable[[], Any], seconds: float = 20, why: Callable[[], str] = str) -> Any:
    """Return the value of ``what`` as soon as it is true.

    Raise `AssertionError` with ``why()`` if it takes too long.
    """
    end = monotonic() + seconds
    while not (result := what()):
        assert monotonic() < end, f"not within {seconds} s. {why()}"
        sleep(0.05)
    return result


class Site:
    """A site with a data folder. ``settings`` are environment variables.

    ``program`` is the module that runs the site: in one process or, as ``chicago.run.processes``, in several.
    """

    def __init__(self, data: Path, program: str = "chicago", **settings: str) -> None:
        self.program = program
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = inherited() | {"DATA_DIR": str(data), "PORT": str(self.port)} | settings
        self.log = data.parent / "site.log"
        self._beside: subprocess.Popen[str] | None = None

    def open(self) -> str:
        """Start the site, wait until it is open, and return its output so far."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.program], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=log
            )
        said = b""
        while (line := self.process.stdout.readline()) and self.url.encode() not in line:
            said += line
        if not line:
            raise RuntimeError(f"the site did not open: {said.decode()}{self.log.read_text()}")
        return said.decode()

    def close(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop the site, and return its exit status."""
        self.process.send_signal(how)
        self.process.communicate(timeout=30)
        self.close_shell()
        return self.process.returncode

    def kill(self) -> None:
        with self.process:  # closes its pipe
            self.process.kill()
        self.close_shell()

    def shell(self, code: str) -> str:
        """Return the output of a piece of Python run on the site's data. Raise `RuntimeError` if it fails."""
        if self._beside is None:
            self._beside = self._open_shell()
        assert self._beside.stdin is not None and self._beside.stdout is not None
        self._beside.stdin.write(json.dumps(code) + "\n")
        self._beside.stdin.flush()
        printed: str | None = json.loads(self._beside.stdout.readline() or "null")
        if printed is None:
            raise RuntimeError(self.log.read_text()[-4000:])
        return printed.strip()

    def _open_shell(self) -> subprocess.Popen[str]:
        command, pipe = [sys.executable, "-m", "tests.shell"], subprocess.PIPE
        with self.log.open("a") as log:
            return subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdin=pipe, stdout=pipe, stderr=log, text=True
            )

    def close_shell(self) -> None:
        if self._beside is not None:
            self._beside.communicate()
            self._beside = None
