"""gunicorn's worker with threads, except that no thread waits for a client: a request is passed on when it is whole.

gunicorn's own reads a request in the thread that answers it, so that as many slow clients as there are threads stop it.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from functools import partial
from math import inf
from select import select
from selectors import EVENT_READ
from time import monotonic
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from chicago.web.request_timeout import TIMED_OUT

MAX_KEPT_BYTES = 128 * 1024
"""Bytes of a request that are passed on: more than any form and its header have."""

MAX_DISCARDED_BYTES = 16 * 1024 * 1024
"""Bytes of a body that is too long which are read and discarded: browsers read no answer before they have sent it."""

END_OF_HEADER = b"\r\n\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LENGTH = re.compile(rb"\r\nContent-Length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nExpect:[ \t]*100-continue", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\nTransfer-Encoding:", re.IGNORECASE)


class Arriving:
    """A request on its way: how much has arrived, the first bytes of it, and how long it is once that is known."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.received = 0
        self.length: int | None = None
        self.refuses_more = False
        """Whether nobody may read on after ``kept``."""
        self.expects_continue = False
        self.is_polled = False
        self.deadline = monotonic() + settings.REQUEST_TIMEOUT

    def add(self, data: bytes) -> None:
        """Takes the next bytes."""
        self.received += len(data)
        self.kept += data[: max(0, MAX_KEPT_BYTES - len(self.kept))]
        if self.length is None and (end := self.kept.find(END_OF_HEADER)) >= 0:
            self._read_header(bytes(self.kept[: end + len(END_OF_HEADER)]))
        self.refuses_more |= self.received > len(self.kept) or self._is_too_long

    def _read_header(self, header: bytes) -> None:
        body = LENGTH.search(header)
        self.length = len(header) + (int(body[1]) if body else 0)
        # WSGI has no length for a chunked body, so that nothing reads it.
        self.refuses_more = CHUNKED.search(header) is not None
        self.expects_continue = self.received < self.length and EXPECTS.search(header) is not None

    @property
    def _is_too_long(self) -> bool:
        return self.length is not None and self.length > MAX_DISCARDED_BYTES

    @property
    def is_done(self) -> bool:
        """Whether nothing more is waited for: it is whole, or refused."""
        if self.length is None:
            return self.refuses_more
        return self.received >= self.length or self._is_too_long


class BufferingWorker(ThreadWorker):
    """``gunicorn --worker-class``. All but ``handle`` runs in the main thread."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.arriving: dict[Any, Arriving] = {}
        self.silent_until = inf
        """When connections are dropped on which nothing has been sent."""

    def enqueue_req(self, conn: Any) -> None:
        """Waits for the connection's next request, which gunicorn would let a thread do."""
        request = self.arriving[conn] = Arriving()
        if conn.parser:
            request.add(conn.parser.unreader.take_buffered())
        conn.sock.setblocking(False)
        self._read(conn, conn.sock)
        if conn in self.arriving:
            request.is_polled = True
            self.poller.register(conn.sock, EVENT_READ, partial(self._read, conn))

    def _read(self, conn: Any, sock: socket.socket) -> None:
        request = self.arriving[conn]
        try:
            data = b"" if request.is_done else sock.recv(MAX_KEPT_BYTES)
        except BlockingIOError:
            return
        except OSError:
            self._drop(conn)
            return
        request.add(data)
        if request.is_done:
            self._pass_on(conn)
        elif not data:
            self._drop(conn)
        elif request.expects_continue:
            request.expects_continue = False
            _send(sock, CONTINUE)

    def _pass_on(self, conn: Any) -> None:
        request = self._forget(conn)
        if request.refuses_more:
            # A thread that reads on finds the end, instead of waiting.
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RD)
        conn.init()
        conn.parser.unreader.unread(bytes(request.kept))
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answers a request, in a thread."""
        is_kept = super().handle(conn)
        if not is_kept:
            # gunicorn's main thread waits for two seconds until the client closes the connection or has no more to say.
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RD)
        return is_kept

    def set_accept_enabled(self, enabled: bool) -> None:
        """A worker that stops accepts who has connected already, and refuses others: both would wait in vain."""
        stops = not self.alive and not enabled
        while stops and (ready := select(self.sockets, [], [], 0)[0]):
            self.accept(ready[0])
        super().set_accept_enabled(enabled)
        if stops:
            for listener in self.sockets:
                listener.close()
            self.sockets.clear()
            self.silent_until = min(self.silent_until, monotonic() + STOP_KEEPALIVE_LINGER)

    def murder_pending(self) -> None:
        """Drops who is late, too; a while after the worker has begun to stop, also who has sent nothing."""
        super().murder_pending()
        now = monotonic()
        for conn, request in list(self.arriving.items()):
            if request.deadline <= now:
                _send(conn.sock, TIMED_OUT)
                self._drop(conn)
            elif not request.received and self.silent_until <= now:
                self._drop(conn)

    def _drop(self, conn: Any) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def _forget(self, conn: Any) -> Arriving:
        request = self.arriving.pop(conn)
        if request.is_polled:
            self.poller.unregister(conn.sock)
        return request


def _send(sock: socket.socket, answer: bytes) -> None:
    """If the client takes it at once."""
    with suppress(OSError):
        sock.send(answer)
