"""The observations of a game day, recorded by many threads."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple


def now() -> datetime:
    return datetime.now(UTC)


class Seat(NamedTuple):
    table: str
    person: str


class Posted(NamedTuple):
    """A posted move, and the time of its response or, without a response, of giving up."""

    text: str
    at: datetime


class Known(NamedTuple):
    """A version that a player's page learned of at the time ``at``; ``how`` is "socket", "poll" or "page"."""

    version: int
    at: datetime
    how: str


@dataclass
class Ledger:
    """All observations. Threads only append to them; they are read when all threads have ended."""

    accepted: dict[Seat, list[Posted]] = field(default_factory=lambda: defaultdict(list))
    unanswered: dict[Seat, list[Posted]] = field(default_factory=lambda: defaultdict(list))
    """The moves that had no response by the end. They may have been made."""
    answers: Counter[str] = field(default_factory=Counter)
    """Responses by status; "broken" counts connections that ended early, "no process" requests that none accepted."""
    errors: list[str] = field(default_factory=list)
    """Times and addresses of 5xx responses other than 503."""
    unbidden: dict[Seat, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """Times when a player looked at the table without a mail or a new version, because a request had failed."""
    known: dict[Seat, list[Known]] = field(default_factory=lambda: defaultdict(list))
    left: dict[Seat, datetime] = field(default_factory=dict)
    versions: dict[str, dict[int, datetime]] = field(default_factory=lambda: defaultdict(dict))
    """The times at which each version of a table was first seen in the database."""
    mails: dict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """The times at which the mail server accepted each mail, by Message-ID."""
    without: dict[str, float] = field(default_factory=dict)
    """The seconds without a good response from any web process, by path."""
    ended: list[str] = field(default_factory=list)
    """Descriptions of processes that ended unexpectedly, with the end of their logs."""
    warned: int = 0
    """The number of warnings whose transaction was committed."""
    perhaps_warned: int = 0
    """The number of warnings that may have been committed despite a database error."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, answer: str) -> None:
        with self._lock:
            self.answers[answer] += 1

    def knows(self, seat: Seat, version: int, how: str) -> None:
        """Record that the page at this seat has learned of a version, if it is newer than those before."""
        with self._lock:
            known = self.known[seat]
            if not known or known[-1].version < version:
                known.append(Known(version, now(), how))
