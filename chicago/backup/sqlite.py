"""Dumps and restores of SQLite: a compressed copy made by ``VACUUM INTO`` while the site runs."""

import gzip
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from chicago.backup import BackupError, manifest
from chicago.backup.manifest import Manifest

FILE = "database.sqlite3.gz"
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
BUSY_SECONDS = 20


def dump(settings: Mapping[str, Any], folder: Path) -> Manifest:
    """Copy the database of these settings into ``folder`` during concurrent writes. Raise `BackupError` on failure."""
    copy = folder / "copy.sqlite3"
    with _opened(Path(settings["NAME"])) as live:
        live.execute("VACUUM INTO ?", [str(copy)])
    made = _described(copy)
    with copy.open("rb") as plain, gzip.open(folder / FILE, "wb") as packed:
        shutil.copyfileobj(plain, packed)
    copy.unlink()
    return made


def restore(settings: Mapping[str, Any], folder: Path, expected: Manifest, overwrite: bool) -> None:
    """Restore the database of these settings, completely or not at all, in one transaction.

    Raise `BackupError` if the dump is damaged, or if there are tables and ``overwrite`` is False.
    """
    target = Path(settings["NAME"])
    copy = target.with_name(f"{target.name}.restoring")
    try:
        with gzip.open(folder / FILE) as packed, copy.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
        if _described(copy).rows != expected.rows:
            raise BackupError("Nothing was restored: the dump has other rows than its manifest says.")
        _replace(target, copy, overwrite)
    finally:
        copy.unlink(missing_ok=True)


def _replace(target: Path, copy: Path, overwrite: bool) -> None:
    target.touch(mode=0o600)
    with _opened(target) as live, _opened(copy) as restored:
        if live.execute(TABLES).fetchone() and not overwrite:
            raise BackupError("This database is not empty. Restore into an empty one, or say --overwrite.")
        restored.backup(live)


def _described(copy: Path) -> Manifest:
    with _opened(copy) as database:
        [problem] = database.execute("PRAGMA integrity_check(1)").fetchone()
        if problem != "ok":
            raise BackupError(f"The database is damaged: {problem}.")
        tables = [name for (name,) in database.execute(TABLES)]
        return manifest.describe("sqlite", lambda sql: database.execute(sql).fetchall(), tables)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open an existing database file, without Python's implicit transactions. Raise `BackupError` if SQLite fails."""
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BackupError(f"The database {path.name} can't be used: {error}.") from error
