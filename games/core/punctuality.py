"""Punctuality: how quickly, and how often on time, users took their latest turns at tables with other people."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import DurationField, Exists, ExpressionWrapper, F, OuterRef, QuerySet, Window
from django.db.models.functions import Extract, JSONObject, RowNumber
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Player, Turn

WINDOW = 100
"""The number of latest turns that count."""
MIN_TURNS = 10
"""The minimum number of turns for a user's punctuality to be known."""

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HOURS_UP_TO = 48


@dataclass(frozen=True, slots=True)
class Punctuality:
    """A user's latest turns: their number, the number of missed deadlines, and the median answer time.

    The time includes nights and pauses, because the others waited that long.
    """

    turns: int = 0
    missed: int = 0
    usual: timedelta = timedelta()

    @property
    def in_time(self) -> int:
        return self.turns - self.missed

    @property
    def percent(self) -> int:
        """The percentage of turns taken on time, rounded down, or 100 if there are no turns."""
        return 100 * self.in_time // self.turns if self.turns else 100

    def reaches(self, least: int) -> bool:
        """Return whether the percentage is unknown or at least ``least``."""
        return not self.is_known or self.percent >= least

    @property
    def is_known(self) -> bool:
        return self.turns >= MIN_TURNS

    @property
    def words(self) -> str:
        if not self.turns:
            return _("no turns yet")
        facts = {"span": rounded_up(self.usual), "count": self.in_time, "turns": self.turns}
        return (
            ngettext(
                "usually answers within %(span)s; %(count)d of the last %(turns)d turn on time",
                "usually answers within %(span)s; %(count)d of the last %(turns)d turns on time",
                self.turns,
            )
            % facts
        )


NO_TURNS = Punctuality()


def total(those: Iterable[Punctuality]) -> Punctuality:
    """Add up the turns of several users; ``usual`` is the longest of their usual times."""
    users = list(those)
    return Punctuality(
        sum(each.turns for each in users),
        sum(each.missed for each in users),
        max((each.usual for each in users), default=timedelta()),
    )


def rounded_up(span: timedelta) -> str:
    """Return a duration as text, rounded up to whole minutes, hours or days, depending on its length."""
    if span <= 90 * MINUTE:
        minutes = max(1, -(-span // MINUTE))
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if (hours := -(-span // HOUR)) <= HOURS_UP_TO:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = -(-span // DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def counted_turns() -> QuerySet[Turn]:
    """Return the turns that count: those with a clock at tables where another user has a seat."""
    others = Player.objects.filter(game=OuterRef("player__game"), user__isnull=False).exclude(user=OuterRef("user"))
    return Turn.objects.filter(Exists(others)).exclude(player__game__clock=Game.Clock.NONE)


def counted_seats(person: User, seats: Collection[int]) -> set[int]:
    """Filter seat keys: return those where this user's turns count, as in ``counted_turns``."""
    others = Player.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=person)
    counted = Player.objects.filter(Exists(others), pk__in=seats).exclude(game__clock=Game.Clock.NONE)
    return set(counted.values_list("pk", flat=True))


def punctuality(people: Collection[int]) -> Mapping[int, Punctuality]:
    """Return the punctuality of these users, by key, in one query."""
    latest = _latest_by_index if connection.vendor == "postgresql" else _latest_of_all
    turns: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for person, seconds, missed in latest(people):
        turns[person].append((seconds, missed))
    return dict.fromkeys(people, NO_TURNS) | {person: _of(those) for person, those in turns.items()}


def _of(turns: Sequence[tuple[float, bool]]) -> Punctuality:
    usual = timedelta(seconds=median(seconds for seconds, _missed in turns))
    return Punctuality(len(turns), sum(missed for _seconds, missed in turns), usual)


def _latest_by_index(people: Collection[int]) -> Iterator[tuple[int, float, bool]]:
    """Yield each user's latest turns; the query reads only these, however many turns a user has."""
    took = Extract(ExpressionWrapper(F("done_at") - F("started_at"), DurationField()), "epoch")
    turns = counted_turns().filter(user=OuterRef("pk")).order_by("-done_at")[:WINDOW]
    found = ArraySubquery(turns.values(fact=JSONObject(seconds=took, missed=F("missed"))))
    for person, facts in User.objects.filter(pk__in=people).values_list("pk", found):
        yield from ((person, fact["seconds"], fact["missed"]) for fact in facts)


def _latest_of_all(people: Collection[int]) -> Iterator[tuple[int, float, bool]]:
    """Yield each user's latest turns on SQLite, which has no arrays."""
    latest = Window(RowNumber(), partition_by=F("user"), order_by=[F("done_at").desc(), F("pk").desc()])
    rows = counted_turns().filter(user__in=people).annotate(nth=latest).filter(nth__lte=WINDOW)
    for person, started_at, done_at, missed in rows.values_list("user", "started_at", "done_at", "missed"):
        yield person, (done_at - started_at).total_seconds(), missed
