"""How long others wait for somebody, and how often in vain: his last hundred turns, at tables where anybody waited."""

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

LAST = 100
"""How many turns count."""
ENOUGH = 10
"""With fewer turns nobody is called unreliable."""

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HOURS_UP_TO = 48


@dataclass(frozen=True, slots=True)
class Punctuality:
    """One person's last turns: how many, how many deadlines of them were missed, and the median time until an answer.

    The time is that by the wall, nights and pauses too: so long the others have waited.
    """

    turns: int = 0
    missed: int = 0
    usual: timedelta = timedelta()

    @property
    def in_time(self) -> int:
        """How many were taken in time."""
        return self.turns - self.missed

    @property
    def percent(self) -> int:
        """Turns in a hundred that were taken in time, rounded down; 100 of none."""
        return 100 * self.in_time // self.turns if self.turns else 100

    def reaches(self, least: int) -> bool:
        """Whether a table that asks for ``least`` turns in a hundred takes this person: with few turns always."""
        return not self.is_known or self.percent >= least

    @property
    def is_known(self) -> bool:
        """Whether there are turns enough to tell."""
        return self.turns >= ENOUGH

    @property
    def words(self) -> str:
        """In a few words, for lists."""
        if not self.turns:
            return _("no turns yet")
        facts = {"span": within(self.usual), "count": self.in_time, "turns": self.turns}
        return (
            ngettext(
                "usually answers within %(span)s; %(count)d of the last %(turns)d turn in time",
                "usually answers within %(span)s; %(count)d of the last %(turns)d turns in time",
                self.turns,
            )
            % facts
        )


NOTHING_YET = Punctuality()


def within(span: timedelta) -> str:
    """A length of time, rounded up to whole minutes, hours or days, whichever says it shortly."""
    if span <= 90 * MINUTE:
        minutes = max(1, -(-span // MINUTE))
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if (hours := -(-span // HOUR)) <= HOURS_UP_TO:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = -(-span // DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def counted() -> QuerySet[Turn]:
    """The turns that count: with a deadline that can be missed, at a table where another person waited."""
    others = Player.objects.filter(game=OuterRef("player__game"), user__isnull=False).exclude(user=OuterRef("user"))
    return Turn.objects.filter(Exists(others)).exclude(player__game__clock=Game.Clock.NONE)


def punctuality(people: Collection[int]) -> Mapping[int, Punctuality]:
    """By key, for each of these people; in one query, however many they are."""
    latest = Window(RowNumber(), partition_by=F("user"), order_by=[F("done_at").desc(), F("pk").desc()])
    rows = counted().filter(user__in=people).annotate(nth=latest).filter(nth__lte=LAST)
    seconds: dict[int, list[float]] = defaultdict(list)
    missed: dict[int, int] = defaultdict(int)
    for person, asked_at, done_at, late in rows.values_list("user", "asked_at", "done_at", "missed"):
        seconds[person].append((done_at - asked_at).total_seconds())
        missed[person] += late
    return dict.fromkeys(people, NOTHING_YET) | {
        person: Punctuality(len(all_of), missed[person], timedelta(seconds=median(all_of)))
        for person, all_of in seconds.items()
    }
