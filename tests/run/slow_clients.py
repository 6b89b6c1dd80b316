"""Many clients that send byte by byte."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from tests.processes import Visitor, eventually

CLIENTS = 200
DRIP = 0.1
"""The seconds between two bytes of a client."""

HOST = b"Host: localhost\r\n"
PAGE = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
FORM = b"POST /play-now/ HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = (
    b"GET /about/ HTTP/1.1\r\n" + HOST + b"X-Slow: ",
    FORM + b"Content-Length: 50000\r\n\r\na=",
    FORM + b"Content-Length: 5000000\r\n\r\na=" + b"a" * 200_000,
    FORM + b"Transfer-Encoding: chunked\r\n\r\nffff\r\na=",
    PAGE + b"GET /about/ HTTP/1.1\r\n" + HOST + b"X-Slow: ",
)


class Drippers:
    """Slow clients. ``open`` counts connections that have started and have not been dropped."""

    def __init__(self, port: int, context: ssl.SSLContext | None) -> None:
        self._port, self._context = port, context
        self.open = 0
        self.dropped = 0
        self.is_over = False

    async def all(self) -> None:
        """Run until the last client is dropped or the test ends."""
        await asyncio.gather(*(self._one(BEGINNINGS[number % len(BEGINNINGS)]) for number in range(CLIENTS)))

    async def _one(self, beginning: bytes) -> None:
        reader, writer = await asyncio.open_connection("localhost", self._port, ssl=self._context)
        writer.write(beginning)
        await writer.drain()
        self.open += 1
        ending = asyncio.create_task(_end_of(reader))
        while not (ending.done() or self.is_over):
            writer.write(b"a")
            await asyncio.wait([ending], timeout=DRIP)
        self.open -= 1
        self.dropped += not self.is_over
        ending.cancel()
        writer.close()


async def _end_of(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError, ssl.SSLError):
        while await reader.read(65536):
            pass


@contextmanager
def drippers(url: str, context: ssl.SSLContext | None = None) -> Iterator[Drippers]:
    """Yield many clients, all of which have started to send."""
    dripping = Drippers(urlsplit(url).port or 0, context)
    thread = threading.Thread(target=asyncio.run, args=[dripping.all()], daemon=True)
    thread.start()
    eventually(lambda: dripping.open + dripping.dropped == CLIENTS, 30)
    try:
        yield dripping
    finally:
        dripping.is_over = True
        thread.join(30)
    assert not thread.is_alive()


def pages_come(visitor: Visitor, url: str) -> None:
    for page in ("/about/", "/lobby/", "/"):
        assert visitor.get(f"{url}{page}").status == 200
