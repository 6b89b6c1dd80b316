"""A proxy between the site and a service, which a test can cut, mend, hold and slow down."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from tests.site import free_port


class Wire:
    """A proxy on ``port`` of this machine that passes everything on to ``url``'s host and port."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self.port = free_port()
        self.url = self._address._replace(netloc=self._place()).geturl()
        """The ``url`` with the wire's own address."""
        self._loop = asyncio.new_event_loop()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._delay = 0.0
        self._ends: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.mend()

    def _place(self) -> str:
        user = self._address.netloc.rpartition("@")[0]
        return f"{user}@127.0.0.1:{self.port}" if user else f"127.0.0.1:{self.port}"

    def mend(self) -> None:
        self._do(self._listen())

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        self._do(self._break())

    def hold(self) -> None:
        """Hold back all data in both directions without closing connections."""
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def release(self) -> None:
        self._loop.call_soon_threadsafe(self._flowing.set)

    def slow(self, seconds: float) -> None:
        """Delay all data in each direction by this time from now on; 0 ends the delay."""
        self._delay = seconds

    def close(self) -> None:
        self.cut()
        self._do(self._settle())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)

    async def _break(self) -> None:
        self._server.close()
        for end in list(self._ends):
            end.transport.abort()

    async def _settle(self) -> None:
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        with suppress(OSError, asyncio.CancelledError):
            await self._flowing.wait()
            far_reader, far_writer = await asyncio.open_connection(self._address.hostname, self._address.port)
            self._ends.add(far_writer)
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
            self._ends.discard(far_writer)
        writer.close()
        self._ends.discard(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flowing.wait()
                await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def black_hole(port: int) -> Iterator[None]:
    """Accept nothing at ``port`` of this machine, so that connections are neither established nor refused."""
    with socket.create_server(("127.0.0.1", port), backlog=0), ExitStack() as waiting:
        for _ in range(3):  # the kernel keeps one more than asked, and drops what others send
            knocking = waiting.enter_context(socket.socket())
            knocking.setblocking(False)
            knocking.connect_ex(("127.0.0.1", port))
        yield


@contextmanager
def wire_to(url: str) -> Iterator[Wire]:
    wire = Wire(url)
    try:
        yield wire
    finally:
        wire.close()
