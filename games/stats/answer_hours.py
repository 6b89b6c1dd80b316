"""A user's answer times by hour of the day: the number of turns, and how long the other players waited."""

from collections import defaultdict
from datetime import datetime, timedelta
from itertools import count
from statistics import median
from typing import NamedTuple

from accounts.models import User
from games.core.punctuality import counted_seats
from games.models import Turn

WINDOW = 1000
"""Maximum number of turns that are counted, the latest ones."""


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
