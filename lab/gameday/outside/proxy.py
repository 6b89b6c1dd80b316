"""An unreliable proxy in front of the site. Like a real proxy, it sends streams and polls to the sockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from socket import SHUT_RDWR
from threading import Lock, Thread

from lab.gameday.outside.fates import Fate, Fates

PATIENCE = 90
"""The seconds for which the proxy waits for the site's response."""

LINES = (3, 60)
"""The shortest and longest random number of lines (events and keep-alives) after which a stream is cut."""

OF_THIS_HOP = {"connection", "transfer-encoding", "content-length", "keep-alive", "server", "date"}


class Proxy(ThreadingHTTPServer):
    """A proxy that counts requests: ``fates`` by their fate, ``again`` those that repeated an idempotency key."""

    daemon_threads = True

    def __init__(self, web: int, sockets: int, rng: Random) -> None:
        super().__init__(("127.0.0.1", 0), _Passage)
        self.web, self.sockets, self.rng = web, sockets, rng
        self.ways, self._lock = Fates(), Lock()
        self.forget()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def forget(self) -> None:
        self.fates: Counter[Fate] = Counter()
        self.errors: list[str] = []
        self.again = self.streams_cut = 0
        self._keys: set[str] = set()

    def came(self, key: str | None) -> Fate:
        """Count a request as repeated if its idempotency ``key`` was used before, and return the request's fate."""
        with self._lock:
            self.again += key in self._keys
            self._keys |= {key} if key else set()
        return self.ways.next()

    def went(self, asked: str, status: int, fate: Fate, said: bytes) -> None:
        with self._lock:
            self.fates[fate] += 1
            if status >= 500:
                self.errors.append(f"{status} {asked} {said[:300]!r}")

    def failed(self, asked: str, error: Exception) -> None:
        with self._lock:
            self.errors.append(f"{asked}: {error!r}")


class _Passage(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        self._pass()

    def do_POST(self) -> None:
        self._pass()

    def _pass(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        is_stream = self.path.startswith("/api/v1/stream")
        fate = Fate.WELL if is_stream else self.server.came(self.headers.get("Idempotency-Key"))
        asked = f"{self.command} {self.path}"
        if fate == Fate.CUT:
            self.server.fates[fate] += 1
            self._cut()
            return
        port = self.server.sockets if is_stream or "wait=" in self.path else self.server.web
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as site:
            try:
                headers = {name: value for name, value in self.headers.items() if name.lower() != "content-length"}
                site.request(self.command, self.path, body or None, headers)
                answer = site.getresponse()
                said = b"" if is_stream and answer.status == 200 else answer.read()
            except (OSError, HTTPException) as error:
                self.server.failed(asked, error)
                self._cut()
                return
            self.server.went(asked, answer.status, fate, said)
            with suppress(OSError):  # the client has disconnected
                if is_stream and answer.status == 200:
                    self._hand_on_lines(answer)
                else:
                    self._hand_on(answer, said, fate)

    def _hand_on(self, answer: HTTPResponse, said: bytes, fate: Fate) -> None:
        if fate == Fate.LOST:
            self._cut()
            return
        self._begin(answer)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said[: len(said) // 2] if fate == Fate.HALF else said)
        if fate == Fate.HALF:
            self._cut()

    def _hand_on_lines(self, answer: HTTPResponse) -> None:
        self._begin(answer)
        self.end_headers()
        left = self.server.rng.randint(*LINES)
        with suppress(HTTPException):
            for line in answer:
                self.wfile.write(line)
                left -= 1
                if not left:
                    self.server.streams_cut += 1
                    self._cut()
                    return

    def _begin(self, answer: HTTPResponse) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_THIS_HOP:
                self.send_header(name, value)

    def _cut(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Log nothing, because the relevant requests are counted."""


@contextmanager
def proxy_to(web: int, sockets: int, rng: Random) -> Iterator[Proxy]:
    with Proxy(web, sockets, rng) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        try:
            yield running
        finally:
            running.shutdown()
