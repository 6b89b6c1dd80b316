"""One game day: scripted people play, faults are injected, and the results are checked."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, cycle
from random import Random
from threading import Event
from time import monotonic, sleep
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import F, Q

from accounts.models import User
from chicago.translations.catalogues import compile_changed
from games.models import Delivery, Game, Player
from games.notifications.outbox import CLAIM_TIMEOUT
from games.rules import RULES
from lab.gameday import faults, observers, report
from lab.gameday.door import Door
from lab.gameday.evidence import account_of
from lab.gameday.ledger import Ledger, now
from lab.gameday.machines import House
from lab.gameday.people import Group, Listener, Person, Poller, Reader, Setting
from tests.cast import some_moderator, somebody, table_of
from tests.due import computers_to_move, pending

SHAPES = ((2, 0), (3, 0), (1, 2), (2, 0), (4, 0), (2, 1))
"""The numbers of people and computer players at each table, repeated for tables of alternating games."""
AWAY = 12
"""The number of tables whose two players never move, so that their deadlines pass."""
STAY, STAY_HURRIED = 60, 6
"""The seconds for which pages stay open after the last fault to receive all announcements: normally, and if hurried."""
STUCK = timedelta(seconds=8)
"""The age of a claim after which its worker counts as dead, on a hurried day."""


@dataclass(frozen=True)
class Options:
    """The arguments of a game day.

    ``settle`` is the number of seconds that the site has to finish all work. If ``hurried``, waits of minutes, such as
    the expiry of a dead worker's claim, are shortened.
    """

    seconds: float
    players: int
    seed: int
    settle: float
    hurried: bool
    pace: float
    only: tuple[str, ...]


class GameDay:
    """A game day: the players and their tables, and the steps from the first move to the final checks."""

    def __init__(self, house: House, options: Options) -> None:
        self.house, self.options = house, options
        self.ledger, self._rng = Ledger(), Random(options.seed)
        self.over, self.closed, self._accounting = Event(), Event(), Event()
        webs = [lambda machine=machine: machine.running["web"].url for machine in house.machines]
        sockets = [lambda machine=machine: machine.running["sockets"] for machine in house.machines]
        setting = Setting(Door(webs, self.ledger), self.ledger, sockets, self.over, self.closed)
        house.post.before_yes = self._mail_came
        self._arrived: dict[str, int] = {}
        self.people = self._seated(setting)
        self.deadlines = self._deadlines()
        self.moderator, self.warned = some_moderator("mona"), [somebody(f"warned{number}") for number in range(3)]

    def _mail_came(self) -> None:
        mail = self.house.post.mails[-1]
        again = mail["Message-ID"] in self.ledger.mails
        self.ledger.mails[mail["Message-ID"]].append(now())
        self._arrived[mail["To"]] = self._arrived.get(mail["To"], 0) + (not again)

    def _seated(self, setting: Setting) -> list[Person]:
        people: list[Person] = []
        self._dealt: dict[int, Callable[[], str]] = {}
        self.groups: list[Group] = []
        styles, names = cycle((Listener, Reader, Poller)), count(1)
        for variant, (size, computers) in zip(cycle(RULES), cycle(SHAPES)):
            users = [somebody(f"player{next(names)}") for _ in range(size)]
            group = self._group(variant, users, computers)
            for user in users:
                people.append(self._person(next(styles), user, group, setting, len(people)))
            if len(people) >= self.options.players:
                return people
        raise AssertionError

    def _group(self, variant: str, users: list[User], computers: int) -> Group:
        def deal() -> str:
            facts = {"rated": computers == 0}
            return table_of(*users, variant=variant, bots=("steady",) * computers, **facts).public_id

        group = Group(deal())
        self._dealt[id(group)] = deal
        self.groups.append(group)
        return group

    def _person(self, style: type[Person], user: User, group: Group, setting: Setting, number: int) -> Person:
        seed = self.options.seed * 1000 + number
        if style is Reader:
            return Reader(user, group, setting, seed, lambda address: self._arrived.get(address, 0))
        return style(user, group, setting, seed)

    def _deadlines(self) -> dict[int, datetime]:
        """Create tables whose players never move, with deadlines spread over the day. Return the deadlines by game."""
        due = {}
        for number in range(AWAY):
            game = table_of(somebody(f"away{number}"), somebody(f"gone{number}"), absence="plain", free_misses=0)
            due[game.pk] = now() + timedelta(seconds=self.options.seconds * number / AWAY)
            Player.objects.filter(game=game, to_move_since__isnull=False).update(deadline=due[game.pk])
        return due

    def run(self) -> report.Day:
        """Play the day and return its figures. Raise the exception of a thread that has failed."""
        begun = now()
        with self._all_at_work() as work:
            happened = self._go_wrong(work)
            self.over.set()
            over = now()
            settled = self._settle()
        return self._accounted(begun, over, happened, settled)

    def _go_wrong(self, work: list[Future[None]]) -> list[faults.Happened]:
        possible = faults.faults_of(self.house)
        if self.options.only:
            possible = [fault for fault in possible if any(fault.name.startswith(each) for each in self.options.only)]
        planned = faults.plan(self._rng, possible, self.options.seconds, self.options.pace)
        end = monotonic() + self.options.seconds
        with ThreadPoolExecutor(1) as pool:
            course = pool.submit(faults.Course(planned, self.over).run)
            try:
                while monotonic() < end or not course.done():
                    raise_failure(work)
                    sleep(0.5)
            finally:
                self.over.set()
            return course.result()

    @contextmanager
    def _all_at_work(self) -> Iterator[list[Future[None]]]:
        watcher = observers.Versions(self.groups, lambda group: self._dealt[id(group)](), self.ledger, self.over)
        viewer, paths = self.people[0].user, ("/healthz", f"/games/{self.groups[0].table}/version/")
        probes = [observers.Probe(self.house, path, viewer, self.ledger) for path in paths]
        with ThreadPoolExecutor(len(self.people) + 5) as pool:
            work = [pool.submit(person.play) for person in self.people]
            work += [pool.submit(probe.watch, self.over) for probe in probes]
            work.append(pool.submit(watcher.watch, self.closed))
            work.append(pool.submit(observers.moderate, self.moderator, self.warned, self.ledger, self.over))
            work.append(pool.submit(observers.supervise, self.house, self.ledger, self._accounting))
            try:
                yield work
            finally:
                for event in (self.over, self.closed, self._accounting):
                    event.set()
        raise_failure(work)

    def _settle(self) -> float | None:
        """Close the pages after a while. Return the seconds until nothing is due, or None if that takes too long."""
        begun = monotonic()
        sys.stdout.write(f"{now():%H:%M:%S} no more faults\n")
        sleep(STAY_HURRIED if self.options.hurried else STAY)
        self.closed.set()
        while monotonic() < begun + self.options.settle:
            sleep(1)
            try:
                if self.options.hurried:
                    _hurry()
                if self._is_settled():
                    return monotonic() - begun
            except DatabaseError:
                connection.close()  # broken by the crash
        return None

    def _is_settled(self) -> bool:
        late = Player.objects.filter(deadline__lte=now(), to_move_since__isnull=False)
        return not pending() and not computers_to_move() and not late.exists()

    def _accounted(
        self, begun: datetime, over: datetime, happened: list[faults.Happened], settled: float | None
    ) -> report.Day:
        styles = {person.user.username: type(person).__name__ for person in self.people}
        found = account_of(self.ledger, styles, self.deadlines, happened, over)
        tables = Game.objects.count()
        options = self.options
        return report.Day(
            begun, options.seconds, options.seed, len(self.people), tables, settled, happened, self.ledger, found
        )


def raise_failure(work: list[Future[None]]) -> None:
    """Raise the exception of the first thread that has failed, if any."""
    for each in work:
        if each.done():
            each.result()


def _hurry() -> None:
    """Age the rows as if minutes had passed: players are absent; retries and the claims of dead workers are due."""
    moment = now()
    Player.objects.filter(last_seen_at__gt=moment - timedelta(minutes=5)).update(
        last_seen_at=F("last_seen_at") - timedelta(minutes=10)
    )
    unclaimed, dead = Q(tries=0), Q(due_at__lte=moment + CLAIM_TIMEOUT - STUCK)
    Delivery.objects.filter(unclaimed | dead, state="pending", due_at__gt=moment).update(due_at=moment)


def play(house: House, **options: Any) -> report.Day:
    """Play a game day on this site and return its figures. ``options`` are the fields of ``Options``."""
    compile_changed()
    logging.disable(logging.ERROR)  # this process queries stopped clusters, too
    try:
        return GameDay(house, Options(**options)).run()
    finally:
        connection.close()
