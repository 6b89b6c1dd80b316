"""Clusters and empty databases for the tests of backups."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from tests.clusters import Cluster, connected_to, folder_of_clusters, has_program
from tests.needs import skip_or_fail
from tests.processes import Processes


@pytest.fixture
def clusters() -> Iterator[Path]:
    with folder_of_clusters() as folder:
        yield folder


@pytest.fixture
def empty_cluster(clusters: Path) -> Cluster:
    cluster = Cluster(clusters / "empty")
    cluster.create()
    cluster.start()
    return cluster


@pytest.fixture
def empty_database(transactional_db: None) -> Iterator[dict[str, Any]]:
    """Django's settings for an empty PostgreSQL database beside the test's own."""
    if not shutil.which("pg_dump"):
        skip_or_fail("no pg_dump on the path")
    name = f"{connection.settings_dict['NAME']}_empty"
    server = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    place = {key: connection.settings_dict[setting] or None for key, setting in server.items()}
    with psycopg.connect(dbname="postgres", autocommit=True, **place) as database:
        database.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        database.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        yield {"NAME": name}
        database.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def empty_place(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Django's settings for an empty cluster or, on a machine without a server, for an empty database."""
    if not has_program("initdb"):
        return request.getfixturevalue("empty_database")
    cluster = request.getfixturevalue("empty_cluster")
    return {"HOST": "127.0.0.1", "PORT": str(cluster.port), "USER": "postgres", "NAME": "postgres"}


@pytest.fixture
def primary(transactional_db: None, clusters: Path) -> Iterator[Cluster]:
    """A separate cluster with the site's database ``room``, which this process uses during the test."""
    cluster = Cluster(clusters / "primary")
    cluster.create("wal_level = replica\nmax_wal_senders = 4\n")
    cluster.start()
    cluster.sql("CREATE DATABASE room")
    with connected_to(HOST="127.0.0.1", PORT=str(cluster.port), USER="postgres", NAME="room"):
        call_command("migrate", verbosity=0)
        yield cluster


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Processes]:
    """The site's processes, not started yet. Instead of Redis, each uses its own memory."""
    processes = Processes(tmp_path, "", "")
    yield processes
    processes.close()
