"""A game day's own PostgreSQL and Redis: empty, in a temporary folder that is removed at the end."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.module_loading import import_string

from tests.clusters import Cluster, folder_of_clusters, program
from tests.redis_server import RedisServer

DATABASE = "room"


def environment(postgres: Cluster, redis: str, folder: Path) -> dict[str, str]:
    """Return the environment of the game day's own process, which connects to PostgreSQL and Redis directly."""
    return {
        "DJANGO_SETTINGS_MODULE": "chicago.settings",
        "DATABASE_URL": f"{postgres.url}/{DATABASE}",
        "REDIS_URL": redis,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "testserver",
        "SITE_URL": "http://testserver",
        "DATA_DIR": str(folder),
        "LOG_LEVEL": "CRITICAL",
    }


def fill(postgres: Cluster, like: str) -> None:
    """Create a migrated database. ``like`` names one to copy, which is faster than migrating."""
    postgres.sql(f"CREATE DATABASE {DATABASE}")
    if like:
        dump = subprocess.run([program("pg_dump"), "--no-owner", like], capture_output=True, check=True).stdout
        command = [program("psql"), "-q", "-v", "ON_ERROR_STOP=1", f"{postgres.url}/{DATABASE}"]
        subprocess.run(command, input=dump, stdout=subprocess.DEVNULL, check=True)
    else:
        import_string("django.core.management.call_command")("migrate", verbosity=0)


@contextmanager
def clusters(folder: Path) -> Iterator[tuple[Cluster, RedisServer]]:
    with folder_of_clusters() as place:
        postgres, redis = Cluster(place / "postgres"), RedisServer(folder)
        postgres.create("max_connections = 200\n")
        postgres.start()
        redis.start()
        try:
            yield postgres, redis
        finally:
            postgres.resume()
            redis.kill()
