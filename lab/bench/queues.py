"""The queues: ten tables where only computers are left must not delay other tables or mails.

``processes`` runs one process of each kind in ``Procfile``, on PostgreSQL and Redis; ``embedded`` runs the single
process of ``make play``. At the same time, two people play each other, each draw sends a mail to the other player, and
other people play against a computer each.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic, sleep

import redis
from django.conf import settings
from django.utils import timezone
from kombu.transport.memory import Channel

from chicago.run import prepare
from chicago.run.single_process import serve
from games import play
from games.models import Delivery, Game, Heartbeat, Notice, Player
from lab.bench import services
from lab.bench.measure import Measure
from tests.cast import somebody, table_of
from tests.processes import COMMANDS, Visitor
from tests.site import eventually, free_port

TABLES, SEATS = 10, 6
SECONDS = 60

LEVELS = ("steady", "strong", "steady", "master")
"""The levels of the computer players, for each table in turn. Every second level takes long to choose."""

LATEST = 10
"""The limit in seconds for the delay of a mail, a computer's move and a sweep."""


class Watch:
    """The worst values observed on a site. ``lengths`` returns the length of each queue."""

    def __init__(self, url: str, lengths: Callable[[], list[int]]) -> None:
        self.url, self._lengths = url, lengths
        self.silence = self.mail = self.computer = 0.0
        self.longest = self.unready = 0

    def look(self, *levels: str) -> None:
        """Play a duel and a game against each of these levels for SECONDS, and record the worst values."""
        duel = table_of(somebody("anne"), somebody("bert"))
        practice = [table_of(somebody(f"against-{level}"), bots=(level,)) for level in levels]
        games = {game.pk: monotonic() for game in (duel, *practice)}
        end = monotonic() + SECONDS
        while monotonic() < end:
            self.longest = max(self.longest, *self._lengths())
            beat = Heartbeat.objects.filter(task="games.sweep").first()
            self.silence = max(self.silence, (timezone.now() - beat.last_run_at).total_seconds() if beat else 0)
            self.unready += Visitor().get(f"{self.url}/readyz").status != 200
            self.computer = max(self.computer, *map(_computer_late, practice))
            self.mail = max(self.mail, mail_late())
            for pk in games:
                if monotonic() - games[pk] > 3:
                    games[pk] = monotonic()
                    self._draw(pk)
            sleep(0.1)
        self.mail = max(self.mail, mail_late())

    def _draw(self, pk: int) -> None:
        me = Player.objects.filter(game=pk, to_move_since__isnull=False, bot="").select_related("game", "user").first()
        if me is not None:
            url = f"{self.url}/games/{me.game.public_id}/move/"
            Visitor(me.user).post(url, move="draw", version=play.version_of(me.game, me))

    def measures(self, where: str) -> Iterator[Measure]:
        """Yield the worst values as measures. ``where`` names the site."""
        yield Measure(f"{where}, {TABLES} tables of computers: no sweep for", self.silence, LATEST, " s", False)
        yield Measure("a turn's mail is late by", self.mail, LATEST, " s", False)
        yield Measure("a computer that a person waits for takes", self.computer, LATEST, " s", False)
        yield Measure("tasks in the longest queue", self.longest, TABLES + 2, "", False)
        yield Measure("times that /readyz was not 200", self.unready, 0, "", False)


def _computer_late(game: Game) -> float:
    asked = Player.objects.filter(game=game, to_move_since__isnull=False).exclude(bot="").first()
    return (timezone.now() - asked.turn_started_at).total_seconds() if asked and asked.turn_started_at else 0


def mail_late() -> float:
    """Return the delay in seconds of the oldest pending notice or delivery of the last hour, or 0."""
    now = timezone.now()
    due = [
        model.objects.filter(state="pending", due_at__lte=now, due_at__gt=now - timedelta(hours=1))
        .order_by("due_at")
        .values_list("due_at", flat=True)
        .first()
        for model in (Notice, Delivery)
    ]
    return max(((now - each).total_seconds() for each in due if each), default=0)


def levels(table: int, seats: int, among: Sequence[str] = LEVELS) -> tuple[str, ...]:
    return (among[table % len(among)],) * seats


def fill(among: Sequence[str] = LEVELS) -> None:
    """Fill TABLES tables with computers of these levels. The users who opened them resign."""
    for number in range(TABLES):
        person = somebody(f"gone{number}")
        game = table_of(person, bots=levels(number, SEATS - 1, among))
        play.resign(Player.objects.select_related("game").get(game=game, user=person), None)


def processes() -> Iterator[Measure]:
    """Yield the measures of one process of each kind except sockets. Needs TEST_REDIS_URL and PostgreSQL."""
    with site_of_processes() as (url, lengths):
        fill()
        watch = Watch(url, lengths)
        watch.look("steady", "master")  # half of the tables keep the queue of a Master busy
    yield from watch.measures("several processes")


@contextmanager
def site_of_processes() -> Iterator[tuple[str, Callable[[], list[int]]]]:
    """Run a site without sockets on its own database, with sweeps at their usual rate.

    Yield the site's address, and a function that returns the number of waiting tasks in each queue.
    """
    broker = redis.Redis.from_url(settings.REDIS_URL)
    with services.processes(SWEEP_SECONDS="5", DEADLINE_SWEEP_SECONDS="60") as running:
        web, *_ = running.start("web", *(name for name in COMMANDS if name not in {"web", "sockets"}))
        eventually(Heartbeat.objects.exists, 60, running.said)
        yield web.url, lambda: [broker.llen(queue.name) for queue in settings.CELERY_TASK_QUEUES]


def embedded(report: Callable[[Iterator[Measure]], bool]) -> None:
    """Run the single process of ``make play`` inside this process, so that its queues in memory can be measured.

    Exit after ``report`` has received the measures: with 0 if ``report`` returns True, otherwise with 1.
    """
    url = f"http://127.0.0.1:{(port := free_port())}"
    prepare.migrate()
    prepare.collect_static()
    threading.Thread(target=_watch_embedded, args=(url, report), daemon=True).start()
    serve(prepare.listen("127.0.0.1", str(port)), url)


def _watch_embedded(url: str, report: Callable[[Iterator[Measure]], bool]) -> None:
    met = False
    try:
        eventually(Heartbeat.objects.exists, 60)
        fill()
        watch = Watch(url, lambda: [0, *(queue.qsize() for queue in list(Channel.queues.values()))])
        watch.look("steady")
        met = report(watch.measures("the single process"))
    finally:
        os._exit(not met)
