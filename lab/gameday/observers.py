"""Threads that record versions and outages, deal new games, restart ended processes, and moderate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http.client import HTTPException
from itertools import cycle
from threading import Event
from time import monotonic

from django.db import DatabaseError, connection

from accounts.models import User
from games.models import Game
from games.moderation import actions
from lab.gameday.ledger import Ledger, now
from lab.gameday.machines import House
from lab.gameday.people import Group
from tests.processes import Visitor

EVERY = 0.5
"""The seconds between two requests to a web process."""
IN_TIME = 5
"""The seconds after which a response is too late to count."""
WARNS_EVERY = 4
"""The seconds between two entries in the moderators' log."""


class Versions:
    """Records each new version of a table in the database, and deals a new game when one ends."""

    def __init__(self, groups: Sequence[Group], deal: Callable[[Group], str], ledger: Ledger, over: Event) -> None:
        self._groups, self._deal, self._ledger, self._over = groups, deal, ledger, over

    def watch(self, closed: Event) -> None:
        try:
            while not closed.wait(0.2):
                try:
                    self._look()
                except DatabaseError:
                    connection.close()  # a broken connection
        finally:
            connection.close()

    def _look(self) -> None:
        groups = {group.table: group for group in self._groups}
        rows = list(Game.objects.filter(public_id__in=groups).values_list("public_id", "version", "status"))
        for table, version, status in rows:
            self._ledger.versions[table].setdefault(version, now())
            if status == Game.Status.OVER and not self._over.is_set():
                groups[table].table = self._deal(groups[table])


class Probe:
    """Measures how long no web process responds to ``path`` with 200."""

    def __init__(self, house: House, path: str, viewer: User, ledger: Ledger) -> None:
        self._house, self._path, self._ledger = house, path, ledger
        self._visitor = Visitor(viewer)

    def watch(self, closed: Event) -> None:
        """Until ``closed`` is set, add up the times between two good responses with a failure in between."""
        good, missed = monotonic(), False
        while not closed.wait(EVERY):
            if not self._answers():
                missed = True
                continue
            if missed:
                self._ledger.without[self._path] = self._ledger.without.get(self._path, 0) + monotonic() - good
            good, missed = monotonic(), False

    def _answers(self) -> bool:
        return any(self._one_answers(f"{machine.running['web'].url}{self._path}") for machine in self._house.machines)

    def _one_answers(self, url: str) -> bool:
        try:
            return self._visitor.get(url, IN_TIME).status == 200
        except (OSError, HTTPException):
            return False


def moderate(moderator: User, people: Sequence[User], ledger: Ledger, over: Event) -> None:
    """Warn users, who do not play, until ``over`` is set. Each warning adds an entry to the moderators' log."""
    try:
        for person in cycle(people):
            if over.wait(WARNS_EVERY):
                return
            try:
                actions.warn(moderator, person, "Insults.")
                ledger.warned += 1
            except DatabaseError:
                ledger.perhaps_warned += 1
                connection.close()  # a broken connection
    finally:
        connection.close()


def supervise(house: House, ledger: Ledger, closed: Event) -> None:
    """Restart and record processes that ended unexpectedly, like a supervisor, until ``closed`` is set."""
    while not closed.wait(1):
        for machine in house.machines:
            for process in machine.restart_ended():
                ledger.ended.append(f"{now():%H:%M:%S} {process.name} of the {machine.name} machine: {process.said()}")
