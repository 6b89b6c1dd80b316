"""API streams on a socket process, on PostgreSQL and Redis: the delay of an event, and the memory of a stream.

Each stream belongs to a different account, and the accounts play in pairs. The clients are in this process, whose CPU
time is not counted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from statistics import quantiles
from time import monotonic

from accounts.models import Token, User
from accounts.tokens import tokens
from games.core import broadcast
from games.models import Game
from lab.bench.measure import Measure
from lab.bench.memory import pss
from lab.bench.services import processes
from lab.bench.sockets import move
from tests.cast import somebody, table_of
from tests.processes import Process, Processes
from tests.site import eventually

STREAMS = int(os.environ.get("STREAMS", "500"))
WARM_UP, AT_ONCE = 10, 8
"""The numbers of streams opened before memory is measured, and of streams that are opened at the same time."""

BURSTS = 20
"""How often versions of all tables are announced at the same moment."""

LATEST, MEMORY = 500, 100
"""The limits: milliseconds at the 95th percentile, and kilobytes per stream."""

ASKED = "GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\nAuthorization: Bearer {}"


class Program:
    """An API client that listens to the stream of an account."""

    def __init__(self, sockets: Process, game: Game, person: User) -> None:
        self.game, self._port = game, sockets.port
        self._secret = tokens.make(person, "bench", [Token.Scope.TABLES_READ], None).secret
        self.heard: dict[int, float] = {}
        """The time at which each version of the table arrived (monotonic clock)."""

    async def open(self) -> None:
        """Open the stream and receive the table's version. Raise `RuntimeError` if the stream ends first."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(f"{ASKED.format(self._secret)}\r\n\r\n".encode())
        while not self.heard:
            if not await self._hear():
                raise RuntimeError("the stream was not opened")

    async def stay(self) -> None:
        while await self._hear():
            pass

    async def _hear(self) -> bool:
        """Read a line, and record the table's version if it has one. Return False at the end of the stream."""
        line = await self._reader.readline()
        if line.startswith(b"{") and (event := json.loads(line))["kind"] == "table":
            self.heard.setdefault(event["version"], monotonic())
        return bool(line)


class Programs:
    """All clients, in an event loop that runs in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._staying: list[asyncio.Task[None]] = []
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def open(self, programs: Sequence[Program]) -> None:
        """Open these streams, a few at a time, and wait until each has its table's version."""
        asyncio.run_coroutine_threadsafe(self._open(programs), self._loop).result()

    async def _open(self, programs: Sequence[Program]) -> None:
        left = iter(programs)
        await asyncio.gather(*(self._open_each(left) for _ in range(AT_ONCE)))

    async def _open_each(self, left: Iterator[Program]) -> None:
        for program in left:
            await program.open()
            self._staying.append(asyncio.create_task(program.stay()))


def measures() -> Iterator[Measure]:
    """Yield all measures of a socket process, on its own database. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)
    with processes() as running:
        yield from _measured(running)


def _measured(running: Processes) -> Iterator[Measure]:
    (sockets,) = running.start("sockets")
    listening, programs = _programs(sockets), Programs()
    programs.open(listening[:WARM_UP])
    before = pss(sockets.pid)
    programs.open(listening[WARM_UP:])
    each = (pss(sockets.pid) - before) / 1000 / len(listening[WARM_UP:])
    yield Measure("memory of an open stream", each, MEMORY, " kB", False)
    yield Measure("of the whole process", pss(sockets.pid) / 1e6, 512, " MB", False)
    where = f"of {len(listening)} streams"
    yield Measure(f"{where}: p95 of a move's event", p95(_moves(listening)), LATEST, " ms", False)
    yield Measure("when all tables have changed at once, p95", p95(_bursts(listening)), LATEST, " ms", False)


def _programs(sockets: Process) -> list[Program]:
    listening = []
    for number in range(STREAMS // 2):
        pair = [somebody(f"left{number}"), somebody(f"right{number}")]
        game = table_of(*pair)
        listening += [Program(sockets, game, person) for person in pair]
    return listening


def p95(seconds: Iterable[float]) -> float:
    """Return the 95th percentile, in milliseconds."""
    return quantiles(seconds, n=20, method="inclusive")[18] * 1000


def _moves(listening: Sequence[Program]) -> Iterator[float]:
    """Move at each table in turn, and yield the seconds until each player's client has the event."""
    for first, second in zip(listening[::2], listening[1::2], strict=True):
        before = Game.objects.get(pk=first.game.pk).version
        while (version := Game.objects.get(pk=first.game.pk).version) == before:
            begun = monotonic()
            move(first.game.pk)
        yield from _heard([first, second], version, begun)


def _bursts(listening: Sequence[Program]) -> Iterator[float]:
    """Announce a version of every table at once, BURSTS times, and yield the seconds until each client has it."""
    tables = {program.game.public_id for program in listening}
    for number in range(BURSTS):
        version, begun = 1_000_000 + number, monotonic()
        for table in tables:
            broadcast.announce(table, version)
        yield from _heard(listening, version, begun)


def _heard(listening: Sequence[Program], version: int, begun: float) -> Iterator[float]:
    eventually(lambda: all(version in program.heard for program in listening))
    yield from (program.heard[version] - begun for program in listening)
