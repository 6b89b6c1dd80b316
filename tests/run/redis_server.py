"""A Redis server of a test's own, which it can kill and start again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.needs import silent, skip_or_fail
from tests.processes import eventually
from tests.site import free_port


class RedisServer:
    """Keeps nothing, as that of compose.yaml."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.start()

    def start(self) -> None:
        """Starts it, at the same port as before, and waits until it answers."""
        command = ["redis-server", "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL)
        eventually(lambda: not silent(self.url, "Redis"))

    def kill(self) -> None:
        """``kill -9``."""
        self._process.kill()
        self._process.wait()


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """A server for as long as the block runs. Skips the test where there is none."""
    if shutil.which("redis-server") is None:
        skip_or_fail("needs redis-server")
    server = RedisServer(folder)
    try:
        yield server
    finally:
        server.kill()
