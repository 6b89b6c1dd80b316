"""The databases of the tests: migrated once, and copied for each worker and for each site that a test opens."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.site import ROOT, inherited

SHARED = Path(os.environ["TEST_DATA_DIR"])
"""Of all workers, and of all runs that `make test` starts (tests/settings.py makes it)."""


AMONG_OTHERS = not os.environ.keys().isdisjoint({"PYTEST_XDIST_WORKER", "TEST_SHARED"})
"""Whether others need the same: a worker by itself migrates its own database as quickly."""

IN_MEMORY = "file:tests?mode=memory&cache=shared"
"""A worker's own database on SQLite."""


@contextmanager
def _one_at_a_time(name: str) -> Iterator[Path]:
    """Yield a marker's path under a lock: a second process waits, then finds the first one's marker."""
    with (SHARED / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield SHARED / f"{name}.made"


def _begun(data: Path, steps: str) -> None:
    """Let a separate site do these steps of its start (chicago/run/prepare.py) in this folder."""
    settings = {"DJANGO_SETTINGS_MODULE": "chicago.settings", "DATA_DIR": str(data)}
    command = [sys.executable, "-c", f"from chicago.run import prepare; prepare.set_up(); {steps}"]
    subprocess.run(command, cwd=ROOT, env=inherited() | settings, check=True)


def migrated() -> Path:
    """Return a file with every migration applied and nothing else in it; not to be changed."""
    with _one_at_a_time("sqlite") as made:
        folder = SHARED / "migrated"
        if not made.exists():
            folder.mkdir(exist_ok=True)
            _begun(folder, "prepare.migrate()")
            with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            made.touch()
        return folder / "db.sqlite3"


def started_before(data: Path) -> Path:
    """Make this a data folder in which a site has nothing to migrate and to collect. It again."""
    with _one_at_a_time("site") as made:
        folder = SHARED / "site"
        if not made.exists():
            folder.mkdir(exist_ok=True)
            shutil.copy(migrated(), folder)
            _begun(folder, "prepare.collect_static()")
            made.touch()
    shutil.copytree(folder, data)
    return data


def load_into_memory(name: str) -> sqlite3.Connection:
    """Fill SQLite's shared memory of that name. It lasts as long as there is a connection."""
    memory = sqlite3.connect(name, uri=True)
    with closing(sqlite3.connect(migrated())) as template:
        template.backup(memory)
    return memory


def postgres_template(url: str) -> str:
    """Return the name of a database with every migration applied; PostgreSQL copies its files for each worker."""
    name = f"{urlsplit(url).path.lstrip('/')}_template"
    with _one_at_a_time(name) as made:
        if not made.exists():
            with psycopg.connect(f"{url.rpartition('/')[0]}/postgres", autocommit=True) as server:
                server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
                server.execute(f'CREATE DATABASE "{name}"')
            settings = {"TEST_DATABASE_URL": f"{url.rpartition('/')[0]}/{name}", "TEST_REDIS_URL": ""}
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--settings", "tests.settings"]
            subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)
            made.touch()
        return name
