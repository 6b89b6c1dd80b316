"""PostgreSQL clusters for single tests, created by PostgreSQL's programs and removed afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from tests.needs import skip_or_fail
from tests.site import free_port

USER = "postgres" if os.getuid() == 0 else None
"""The user that runs the servers, because PostgreSQL refuses to run as root."""

QUICK = "fsync = off\nshared_buffers = 16MB\nunix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\n"


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs, or skip the test if it is missing."""
    return _found(name) or skip_or_fail(f"no {name} on this machine")


def has_program(name: str) -> bool:
    return _found(name) is not None


def _found(name: str) -> str | None:
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))[-1:]
    return str(newest[0]) if newest else shutil.which(name)


class Cluster:
    """A cluster. ``data`` is its folder, and ``url`` leads to its server without a database."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}"
        self._paused: list[int] = []

    def run(self, name: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as the servers' user. Raise `AssertionError` if it fails."""
        log = self.data.parent / f"{name}.log"
        with log.open("ab") as file:
            done = subprocess.run(
                [program(name), *arguments], user=USER, stdout=file, stderr=file, cwd="/", check=False
            )
        assert done.returncode == 0, log.read_text()[-2000:]
        return log.read_text()

    def create(self, configuration: str = "", *options: str) -> None:
        """Create the files of a new cluster. ``options`` are initdb's."""
        self.run("initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", *options)
        self.configure(QUICK + configuration)

    def configure(self, lines: str) -> None:
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(lines)

    def start(self) -> None:
        log = self.data.parent / f"{self.data.name}.log"
        self.run("pg_ctl", "-D", str(self.data), "-w", "-o", f"-p {self.port}", "-l", str(log), "start")

    def stop(self, how: str = "fast") -> None:
        """Stop the server. ``immediate`` simulates a crash."""
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")

    def pause(self) -> None:
        """Suspend the server and all its connections, as on a machine that hangs."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)  # so that it starts no other process meanwhile
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        self._paused = [first, *map(int, children)]
        for pid in self._paused[1:]:
            _signal(pid, signal.SIGSTOP)

    def resume(self) -> None:
        paused, self._paused = self._paused, []
        for pid in paused:
            _signal(pid, signal.SIGCONT)

    def follow(self, primary: Cluster) -> None:
        """Copy a running cluster as its replica, and start the replica."""
        source = f"postgres://postgres@127.0.0.1:{primary.port}"
        self.run("pg_basebackup", "-D", str(self.data), "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        self.start()

    def has_replayed(self, primary: Cluster) -> bool:
        """Return whether everything committed on the primary so far has been replayed."""
        # A commit that waits for the disk also flushes the earlier commits that did not wait.
        primary.sql("SELECT pg_logical_emit_message(true, 'tests', '')")
        [(position,)] = primary.sql("SELECT pg_current_wal_lsn()")
        [(reached,)] = self.sql(f"SELECT pg_last_wal_replay_lsn() >= '{position}'")
        return bool(reached)

    def sql(self, statement: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(f"{self.url}/{database}", autocommit=True) as server:
            cursor = server.execute(statement)
            return cursor.fetchall() if cursor.description else []


def _signal(pid: int, which: signal.Signals) -> None:
    """Signal a process that may have ended already."""
    with suppress(ProcessLookupError):
        os.kill(pid, which)


@contextmanager
def folder_of_clusters() -> Iterator[Path]:
    """Yield a folder that PostgreSQL's user may write. Every server in it is stopped afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="back-room-clusters-"))
    if USER:
        shutil.chown(folder, USER)
    try:
        yield folder
    finally:
        for pid in folder.glob("*/postmaster.pid"):
            Cluster(pid.parent).stop("immediate")
        shutil.rmtree(folder)


@contextmanager
def connected_to(**place: Any) -> Iterator[None]:
    """Connect this process's Django to another PostgreSQL database. ``place`` has keys of Django's settings."""
    kept = dict(connection.settings_dict)
    _move(kept | place)
    try:
        yield
    finally:
        _move(kept)


def _move(place: dict[str, Any]) -> None:
    connection.close()
    connection.close_pool()
    connection.settings_dict.clear()
    connection.settings_dict.update(place)
