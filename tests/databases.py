"""The databases of the tests: migrated once, and copied for each worker and for each site that a test starts."""

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
from django.db import connection

from tests.site import ROOT, inherited

SHARED = Path(os.environ["TEST_DATA_DIR"])
"""The folder of files shared by all workers and all runs of `make test`, created by tests/settings.py."""


AMONG_OTHERS = not os.environ.keys().isdisjoint({"PYTEST_XDIST_WORKER", "TEST_SHARED"})
"""Whether other processes also need a migrated database. A single worker migrates its own just as fast."""

IN_MEMORY = "file:tests?mode=memory&cache=shared"


@contextmanager
def _one_at_a_time(name: str) -> Iterator[Path]:
    """Yield the path of a marker file under a lock, so that a second process waits and then finds the marker."""
    with (SHARED / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield SHARED / f"{name}.made"


def _begun(data: Path, steps: str) -> None:
    """Run these steps of the site's start (chicago/run/prepare.py) in a subprocess with this data folder."""
    settings = {"DJANGO_SETTINGS_MODULE": "chicago.settings", "DATA_DIR": str(data)}
    command = [sys.executable, "-c", f"from chicago.run import prepare; prepare.set_up(); {steps}"]
    subprocess.run(command, cwd=ROOT, env=inherited() | settings, check=True)


def migrated() -> Path:
    """Return a database file with every migration applied and no data. Don't change it."""
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
    """Prepare a data folder in which nothing is left to migrate or collect, and return it."""
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
    """Load the database into SQLite's shared memory of this name, which lasts while a connection is open."""
    memory = sqlite3.connect(name, uri=True)
    with closing(sqlite3.connect(migrated())) as template:
        template.backup(memory)
    return memory


@contextmanager
def migrated_in_memory() -> Iterator[None]:
    """Make Django's test database on SQLite a copy of the migrated one, with nothing left to migrate."""
    connection.settings_dict["TEST"]["NAME"] = IN_MEMORY
    with closing(load_into_memory(IN_MEMORY)):
        yield


def postgres_template(url: str) -> str:
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
