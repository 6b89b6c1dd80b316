"""A crowd: a thousand tables with computers, two hundred people who move, and one worker of each kind.

The site runs one process of each kind in ``Procfile``, on PostgreSQL and Redis. Half of the people play each other, so
that each move sends a mail; half play computers. At the other tables only computers are left. Some deadlines pass
during the run. Half of the computer players are Strong or Master, whose long searches must not delay the mails.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from statistics import median
from time import monotonic, sleep

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import play
from games.core import store
from games.models import Delivery, Game, Incident, Player
from lab.bench.measure import Measure
from lab.bench.queues import levels, mail_late, site_of_processes
from tests.cast import somebody, table_of
from tests.processes import Visitor

TABLES = 1_000
"""The number of tables with computers, including the PRACTICES tables with a person."""
PRACTICES, DUELS, LEFT = 100, 50, 50
"""The numbers of tables with a person and computers, with two people, and with two people who miss their deadlines."""
THREADS = 6
SECONDS = 120
THOUGHT = 10
"""The seconds between two moves of a person."""

LATEST_MAIL, LATEST_DEADLINE = 30, 90


@dataclass
class Crowd:
    url: str
    seconds: list[float] = field(default_factory=list)
    refused: Counter[int] = field(default_factory=Counter)
    """The number of refused moves by status."""

    def play(self, people: list[tuple[User, Game]], end: float) -> None:
        """Move for the people in turn until ``end``, at all tables that wait for them."""
        browsers = {user.pk: Visitor(user) for user, _game in people}
        last = dict.fromkeys(browsers, 0.0)
        try:
            while monotonic() < end:
                for user, game in people:
                    if monotonic() - last[user.pk] > THOUGHT:
                        last[user.pk] = monotonic()
                        self._move(browsers[user.pk], user, game)
                sleep(0.1)
        finally:
            connection.close()

    def _move(self, browser: Visitor, user: User, game: Game) -> None:
        asked = Player.objects.filter(game=game, user=user, to_move_since__isnull=False).select_related("game")
        if (me := asked.first()) is None:
            return
        legal = play.drafted(store.load(me.game).state, me).legal_moves(me.place)
        move, version = Random(len(self.seconds)).choice(legal), play.version_of(me.game, me)
        begun = monotonic()
        answer = browser.post(f"{self.url}/games/{game.public_id}/move/", move=move, version=version)
        self.seconds.append(monotonic() - begun)
        if answer.status != 303:
            self.refused[answer.status] += 1


def measures() -> Iterator[Measure]:
    """Yield the times of mails, deadlines and moves in the crowd. Needs TEST_REDIS_URL and PostgreSQL."""
    logging.disable(logging.INFO)  # every visitor signs in
    with site_of_processes() as (url, lengths):
        yield from _watched(url, lengths)


def _watched(url: str, lengths: Callable[[], list[int]]) -> Iterator[Measure]:
    people, deadlines = _tables()
    crowd, end = Crowd(url), monotonic() + SECONDS
    mail, longest = [], 0
    with ThreadPoolExecutor(THREADS) as pool:
        parts = [pool.submit(crowd.play, people[number::THREADS], end) for number in range(THREADS)]
        while monotonic() < end:
            mail.append(mail_late())
            longest = max(longest, *lengths())
            sleep(0.5)
    for part in parts:
        part.result()
    where = f"{TABLES:,} tables with computers, {len(people)} people"
    yield Measure(f"{where}: a turn's mail is late by at most", max(mail), LATEST_MAIL, " s", False)
    yield Measure("a deadline is acted upon after at most", _latest(deadlines), LATEST_DEADLINE, " s", False)
    yield Measure(f"moves refused of {len(crowd.seconds)} {dict(crowd.refused)}", crowd.refused.total(), 0, "", False)
    yield Measure("median of a move's answer", median(crowd.seconds), 1, " s", False)
    yield Measure("mails sent", Delivery.objects.filter(state="sent").count(), len(crowd.seconds) / 4, "", True)
    yield Measure("tasks in the longest queue", longest, TABLES, "", False)


def _tables() -> tuple[list[tuple[User, Game]], dict[int, datetime]]:
    """Create the tables. Return the people with their tables, and the deadlines that will pass, by game key."""
    left = [table_of(somebody(f"away{number}"), somebody(f"gone{number}")) for number in range(LEFT)]
    people = []
    for number in range(DUELS):
        pair = (somebody(f"anne{number}"), somebody(f"bert{number}"))
        game = table_of(*pair)
        people += [(user, game) for user in pair]
    for number in range(PRACTICES):
        user = somebody(f"cleo{number}")
        people.append((user, table_of(user, bots=levels(number, 2))))
    for number in range(TABLES - PRACTICES):
        user = somebody(f"left{number}")
        game = table_of(user, bots=levels(number, 3))
        play.resign(Player.objects.select_related("game").get(game=game, user=user), None)
    now, deadlines = timezone.now(), {}
    for number, game in enumerate(left):
        deadlines[game.pk] = now + timedelta(seconds=number * SECONDS / 4 / LEFT)
        Player.objects.filter(game=game, to_move_since__isnull=False).update(deadline=deadlines[game.pk])
    return people, deadlines


def _latest(deadlines: dict[int, datetime]) -> float:
    """Return the longest delay of a deadline in seconds. Pending deadlines count until now."""
    now = timezone.now()
    rows = Incident.objects.filter(game__in=deadlines).order_by("-pk").values_list("game", "occurred_at")
    acted = dict(rows)  # of each game's incidents, the last row remains: the oldest one
    return max((acted.get(game, now) - due).total_seconds() for game, due in deadlines.items())
