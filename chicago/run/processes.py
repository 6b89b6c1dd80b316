"""Runs the site as several processes on this machine, listed in ``Procfile``: ``python -m chicago.run.processes``.

Called by ``make serve``. Needs PostgreSQL and Redis, by default on this machine. Pages are served on PORT,
WebSockets on the next port, because there is no proxy to route them. Exits with 0 on SIGINT or SIGTERM, or prints
a sentence and exits with 1 if it can't start or one of the processes ends.
"""

import os
import signal
import sys
from typing import NoReturn

import redis
from django.conf import settings
from django.db import connection

from chicago.run import environment, prepare


def _prepare(host: str, port: str) -> None:
    """Check the ports and Redis, and prepare everything else. Raise `CannotStart` if a step fails."""
    prepare.listen(host, port).close()
    try:
        environment.set_defaults(host, port)
    except OSError as error:
        raise prepare.CannotStart(f"The data can't be kept here: {error.filename}: {error.strerror}.") from error
    prepare.set_up()
    prepare.check_data_folder()
    prepare.listen(host, str(settings.SOCKET_PORT)).close()
    prepare.listen(settings.METRICS_HOST, str(settings.METRICS_PORT)).close()
    # This process queries rarely; without a pool, connection errors are reported immediately and in full.
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


def main() -> NoReturn:
    """Prepare the site, then replace this process with ``chicago.run.procfile``, which needs no Django in memory."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    _prepare(host, port)
    os.environ |= {"HOST": host, "PORT": port}
    # Signals are blocked until the new program can handle them.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    os.execv(sys.executable, [sys.executable, "-m", "chicago.run.procfile"])


if __name__ == "__main__":
    sys.exit(prepare.run(main))
