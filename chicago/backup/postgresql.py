"""Dumps and restores of PostgreSQL by pg_dump, pg_restore and psql, which must be installed.

Each needs a session, so here DATABASE_URL must not lead through PgBouncer in transaction mode.
"""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from chicago.backup import BackupError, manifest
from chicago.backup.manifest import Manifest

FILE = "database.dump"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
OTHERS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND backend_type = 'client backend'"""
PORTABLE = ("--no-owner", "--no-privileges")
"""Options that make the restoring role own the database, even if the dump came from other roles."""

ERROR_CHARS = 500
"""The number of characters quoted from the end of a program's output."""


def dump(settings: Mapping[str, Any], folder: Path) -> Manifest:
    """Dump the database of these settings into ``folder`` during concurrent writes. Raise `BackupError` on failure."""
    with _connection(settings) as connection:
        connection.isolation_level, connection.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
        [(snapshot,)] = connection.execute("SELECT pg_export_snapshot()").fetchall()
        made = _described(connection)
        target = f"--file={folder / FILE}"
        _run(settings, "pg_dump", "--format=custom", f"--snapshot={snapshot}", *PORTABLE, target)
    # This reads and unpacks the whole dump.
    _run(settings, "pg_restore", "--file=/dev/null", str(folder / FILE))
    return made


def restore(settings: Mapping[str, Any], folder: Path, expected: Manifest, overwrite: bool) -> None:
    """Restore the database of these settings, completely or not at all, in one transaction.

    Raise `BackupError` if other clients are connected, if there are tables and ``overwrite`` is False, or on failure.
    """
    with _connection(settings) as connection:
        connection.autocommit = True
        if others := connection.execute(OTHERS).fetchall()[0][0]:
            raise BackupError(f"Others are connected to this database ({others}): stop the site first.")
        if connection.execute(TABLES).fetchone() and not overwrite:
            raise BackupError("This database is not empty. Restore into an empty one, or say --overwrite.")
        _replay(settings, folder / FILE, expected)
        connection.execute("ANALYZE")


def _replay(settings: Mapping[str, Any], file: Path, expected: Manifest) -> None:
    """Let psql execute the dump between our own first and last statements.

    The last statement is COMMIT: if pg_restore fails or a process is killed earlier, everything is rolled back. Raise
    `BackupError` on failure.
    """
    with _started(settings, "psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null") as psql:
        psql.say(
            "SET client_min_messages = error; BEGIN; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;\n"
        )
        unpack = ["pg_restore", *PORTABLE, "--file=-", str(file)]
        unpacked = subprocess.run(unpack, stdout=psql.stdin, stderr=subprocess.PIPE, check=False)
        if unpacked.returncode == 0:
            psql.say(_checks(expected) + "COMMIT;\n")
        failed = psql.finish()
    if failed or unpacked.returncode:
        raise BackupError(f"Nothing was restored: {_end_of(failed or unpacked.stderr.decode())}")


def _checks(expected: Manifest) -> str:
    """Return SQL that fails if a table does not have the expected number of rows."""
    return "".join(
        f'DO $$BEGIN IF (SELECT count(*) FROM public."{table}") <> {rows} THEN '
        f"RAISE EXCEPTION 'the table {table} should have {rows} rows'; END IF; END$$;\n"
        for table, rows in expected.rows.items()
    )


def _described(connection: psycopg.Connection[Any]) -> Manifest:
    def query(sql: str) -> list[Any]:
        return connection.execute(sql).fetchall()

    return manifest.describe("postgresql", query, [table for (table,) in query(TABLES)])


@contextmanager
def _connection(settings: Mapping[str, Any]) -> Iterator[psycopg.Connection[Any]]:
    try:
        with psycopg.connect(_conninfo(settings)) as connection:
            yield connection
    except psycopg.Error as error:
        raise BackupError(f"The database can't be used: {_end_of(str(error))}") from error


def _conninfo(settings: Mapping[str, Any]) -> str:
    """Convert Django's database settings to a libpq connection string."""
    names = {"host": "HOST", "port": "PORT", "dbname": "NAME", "user": "USER", "password": "PASSWORD"}
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    options = {name: value for name, value in settings.get("OPTIONS", {}).items() if name in known}
    return make_conninfo(**options | {name: settings[key] for name, key in names.items() if settings.get(key)})


def _environment(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return an environment with the connection for libpq's programs, because all users can read arguments."""
    parsed = Conninfo.parse(_conninfo(settings).encode())
    return os.environ | {each.envvar.decode(): each.val.decode() for each in parsed if each.envvar and each.val}


def _run(settings: Mapping[str, Any], *command: str) -> None:
    with _started(settings, *command) as program:
        failed = program.finish()
    if failed:
        raise BackupError(f"{command[0]} failed: {_end_of(failed)}")


class _Program:
    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self._process.stdin is not None
        self.stdin: IO[bytes] = self._process.stdin

    def say(self, text: str) -> None:
        """Write to the standard input. If the program has ended, do nothing: ``finish`` returns the reason."""
        try:
            self.stdin.write(text.encode())
            self.stdin.flush()
        except BrokenPipeError:
            return

    def finish(self) -> str:
        """Close the standard input and wait for the end. Return the error output, or an empty string on success."""
        _output, said = self._process.communicate()
        return (said.decode() or f"status {self._process.returncode}") if self._process.returncode else ""

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


@contextmanager
def _started(settings: Mapping[str, Any], *command: str) -> Iterator[_Program]:
    try:
        program = _Program(command, _environment(settings))
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed: it is one of PostgreSQL's client programs.") from error
    try:
        yield program
    finally:
        program.kill()


def _end_of(said: str) -> str:
    return " ".join(said.split())[-ERROR_CHARS:]
