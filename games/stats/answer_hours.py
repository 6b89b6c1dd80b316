"""Answer times by hour of the day: the number of a user's turns, how long the others waited, and when people meet."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import count
from statistics import median
from typing import NamedTuple

from django.utils import timezone

from accounts.models import User
from games.core.punctuality import counted_seats
from games.models import Game, Turn

WINDOW = 1000
"""Maximum number of turns that are counted, the latest ones."""

LATELY = timedelta(days=60)
OFTEN = 3
"""On how many days people must have met in an hour for it to be usual."""


class Hour(NamedTuple):
    """An hour of the day: the number of turns taken in it, and their median answer time (None without turns)."""

    hour: int
    turns: int
    usual: timedelta | None


def by_hour(person: User) -> list[Hour]:
    """Return the 24 hours of the day in the user's time zone, midnight first."""
    seconds: dict[int, list[float]] = defaultdict(list)
    for started_at, done_at in _latest(person):
        seconds[done_at.astimezone(person.zone).hour].append((done_at - started_at).total_seconds())
    return [Hour(hour, len(seconds[hour]), _median(seconds[hour])) for hour in range(24)]


def _latest(person: User) -> list[tuple[datetime, datetime]]:
    turns = Turn.objects.filter(user=person, missed=False).order_by("-done_at", "-pk")
    found: list[tuple[datetime, datetime]] = []
    # Check only once per seat whether its turns count.
    for start in count(0, WINDOW):
        some = list(turns.values_list("player", "started_at", "done_at")[start : start + WINDOW])
        counted = counted_seats(person, {player for player, *_times in some})
        found += [(started_at, done_at) for player, started_at, done_at in some if player in counted]
        if len(found) >= WINDOW or len(some) < WINDOW:
            break
    return found[:WINDOW]


def _median(seconds: list[float]) -> timedelta | None:
    return timedelta(seconds=median(seconds)) if seconds else None


def usual_hour(game: Game, person: User, others: Iterable[User]) -> int | None:
    """Return the hour of the user's day in which they most often answer at this table together with one of ``others``.

    Return None if they have not done so on OFTEN days lately.
    """
    users = [person.pk, *(other.pk for other in others)]
    turns = Turn.objects.filter(player__game=game, user__in=users, missed=False, done_at__gte=timezone.now() - LATELY)
    present: dict[tuple[date, int], set[int | None]] = defaultdict(set)
    for user, done_at in turns.values_list("user", "done_at"):
        local = done_at.astimezone(person.zone)
        present[local.date(), local.hour].add(user)
    met = Counter(hour for (_day, hour), those in present.items() if person.pk in those and len(those) > 1)
    hour, days = max(met.items(), key=lambda each: (each[1], -each[0]), default=(0, 0))
    return hour if days >= OFTEN else None
