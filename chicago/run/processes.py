"""Runs the site as several processes on this machine, those of ``Procfile``: ``python -m chicago.run.processes``.

``make serve`` does. It needs PostgreSQL and Redis, and finds them on this machine unless told otherwise.

PORT is where pages are, and the sockets are at the port after it, since no proxy tells the two apart here.
Ends with 0 on SIGINT or SIGTERM; with 1 and one sentence where it can't start or one of the processes ended.
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


class Lines(Printer):
    """What the processes say, each line with the name of its process; not what their starting and stopping is."""

    def write(self, message: Message) -> None:
        """Print it."""
        if message.name != SYSTEM_PRINTER_NAME:
            super().write(message)


def _fill_in(host: str, port: str) -> None:
    """What a machine with its own PostgreSQL and Redis needs to be told; whatever is set stays as it is."""
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    data.mkdir(parents=True, exist_ok=True)
    defaults = {
        "DJANGO_SETTINGS_MODULE": "chicago.settings",
        "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/back_room",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": "*",
        "SITE_URL": prepare.address(host, port),
        "SOCKET_PORT": str(int(port) + 1),
        "WEB_CONCURRENCY": "2",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = secret_key.kept_in(data)


def _prepare(host: str, port: str) -> None:
    """Everything that has to be right before the processes start. Raises CannotStart."""
    prepare.listen(host, port).close()
    try:
        _fill_in(host, port)
    except OSError as error:
        raise prepare.CannotStart(f"The data can't be kept here: {error.filename}: {error.strerror}.") from error
    prepare.set_up()
    prepare.listen(host, str(settings.SOCKET_PORT)).close()
    # This process asks now and then; without a pool it is told at once, and in full, why it can't.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    _find_redis()
    prepare.migrate()
    prepare.compile_translations()
    prepare.collect_static()


def _find_redis() -> None:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError as error:
        raise prepare.CannotStart(f"Redis can't be used: {error}") from error


def _manager(host: str, port: str) -> Manager:
    """All processes of the Procfile, not yet started."""
    manager = Manager(Lines(sys.stdout))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ports = {"sockets": str(settings.SOCKET_PORT)}
    for name, command in parse_procfile((ROOT / "Procfile").read_text()).processes.items():
        environment = os.environ | {"PATH": path, "HOST": host, "PORT": ports.get(name, port)}
        manager.add_process(name, f"exec {command}", env=environment, cwd=ROOT)
    return manager


def _announce(host: str, port: str, over: threading.Event) -> None:
    """Say where the site is as soon as all its parts answer."""
    troubles = import_string("chicago.web.health.troubles")  # models can be imported only once Django is set up
    awaited: list[Callable[[], bool]] = [
        partial(_answers, prepare.address(host, listening)) for listening in (str(settings.SOCKET_PORT), port)
    ]
    awaited.append(lambda: not troubles())
    while awaited and not over.wait(0.2):
        if awaited[0]():
            awaited.pop(0)
    connection.close()
    if not awaited:
        prepare.say(f"The Back Room is open, as several processes: {settings.SITE_URL}")


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _serve(host: str, port: str) -> int:
    """Run all processes until told to stop, or until one of them ends. The exit status."""
    manager, over = _manager(host, port), threading.Event()
    threading.Thread(target=_announce, args=(host, port, over), daemon=True).start()
    manager.loop()
    over.set()
    if manager.returncode in {128 + signal.SIGINT, 128 + signal.SIGTERM}:
        prepare.say("The Back Room is closed; the games will be there next time.")
        return 0
    sys.stderr.write("One of the processes ended, so the others were told to.\n")
    return 1


def main() -> int:
    """Prepare what is missing, then serve until told to stop. The exit status."""
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
