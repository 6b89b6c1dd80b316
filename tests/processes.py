"""The site's processes in the ``Procfile``, started separately, so that a test can start or kill any of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.db import connection
from honcho.environ import parse_procfile
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from tests.cast import client_of
from tests.site import ROOT, eventually, free_port, inherited

NO_HEADERS: Mapping[str, str] = {}
NO_COOKIES: Mapping[str, str] = {}
START = 60
"""The seconds within which a process must respond, even on a busy machine."""

COMMANDS = parse_procfile((ROOT / "Procfile").read_text()).processes


class Process:
    """A process of the Procfile, with its own port if it listens. ``under`` is a program that runs it."""

    def __init__(
        self, name: str, environment: dict[str, str], log: Path, port: int | None = None, under: str = ""
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.name, self.log = name, log
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                ["sh", "-c", f"exec {under} {COMMANDS[name]}"],
                cwd=ROOT,
                env=inherited() | environment | {"PORT": str(self.port), "METRICS_PORT": str(self.port), "PATH": path},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """Kill the process with ``kill -9``, including gunicorn's workers."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        """Stop the process by a signal to its first process, as a deployment does. Kill it if that takes too long."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def answers(self) -> bool:
        """Return whether the process accepts connections. Raise `AssertionError` if it has ended."""
        assert self._process.poll() is None, f"{self.name} has ended: {self.said()}"
        try:
            return Visitor().get(f"{self.url}/healthz").status == 200
        except OSError:
            return False

    def said(self) -> str:
        return self.log.read_text()[-4000:]


class Processes:
    """The processes of a test, on the test's own database. ``database`` and ``redis`` may be wires."""

    def __init__(self, folder: Path, database: str, redis: str, **more: str) -> None:
        self._folder = folder
        self._running: list[Process] = []
        self.environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "SECRET_KEY": settings.SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": "http://127.0.0.1",
            "DATA_DIR": str(folder),
            "STATIC_STORAGE": "django.contrib.staticfiles.storage.StaticFilesStorage",
            "SWEEP_SECONDS": "0.5",
            "DEADLINE_SWEEP_SECONDS": "0.5",
            "TURN_MAIL_DELAY": "0",
        } | more

    def start(self, *names: str, under: str = "") -> list[Process]:
        """Start a process for each of ``names``, and wait until all that listen respond.

        ``under`` is as for a Process.
        """
        begun = len(self._running)
        started = [
            Process(name, self.environment, self._folder / f"{begun + number} {name}.log", under=under)
            for number, name in enumerate(names)
        ]
        self._running += started
        _wait_for(started)
        return started

    def start_again(self, ended: Process) -> Process:
        """Start a new process in place of one that has ended, on the same port, and wait until it responds."""
        process = self.renew(ended)
        _wait_for([process])
        return process

    def renew(self, ended: Process, under: str = "") -> Process:
        """Start a new process in place of one that has ended, without waiting. ``under`` is as for a Process."""
        log = self._folder / f"{len(self._running)} {ended.name}.log"
        process = Process(ended.name, self.environment, log, ended.port, under)
        self._running.append(process)
        return process

    @property
    def logs(self) -> set[Path]:
        return {process.log for process in self._running}

    def close(self) -> None:
        for process in self._running:
            process.kill()

    def said(self) -> str:
        return "\n".join(f"== {process.name}\n{process.said()}" for process in self._running)


def _wait_for(started: list[Process]) -> None:
    for process in started:
        if process.name in ("web", "sockets"):
            eventually(process.answers, START, process.said)


def database_url() -> str:
    name = connection.settings_dict["NAME"]
    return f"{settings.DATABASE_URL.rsplit('/', 1)[0]}/{name}"


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Return None, so that a redirect is a response like any other."""


class Answer:
    def __init__(self, status: int, text: str) -> None:
        self.status, self.text = status, text

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found


class Visitor:
    """A browser in which ``user`` is signed in but not present, or with the ``cookies`` of another browser.

    It can use any web process.
    """

    def __init__(self, user: User | None = None, cookies: Mapping[str, str] = NO_COOKIES) -> None:
        own = client_of(user).cookies if user else {}
        self._cookies = {name: morsel.value for name, morsel in own.items()} | dict(cookies) | {"csrftoken": "c" * 32}
        self._opener = build_opener(Stay)

    def get(self, url: str, timeout: float = 20, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        return self._open(Request(url, headers=self.headers() | dict(headers)), timeout)

    def post(self, url: str, timeout: float = 20, headers: Mapping[str, str] = NO_HEADERS, **data: str) -> Answer:
        body = urlencode(data | {"csrfmiddlewaretoken": "c" * 32}).encode()
        return self._open(Request(url, body, self.headers() | dict(headers)), timeout)

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies, "X-Attended": "0"}

    def _open(self, request: Request, timeout: float) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                return Answer(answer.status, answer.read().decode())
        except HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode())

    def listen(self, sockets: Process, table: str) -> ClientConnection:
        return self.listen_at(sockets.port, sockets.url, table)

    def listen_at(self, port: int, site: str, table: str) -> ClientConnection:
        """Return the socket of an open table page, at a port other than the site's."""
        address = f"ws://127.0.0.1:{port}/ws/games/{table}/"
        return connect(address, origin=Origin(site), additional_headers=self.headers(), open_timeout=60)
