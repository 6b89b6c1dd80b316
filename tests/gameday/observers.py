"""Who only looks on: at versions in the database, at the web processes, and as a supervisor at all processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http.client import HTTPException
from threading import Event
from time import monotonic

from django.db import DatabaseError, connection

from accounts.models import User
from games.models import Game
from tests.gameday.ledger import Ledger, now
from tests.gameday.machines import House
from tests.gameday.people import Group
from tests.processes import Visitor

EVERY = 0.5
"""Seconds between two questions to a web process."""
IN_TIME = 2
"""Seconds in which an answer counts."""


class Versions:
    """Notes each table's version when the database has it, and seats people anew whose game is over."""

    def __init__(self, groups: Sequence[Group], deal: Callable[[Group], str], ledger: Ledger, over: Event) -> None:
        self._groups, self._deal, self._ledger, self._over = groups, deal, ledger, over

    def watch(self, closed: Event) -> None:
        """Until ``closed`` is set."""
        try:
            while not closed.wait(0.2):
                try:
                    self._look()
                except DatabaseError:
                    connection.close()  # one that is broken
        finally:
            connection.close()

    def _look(self) -> None:
        groups = {group.table: group for group in self._groups}
        rows = list(Game.objects.filter(table__in=groups).values_list("table", "version", "status"))
        for table, version, status in rows:
            self._ledger.versions[table].setdefault(version, now())
            if status == Game.Status.OVER and not self._over.is_set():
                groups[table].table = self._deal(groups[table])


class Probe:
    """Asks every web process at once whether it lives, and whether it can tell a table's version."""

    def __init__(self, house: House, table: str, viewer: User, ledger: Ledger) -> None:
        self._house, self._ledger = house, ledger
        self._paths = {"/healthz": "without_web", f"/games/{table}/version/": "without_table"}
        self._visitor = Visitor(viewer)

    def watch(self, closed: Event) -> None:
        """Adds up the time between an answer and the next one, where a question between got none."""
        good = dict.fromkeys(self._paths, monotonic())
        missed = dict.fromkeys(self._paths, False)
        while not closed.wait(EVERY):
            for path, column in self._paths.items():
                if self._answers(path):
                    if missed[path]:
                        lost = monotonic() - good[path]
                        setattr(self._ledger, column, getattr(self._ledger, column) + lost)
                    good[path], missed[path] = monotonic(), False
                else:
                    missed[path] = True

    def _answers(self, path: str) -> bool:
        return any(self._one_answers(f"{machine.running['web'].url}{path}") for machine in self._house.machines)

    def _one_answers(self, url: str) -> bool:
        try:
            return self._visitor.get(url, IN_TIME).status == 200
        except (OSError, HTTPException):
            return False


def supervise(house: House, ledger: Ledger, closed: Event) -> None:
    """Starts again what has ended by itself, as a supervisor of processes does."""
    while not closed.wait(1):
        for machine in house.machines:
            ledger.ended.update(machine.restart_ended())
