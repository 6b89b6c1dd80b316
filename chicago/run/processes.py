"""Runs the site as several processes on this machine, those of ``Procfile``: ``python -m chicago.run.processes``.

``make serve`` calls it. It needs PostgreSQL and Redis, by default on this machine.

Pages are served on PORT, WebSockets on the next port, since there is no proxy to route them.
Exits with 0 on SIGINT or SIGTERM; with 1 and one sentence if it cannot start or one of the processes ends.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

import redis
from django.conf import settings
from django.db import connection

from chicago.run import prepare, secret_key
from chicago.run.output import site_url

ROOT = Path(__file__).resolve().parent.parent.parent


def _set_default_environment(host: str, port: str) -> None:
    """Sets defaults for a machine with its own PostgreSQL and Redis; variables that are set stay."""
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    data.mkdir(parents=True, exist_ok=True)
    defaults = {
        "DJANGO_SETTINGS_MODULE": "chicago.settings",
        "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/back_room",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": "*",
        "SITE_URL": site_url(host, port),
        "SOCKET_PORT": str(int(port) + 1),
        "METRICS_PORT": str(int(port) + 2),
        "METRICS_DIR": str(data / "metrics"),
        "WEB_CONCURRENCY": "2",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = secret_key.load_or_create(data)


def _prepare(host: str, port: str) -> None:
    """Prepares the start of the processes. Raises CannotStart."""
    prepare.listen(host, port).close()
    try:
        _set_default_environment(host, port)
    except OSError as error:
        raise prepare.CannotStart(f"The data can't be kept here: {error.filename}: {error.strerror}.") from error
    prepare.set_up()
    prepare.check_data_folder()
    prepare.listen(host, str(settings.SOCKET_PORT)).close()
    prepare.listen(settings.METRICS_HOST, str(settings.METRICS_PORT)).close()
    # This process queries rarely; without a pool, connection errors come at once and in full.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    _check_redis()
    prepare.migrate()
    prepare.compile_translations()
    prepare.collect_static()


def _check_redis() -> None:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError as error:
        raise prepare.CannotStart(f"Redis can't be used: {error}") from error


def _run_procfile(host: str, port: str) -> NoReturn:
    """Runs the processes in place of this one, which has Django in its memory."""
    os.environ |= {"HOST": host, "PORT": port}
    # A signal waits until the new program can hear it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    os.execv(sys.executable, [sys.executable, "-m", "chicago.run.procfile"])


def main() -> int:
    """Prepares the site, and becomes the process that serves it. Returns the exit status if it cannot start."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    try:
        _prepare(host, port)
    except prepare.CannotStart as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    _run_procfile(host, port)


if __name__ == "__main__":
    sys.exit(main())
