"""What the people and the observers of a game day have seen, written down by many threads."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple


def now() -> datetime:
    """Return the moment, in UTC."""
    return datetime.now(UTC)


class Seat(NamedTuple):
    """One person at one table."""

    table: str
    person: str


class Posted(NamedTuple):
    """A move that a page has sent, and when it was answered (or, without an answer, given up)."""

    text: str
    at: datetime


class Known(NamedTuple):
    """From ``at`` on the page of a person knew of this version; ``how``: by its socket, by polling, or on a page."""

    version: int
    at: datetime
    how: str


@dataclass
class Ledger:
    """All of it. Only appended to; read once all threads have ended."""

    accepted: dict[Seat, list[Posted]] = field(default_factory=lambda: defaultdict(list))
    """Moves that the site has answered as made."""
    unanswered: dict[Seat, list[Posted]] = field(default_factory=lambda: defaultdict(list))
    """Moves without any answer up to the end: they may have been made."""
    answers: Counter[str] = field(default_factory=Counter)
    """Answers by status; ``broken``: the connection ended first; ``no process``: no web process took it."""
    errors: list[str] = field(default_factory=list)
    """Addresses that were answered with a 5xx other than 503, each with its moment."""
    unbidden: dict[Seat, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """When a person looked at the table without being called, because the page before had not come."""
    known: dict[Seat, list[Known]] = field(default_factory=lambda: defaultdict(list))
    """What the pages of people with sockets, or who poll, knew when."""
    left: dict[Seat, datetime] = field(default_factory=dict)
    """When a person has closed the page of a table."""
    versions: dict[str, dict[int, datetime]] = field(default_factory=lambda: defaultdict(dict))
    """When a table's version was first seen in the database."""
    mails: dict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """When the mail server has accepted a mail, by its Message-ID."""
    without: dict[str, float] = field(default_factory=dict)
    """Seconds in which no web process had an answer at an address."""
    ended: list[str] = field(default_factory=list)
    """Processes that ended without anybody having ended them, with the end of their logs."""
    warned: int = 0
    """Warnings of a moderator that were written down."""
    perhaps_warned: int = 0
    """Those that failed, as far as the moderator knows."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, answer: str) -> None:
        """Count one more answer of this sort."""
        with self._lock:
            self.answers[answer] += 1

    def knows(self, seat: Seat, version: int, how: str) -> None:
        """Note that the page at this seat shows or has heard of a version."""
        with self._lock:
            known = self.known[seat]
            if not known or known[-1].version < version:
                known.append(Known(version, now(), how))
