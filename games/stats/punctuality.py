"""Punctuality: how fast, and how often in time, a user took their last hundred turns for which a person waited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Player, Turn

WINDOW = 100
"""How many of the latest turns are counted."""
MIN_TURNS = 10
"""The minimum number of turns for a user to count as unreliable."""

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HOURS_UP_TO = 48


@dataclass(frozen=True, slots=True)
class Punctuality:
    """A user's last turns: their number, the missed deadlines, and the median answer time.

    It is real time, including nights and pauses, because the others waited that long.
    """

    turns: int = 0
    missed: int = 0
    usual: timedelta = timedelta()

    @property
    def in_time(self) -> int:
        """The number of turns taken in time."""
        return self.turns - self.missed

    @property
    def percent(self) -> int:
        """The percentage of turns taken in time, rounded down; 100 without turns."""
        return 100 * self.in_time // self.turns if self.turns else 100

    def reaches(self, least: int) -> bool:
        """Whether the percentage is at least ``least``; always true with few turns."""
        return not self.is_known or self.percent >= least

    @property
    def is_known(self) -> bool:
        """Whether there are enough turns."""
        return self.turns >= MIN_TURNS

    @property
    def words(self) -> str:
        """A short text, for lists."""
        if not self.turns:
            return _("no turns yet")
        facts = {"span": rounded_up(self.usual), "count": self.in_time, "turns": self.turns}
        return (
            ngettext(
                "usually answers within %(span)s; %(count)d of the last %(turns)d turn in time",
                "usually answers within %(span)s; %(count)d of the last %(turns)d turns in time",
                self.turns,
            )
            % facts
        )


NO_TURNS = Punctuality()


def rounded_up(span: timedelta) -> str:
    """A duration, rounded up to whole minutes, hours or days, depending on its length."""
    if span <= 90 * MINUTE:
        minutes = max(1, -(-span // MINUTE))
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if (hours := -(-span // HOUR)) <= HOURS_UP_TO:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = -(-span // DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def counted_turns() -> QuerySet[Turn]:
    """The turns that are counted: with a deadline, at a table where another person waited."""
    others = Player.objects.filter(game=OuterRef("player__game"), user__isnull=False).exclude(user=OuterRef("user"))
    return Turn.objects.filter(Exists(others)).exclude(player__game__clock=Game.Clock.NONE)


def punctuality(people: Collection[int]) -> Mapping[int, Punctuality]:
    """The punctuality of these users, by key, in one query."""
    latest = Window(RowNumber(), partition_by=F("user"), order_by=[F("done_at").desc(), F("pk").desc()])
    rows = counted_turns().filter(user__in=people).annotate(nth=latest).filter(nth__lte=WINDOW)
    seconds: dict[int, list[float]] = defaultdict(list)
    missed: dict[int, int] = defaultdict(int)
    for person, started_at, done_at, late in rows.values_list("user", "started_at", "done_at", "missed"):
        seconds[person].append((done_at - started_at).total_seconds())
        missed[person] += late
    return dict.fromkeys(people, NO_TURNS) | {
        person: Punctuality(len(all_of), missed[person], timedelta(seconds=median(all_of)))
        for person, all_of in seconds.items()
    }
