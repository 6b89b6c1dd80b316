"""A Redis server for single tests, which they can kill and suspend. compose.yaml has its command."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
import yaml

from tests.needs import skip_or_fail
from tests.site import ROOT, eventually, free_port

PASSWORD = "OpenSesame1933"


class RedisServer:
    """A server that stores nothing on disk. ``url`` is its database 0, with the password."""

    def __init__(self, folder: Path) -> None:
        self._program = shutil.which("redis-server") or skip_or_fail("no redis-server on this machine")
        self._folder, self.port = folder, free_port()
        self.url = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server empty, and wait until it responds."""
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(),
                env=os.environ | {"REDISCLI_AUTH": PASSWORD},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        eventually(self._answers)

    def _command(self) -> list[str]:
        *shell, script = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["redis"]["command"]
        own = f"{self._program} - --port {self.port} --bind 127.0.0.1 --dir {self._folder}"
        return [*shell, script.replace("$$", "$").replace("redis-server -", own)]

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def pause(self) -> None:
        """Suspend the server, whose connections stay open."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the server with ``kill -9``, even while suspended."""
        self._process.kill()
        self._process.wait()


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
