"""The site as several processes, with wires to PostgreSQL and Redis that a test can cut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django import conf
from django.db import connection
from pytest_django import Settings

from tests.mail_server import PostOffice, post_office
from tests.needs import skip_or_fail
from tests.processes import Processes, database_url
from tests.redis_server import RedisServer, redis_server
from tests.wire import Wire, wire_to


@pytest.fixture
def post() -> Iterator[PostOffice]:
    with post_office() as office:
        yield office


@pytest.fixture
def to_postgres(transactional_db: None) -> Iterator[Wire]:
    """The processes' connection to PostgreSQL, which the test itself does not use."""
    if connection.vendor != "postgresql":
        skip_or_fail("needs PostgreSQL beside Redis, as a database that several processes share")
    with wire_to(database_url()) as wire:
        yield wire


@pytest.fixture
def to_redis() -> Iterator[Wire]:
    with wire_to(conf.settings.REDIS_URL) as wire:
        yield wire


@pytest.fixture
def processes(
    to_postgres: Wire, to_redis: Wire, post: PostOffice, tmp_path: Path, settings: Settings
) -> Iterator[Processes]:
    """The site's processes, not started yet. They are stopped before the database is emptied."""
    settings.TURN_MAIL_DELAY = 0  # the test's own tasks are due at once, too
    started = Processes(tmp_path, to_postgres.url, to_redis.url, EMAIL_URL=post.url)
    yield started
    started.close()


@pytest.fixture
def own_redis(tmp_path: Path, processes: Processes) -> Iterator[RedisServer]:
    """A separate Redis for the processes, with a password, which a test can stop."""
    with redis_server(tmp_path) as running:
        processes.environment["REDIS_URL"] = running.url
        yield running
