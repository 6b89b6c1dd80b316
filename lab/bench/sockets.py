"""One socket process on PostgreSQL and Redis: the cost of a connection, the delay of events, and a deployment.

The thousand pages are clients in this process, whose CPU time is not counted. They reconnect like the table page's
script (socket.js), and each user has their own IP address, as behind a proxy.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random, random
from statistics import quantiles
from time import monotonic

from django.db import connection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from accounts.models import User
from games import play
from games.core import broadcast, store
from games.models import Game, Player
from lab.bench.measure import Measure
from lab.bench.memory import pss
from lab.bench.services import processes
from tests.cast import somebody, table_of
from tests.processes import Process, Processes, Visitor
from tests.site import ROOT, eventually

TABLES = 250
"""The number of tables of two people with open pages. The same people also watch a public table."""

WARM_UP, AT_ONCE = 50, 8
"""The numbers of uncounted first connections, and of connections that are opened at the same time."""

MOVES = 100
"""The number of moves at the public table, and the maximum number of tables of two where a move is measured."""

BURSTS = 20
"""How often versions of all tables are announced at the same moment."""

CPU, LATEST = 8, 500
RECONNECTED = 10
"""The limit in seconds from the stop of the old process until the last page is connected again."""
TICKS = os.sysconf("SC_CLK_TCK")

SCRIPT = (ROOT / "games" / "static" / "table" / "socket.js").read_text(encoding="utf-8")
FIRST, MOST = (int(number) / 1000 for number in re.findall(r"first: (\d+), most: (\d+)", SCRIPT)[0])
"""The shortest and longest backoff of the script, in seconds."""


def delay(away: float) -> float:
    """Return a random delay, chosen like the script's, ``away`` seconds after the connection was lost."""
    return min(MOST, max(FIRST, away / 2)) * random()


class Page:
    def __init__(self, sockets: Process, game: Game, person: User, address: str) -> None:
        self.game, self._sockets = game, sockets
        self._headers = Visitor(person).headers() | {"X-Forwarded-For": address}
        self.heard: dict[int, float] = {}
        """The time at which each version arrived (monotonic clock)."""
        self.connected = 0.0
        """The time at which the socket was connected, or 0 while it isn't."""

    async def connect(self) -> None:
        """Open the socket and receive the table's version. Raise `OSError` or `WebSocketException` if that fails."""
        self._socket: ClientConnection = await connect(
            f"ws://127.0.0.1:{self._sockets.port}/ws/games/{self.game.public_id}/",
            origin=Origin(self._sockets.url),
            additional_headers=self._headers,
            open_timeout=120,  # as patient as browsers
            ping_interval=None,
            proxy=None,
        )
        self._hear(await self._socket.recv())
        self.connected = monotonic()

    async def stay(self) -> None:
        while True:
            try:
                async for message in self._socket:
                    self._hear(message)
            except WebSocketException:
                pass
            self.connected = 0
            await self._return()

    async def _return(self) -> None:
        lost = monotonic()
        while not self.connected:
            await asyncio.sleep(delay(monotonic() - lost))
            try:
                await self.connect()
            except (OSError, WebSocketException):
                continue

    def _hear(self, message: str | bytes) -> None:
        if (version := json.loads(message).get("version")) is not None:
            self.heard.setdefault(version, monotonic())


class Browsers:
    """All pages, in an event loop that runs in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._staying: list[asyncio.Task[None]] = []
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def open(self, pages: Sequence[Page]) -> None:
        """Open these pages, a few at a time, and wait until all are connected."""
        asyncio.run_coroutine_threadsafe(self._open(pages), self._loop).result()

    async def _open(self, pages: Sequence[Page]) -> None:
        left = iter(pages)
        await asyncio.gather(*(self._open_each(left) for _ in range(AT_ONCE)))

    async def _open_each(self, left: Iterator[Page]) -> None:
        for page in left:
            await page.connect()
            self._staying.append(asyncio.create_task(page.stay()))


def measures() -> Iterator[Measure]:
    """Yield all measures of a socket process, on its own database. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)  # every visitor signs in
    with processes(TRUSTED_PROXIES="1") as running:
        yield from _measured(running)


def _measured(running: Processes) -> Iterator[Measure]:
    (sockets,) = running.start("sockets")
    pages, browsers = _pages(sockets), Browsers()
    first, counted = pages[:WARM_UP], pages[WARM_UP:]
    before = pss(sockets.pid)
    browsers.open(first)
    begun = _worked(sockets.pid)
    browsers.open(counted)
    spent = (_worked(sockets.pid) - begun) * 1000 / len(counted)
    yield Measure(f"CPU of a connect, of {len(counted)}, with the database's", spent, CPU, " ms", False)
    each = (pss(sockets.pid) - before) / 1000 / len(pages)
    yield Measure("memory of an open socket", each, 100, " kB", False)
    yield from _events(pages)
    yield from _deployment(running, sockets, pages)


def _pages(sockets: Process) -> list[Page]:
    """Return the pages in random order: half watch a public table, the others show the players' own tables."""
    watched = table_of(somebody("anne"), somebody("bert"), public=True)
    pages = []
    for number in range(TABLES):
        pair = [somebody(f"left{number}"), somebody(f"right{number}")]
        own = table_of(*pair, public=bool(number % 2))
        for seat, person in enumerate(pair):
            address = f"10.{seat}.{number // 200}.{number % 200 + 1}"
            pages += [Page(sockets, own, person, address), Page(sockets, watched, person, address)]
    Random(1).shuffle(pages)
    return pages


def _events(pages: Sequence[Page]) -> Iterator[Measure]:
    at: dict[int, list[Page]] = {}
    for page in pages:
        at.setdefault(page.game.pk, []).append(page)
    watched = max(at, key=lambda game: len(at[game]))
    many = [_last_heard(watched, at[watched]) for _ in range(MOVES)]
    others = [game for game in at if game != watched]
    few = [_last_heard(game, at[game]) for game in others[:MOVES]]
    where = f"of {len(pages)} sockets"
    yield Measure(
        f"{where}: a move has reached the last of {len(at[watched])} pages after", p99(many), LATEST, " ms", False
    )
    yield Measure("a move at a table of two, likewise", p99(few), LATEST, " ms", False)
    yield Measure("when all tables have moved at once, a page", p99(_bursts(pages)), LATEST, " ms", False)


def p99(seconds: Iterable[float]) -> float:
    """Return the 99th percentile, in milliseconds."""
    return quantiles(seconds, n=100, method="inclusive")[98] * 1000


def _last_heard(game: int, pages: Sequence[Page]) -> float:
    """Move until the table has a new version, and return the seconds until the last page has the version."""
    version = Game.objects.get(pk=game).version
    while (now := Game.objects.get(pk=game).version) == version:
        begun = monotonic()
        move(game)
    return _heard_by_all(pages, now) - begun


def move(game: int) -> None:
    """Make a move for the player to move at the table with this key: a draw if legal, otherwise a random move."""
    me = Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)
    legal = play.drafted(store.load(me.game).state, me).legal_moves(me.place)
    text = "draw" if "draw" in legal else Random(game).choice(legal)
    play.move(me, text, play.version_of(me.game, me))


def _heard_by_all(pages: Sequence[Page], version: int) -> float:
    eventually(lambda: all(version in page.heard for page in pages))
    return max(page.heard[version] for page in pages)


def _bursts(pages: Sequence[Page]) -> Iterator[float]:
    """Announce a version of every table at once, BURSTS times, and yield the seconds until each page has it."""
    tables = {page.game.public_id for page in pages}
    for number in range(BURSTS):
        version, begun = 1_000_000 + number, monotonic()
        for table in tables:
            broadcast.announce(table, version)
        _heard_by_all(pages, version)
        yield from (page.heard[version] - begun for page in pages)


def _deployment(running: Processes, sockets: Process, pages: Sequence[Page]) -> Iterator[Measure]:
    stopped = monotonic()
    sockets.stop()
    running.start_again(sockets)
    ready = monotonic()
    eventually(lambda: all(page.connected > stopped for page in pages), 120)
    last = max(page.connected for page in pages)
    back = f"{len(pages)} pages are back, once the new process answers, after"
    yield Measure(back, last - ready, RECONNECTED, " s", False)
    yield Measure("likewise, since the old process was told to stop", last - stopped, RECONNECTED, " s", False)


def _worked(pid: int) -> float:
    """Return the CPU seconds of a process and of the database's processes that serve it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return sum(_seconds(each) for (each,) in [(pid,), *cursor.fetchall()])


def _seconds(pid: int) -> float:
    facts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / TICKS
