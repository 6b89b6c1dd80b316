"""Runs the site as several processes on this machine, those of ``Procfile``: ``python -m chicago.run.processes``.

``make serve`` calls it. It needs PostgreSQL and Redis, by default on this machine.

Pages are served on PORT, WebSockets on the next port, since there is no proxy to route them.
Exits with 0 on SIGINT or SIGTERM; with 1 and one sentence if it cannot start or one of the processes ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import redis
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string
from honcho.environ import parse_procfile
from honcho.manager import SYSTEM_PRINTER_NAME, Manager
from honcho.printer import Message, Printer

from chicago.run import prepare, secret_key

ROOT = Path(__file__).resolve().parent.parent.parent


class ProcessPrinter(Printer):
    """Prints the processes' output, each line with the name of its process, without Honcho's own messages."""

    def write(self, message: Message) -> None:
        """Prints a message of a process."""
        if message.name != SYSTEM_PRINTER_NAME:
            super().write(message)


def _set_default_environment(host: str, port: str) -> None:
    """Sets defaults for a machine with its own PostgreSQL and Redis; variables that are set stay."""
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    data.mkdir(parents=True, exist_ok=True)
    defaults = {
        "DJANGO_SETTINGS_MODULE": "chicago.settings",
        "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/back_room",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": "*",
        "SITE_URL": prepare.site_url(host, port),
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


def _manager(host: str, port: str) -> Manager:
    """Returns a manager with all processes of the Procfile, not yet started."""
    manager = Manager(ProcessPrinter(sys.stdout))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ports = {"sockets": str(settings.SOCKET_PORT)}
    for name, command in parse_procfile((ROOT / "Procfile").read_text()).processes.items():
        environment = os.environ | {"PATH": path, "HOST": host, "PORT": ports.get(name, port)}
        manager.add_process(name, f"exec {command}", env=environment, cwd=ROOT)
    return manager


def _announce(host: str, port: str, over: threading.Event) -> None:
    """Prints the site's URL as soon as all its parts respond."""
    # Models can be imported only once Django is set up.
    find_problems = import_string("chicago.web.health.find_problems")
    awaited: list[Callable[[], bool]] = [
        partial(_responds, prepare.site_url(host, listening)) for listening in (str(settings.SOCKET_PORT), port)
    ]
    awaited.append(lambda: not find_problems())
    while awaited and not over.wait(0.2):
        if awaited[0]():
            awaited.pop(0)
    connection.close()
    if not awaited:
        prepare.print_line(f"The Back Room is open, as several processes: {settings.SITE_URL}")


def _responds(address: str) -> bool:
    try:
        with urlopen(f"{address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _serve(host: str, port: str) -> int:
    """Runs all processes until a signal, or until one of them ends. Returns the exit status."""
    manager, over = _manager(host, port), threading.Event()
    threading.Thread(target=_announce, args=(host, port, over), daemon=True).start()
    manager.loop()
    over.set()
    if manager.returncode in {128 + signal.SIGINT, 128 + signal.SIGTERM}:
        prepare.print_line("The Back Room is closed; the games will be there next time.")
        return 0
    sys.stderr.write("One of the processes ended, so the others were told to.\n")
    return 1


def main() -> int:
    """Prepares the site and serves it until a signal. Returns the exit status."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    try:
        _prepare(host, port)
        return _serve(host, port)
    except prepare.CannotStart as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
