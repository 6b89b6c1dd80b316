"""Scripted players: with an open socket, with a page that polls, or moving only after a mail."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event
from time import monotonic

from django.db import connection
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from accounts.models import User
from lab.gameday.door import Browser, Door, Page, page_of
from lab.gameday.ledger import Ledger, Posted, Seat, now
from tests.processes import Process

THOUGHT = (0.5, 2.5)
"""The seconds that a player needs for a move."""
AGAIN = (1.0, 3.0)
"""The seconds until a player presses the button again without a response."""
POLL, PING = 15, 45
"""The seconds between polls, without a socket, and between pings, with a socket, as in games/static/table."""
IMPATIENT = 3
"""The seconds after which a player without a socket looks at the page again."""
LONGEST = 30
"""The longest backoff of a page's socket in seconds. The first one is half a second."""

ACCEPTED, STALE = 200, {409, 422, 429}


@dataclass
class Group:
    """People who play together. ``table`` changes when a game ends."""

    table: str


@dataclass
class Setting:
    door: Door
    ledger: Ledger
    sockets: Sequence[Callable[[], Process]]
    over: Event
    """Set when no more moves may begin. Moves already sent are repeated until there is a response."""
    closed: Event
    """Set when nothing may be sent any more."""


class Person:
    """A player who looks at a table's page every few seconds, and moves when it is their turn."""

    attended = False
    """Whether the site holds back the player's turn mails, because the player is looking at the table."""

    def __init__(self, user: User, group: Group, setting: Setting, seed: int) -> None:
        self.user, self._group, self._setting = user, group, setting
        self._browser = Browser(user, self.attended)
        self._rng = Random(seed)
        self.table = group.table
        self._unfinished = False

    def play(self) -> None:
        """Play until the day is over, then stay until the pages are closed."""
        try:
            while not self._setting.over.is_set():
                self._sit_down()
                called = self._is_called()
                if self._unfinished and not called:
                    self._setting.ledger.unbidden[self.seat].append(now())
                if called or self._unfinished:
                    self._take_turn()
            self._stay_until_closed()
        finally:
            self._leave()
            connection.close()

    @property
    def seat(self) -> Seat:
        return Seat(self.table, self.user.username)

    def _sit_down(self) -> None:
        if self.table != self._group.table:
            self._leave()
            self._setting.ledger.left[self.seat] = now()
            self.table = self._group.table

    def _leave(self) -> None:
        """Close the page of a table."""

    def _stay_until_closed(self) -> None:
        """Do nothing; players whose page updates itself override this to keep it open until ``closed`` is set."""

    def _is_called(self) -> bool:
        """Wait a while, and return whether to look at the page."""
        return not self._setting.over.wait(IMPATIENT)

    def _wait(self, bounds: tuple[float, float]) -> bool:
        return self._setting.over.wait(self._rng.uniform(*bounds))

    def _take_turn(self) -> None:
        page = self._page()
        while page and page.legal and not self._wait(THOUGHT):
            page = self._move(page)
        self._unfinished = page is None

    def _page(self) -> Page | None:
        """Return the current page of the table, or None without a response or after an unexpected status."""
        answer = self._setting.door.get(self._browser, f"/games/{self.table}/")
        if answer is None or answer.status != ACCEPTED:
            self._wait(AGAIN)
            return None
        return self._seen(answer.text, "page")

    def _seen(self, text: str, how: str) -> Page:
        page = page_of(text)
        self._setting.ledger.knows(self.seat, page.shown, how)
        return page

    def _move(self, page: Page) -> Page | None:
        """Make a random legal move, and repeat the same request until the site has accepted or refused it."""
        sent = {"move": self._rng.choice(page.legal), "version": page.post}
        while not self._setting.closed.is_set():
            answer = self._setting.door.post(self._browser, f"/games/{self.table}/move/", **sent)
            if answer and answer.status == ACCEPTED:
                self._setting.ledger.accepted[self.seat].append(Posted(sent["move"], now()))
                return self._seen(answer.text, "page")
            if answer and answer.status in STALE:
                return self._page()
            self._setting.closed.wait(self._rng.uniform(*AGAIN))
        self._setting.ledger.unanswered[self.seat].append(Posted(sent["move"], now()))
        return None


class Poller(Person):
    """A player without a socket, whose page polls every few seconds. The site does not hold back their mails."""

    def _is_called(self) -> bool:
        if self._setting.over.wait(IMPATIENT):
            return False
        return self._poll()

    def _poll(self) -> bool:
        """Fetch the table's version, like a page without a socket, and return whether it is new."""
        answer = self._setting.door.get(self._browser, f"/games/{self.table}/version/")
        if answer is None or answer.status != ACCEPTED:
            return False
        known = self._setting.ledger.known[self.seat]
        seen = known[-1].version if known else -1
        self._setting.ledger.knows(self.seat, answer.json["version"], "poll")
        return bool(answer.json["version"] > seen)

    def _stay_until_closed(self) -> None:
        while not self._setting.closed.wait(IMPATIENT):
            self._poll()


class Reader(Person):
    """A player who looks at the table only after a new mail. ``mails`` returns the number of mails received."""

    def __init__(self, user: User, group: Group, setting: Setting, seed: int, mails: Callable[[str], int]) -> None:
        super().__init__(user, group, setting, seed)
        self._mails, self._read = mails, 0

    def _is_called(self) -> bool:
        if self._setting.over.wait(1):
            return False
        read, self._read = self._read, self._mails(self.user.email)
        return read < self._read


class Listener(Poller):
    """A player whose page has a socket and polls while the socket is down."""

    attended = True

    def __init__(self, user: User, group: Group, setting: Setting, seed: int) -> None:
        super().__init__(user, group, setting, seed)
        self._news = Event()
        self._socket: ClientConnection | None = None
        self._tries = 0
        self._connect_at = self._poll_at = self._ping_at = 0.0
        self._unanswered = False

    def play(self) -> None:
        with ThreadPoolExecutor(1) as pool:
            hearing = pool.submit(self._hear_until_closed)
            super().play()
        hearing.result()

    def _leave(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _stay_until_closed(self) -> None:
        self._setting.closed.wait()

    def _is_called(self) -> bool:
        called = self._news.wait(1) and not self._setting.over.is_set()
        self._news.clear()
        return called

    def _hear_until_closed(self) -> None:
        while not self._setting.closed.is_set():
            if self._hear():
                self._news.set()

    def _hear(self) -> bool:
        """Listen for at most a second, and return whether the table's version is new."""
        try:
            if self._socket is not None:
                return self._received(self._socket)
            if monotonic() >= self._connect_at:
                self._connect()
                return False
        except (OSError, WebSocketException, EOFError):
            self._lost()
        self._setting.closed.wait(0.3)
        return self._polls()

    def _received(self, socket: ClientConnection) -> bool:
        self._ping(socket)
        try:
            said = json.loads(socket.recv(1))
        except TimeoutError:
            return False
        if said.get("pong"):
            self._unanswered = False
        known = self._setting.ledger.known[self.seat]
        is_new = "version" in said and (not known or known[-1].version < said["version"])
        if is_new:
            self._setting.ledger.knows(self.seat, said["version"], "socket")
        return is_new

    def _connect(self) -> None:
        at = self._rng.choice(self._setting.sockets)()
        self._socket = self._browser.listen(at, self.table)
        self._tries, self._unanswered = 0, False
        self._ping_at = monotonic() + PING

    def _lost(self) -> None:
        """Close the socket, and plan to reopen it after a pause that doubles each time."""
        with suppress(OSError, WebSocketException):
            self._leave()
        self._socket = None
        self._connect_at = monotonic() + min(LONGEST, 0.5 * 2**self._tries) * self._rng.uniform(0.5, 1)
        self._tries += 1

    def _ping(self, socket: ClientConnection) -> None:
        if monotonic() < self._ping_at:
            return
        if self._unanswered:
            raise EOFError
        self._ping_at, self._unanswered = monotonic() + PING, True
        socket.send("ping")

    def _polls(self) -> bool:
        if monotonic() < self._poll_at:
            return False
        self._poll_at = monotonic() + POLL
        return self._poll()
