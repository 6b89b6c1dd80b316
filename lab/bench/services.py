"""A new database and an empty Redis for a measure, on the servers of TEST_DATABASE_URL and TEST_REDIS_URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import redis
from django.conf import settings
from django.db import connection
from django.test.runner import DiscoverRunner

from tests.processes import Processes, database_url


@contextmanager
def empty_services() -> Iterator[Path]:
    """Create a database, empty Redis, and yield a temporary folder. At the end, remove the database and the folder."""
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    redis.Redis.from_url(settings.REDIS_URL).flushdb()
    with TemporaryDirectory() as folder:
        try:
            yield Path(folder)
        finally:
            connection.close()
            runner.teardown_databases(databases)


@contextmanager
def processes(**more: str) -> Iterator[Processes]:
    """Yield processes with these settings, which are not started yet, and stop them at the end."""
    with empty_services() as folder:
        running = Processes(folder, database_url(), settings.REDIS_URL, **more)
        try:
            yield running
        finally:
            running.close()
