"""Webhook bots: a server for all of them, which records the moves that it returned."""

from __future__ import annotations

import json
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR
from threading import Lock, Thread
from typing import NamedTuple

import standardwebhooks
import trustme
from player import choose

from lab.gameday.outside.fates import Fate, Fates

NAME = "hooks.example.org"


class Seat(NamedTuple):
    table: str
    player: str


class Called(ThreadingHTTPServer):
    """The server of all webhook bots.

    ``answers`` are the latest moves returned, by seat and version; ``again`` counts calls for a version that was called
    before; ``secrets`` are the bots' secrets, by name.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.secrets: dict[str, str] = {}
        self.ways, self._lock = Fates(), Lock()
        self.fates: Counter[Fate] = Counter()
        self.answers: dict[Seat, dict[str, str]] = {}
        self.again = 0

    def forget(self) -> None:
        self.fates, self.answers, self.again = Counter(), {}, 0

    def url(self, player: str) -> str:
        return f"https://{NAME}:{self.server_port}/{player}"

    def note(self, seat: Seat, version: str, move: str, fate: Fate) -> None:
        with self._lock:
            self.fates[fate] += 1
            known = self.answers.setdefault(seat, {})
            self.again += version in known
            known[version] = move


class _Call(BaseHTTPRequestHandler):
    server: Called
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        player = self.path.strip("/")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = standardwebhooks.Webhook(self.server.secrets[player]).verify(body, dict(self.headers))
        fate = self.server.ways.next()
        if fate == Fate.CUT:
            self.server.fates[fate] += 1
            self._cut()
            return
        move = choose(asked["view"])
        self.server.note(Seat(asked["table"], player), asked["version"], move, fate)
        if fate == Fate.LOST:
            self._cut()
            return
        said = json.dumps({"move": move}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said[: len(said) // 2] if fate == Fate.HALF else said)
        if fate == Fate.HALF:
            self._cut()

    def _cut(self) -> None:
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Log nothing, because the relevant requests are counted."""


@contextmanager
def called_players(folder: Path) -> Iterator[tuple[Called, Path]]:
    """Yield a running server and the file with its authority's certificate, and stop the server after the block."""
    authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME).configure_cert(context)
    believed = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(believed))
    with Called() as running:
        running.socket = context.wrap_socket(running.socket, server_side=True, do_handshake_on_connect=False)
        Thread(target=running.serve_forever, daemon=True).start()
        try:
            yield running, believed
        finally:
            running.shutdown()
