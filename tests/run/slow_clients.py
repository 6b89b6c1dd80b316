"""Clients that send byte by byte, many at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.processes import Visitor, eventually

CLIENTS = 200
DRIP = 0.1
"""Seconds between two bytes of a client."""

HOST = b"Host: 127.0.0.1\r\n"
PAGE = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
FORM = b"POST /play-now/ HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = (
    b"GET /about/ HTTP/1.1\r\n" + HOST + b"X-Slow: ",
    FORM + b"Content-Length: 50000\r\n\r\na=",
    FORM + b"Content-Length: 5000000\r\n\r\na=",
    FORM + b"Transfer-Encoding: chunked\r\n\r\nffff\r\na=",
    PAGE + b"GET /about/ HTTP/1.1\r\n" + HOST + b"X-Slow: ",
)
"""The bytes that clients send at once before they begin to drip."""


class Drippers:
    """``open`` counts connections that have sent their beginning and have not been dropped."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.open = 0
        self.dropped = 0

    async def all(self) -> None:
        """Run until the last one is dropped."""
        await asyncio.gather(*(self._one(BEGINNINGS[number % len(BEGINNINGS)]) for number in range(CLIENTS)))

    async def _one(self, beginning: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(beginning)
        await writer.drain()
        self.open += 1
        ending = asyncio.create_task(_end_of(reader))
        while not ending.done():
            writer.write(b"a")
            await asyncio.wait([ending], timeout=DRIP)
        self.open -= 1
        self.dropped += 1
        writer.close()


async def _end_of(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(65536):
            pass
    except ConnectionError:
        return


@contextmanager
def drippers(url: str) -> Iterator[Drippers]:
    """Yield many clients, which all have begun to send."""
    dripping = Drippers(urlsplit(url).port or 0)
    thread = threading.Thread(target=asyncio.run, args=[dripping.all()], daemon=True)
    thread.start()
    eventually(lambda: dripping.open + dripping.dropped == CLIENTS)
    yield dripping
    thread.join(30)
    assert not thread.is_alive(), f"{dripping.open} are still open"


def answers_others(url: str) -> None:
    """Check that pages come before the first slow client is dropped; then all are, and pages still come."""
    with drippers(url) as dripping:
        for page in ("/about/", "/lobby/", "/"):
            assert Visitor().get(f"{url}{page}").status == 200
        assert dripping.open > CLIENTS / 2, "pages came only when slow clients had been dropped"
    assert dripping.dropped == CLIENTS
    assert Visitor().get(f"{url}/about/").status == 200
