"""At which hours of his own day somebody takes his turns, and how long the others had waited by then."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from accounts.models import User
from games.stats.punctuality import counted

LAST = 1000
"""How many turns are looked at."""


class Hour(NamedTuple):
    """An hour of the day: how many turns were taken in it, and the median time until these answers, None of none."""

    hour: int
    turns: int
    usual: timedelta | None


def by_hour(person: User) -> list[Hour]:
    """The 24 hours of this person's own clock, midnight first."""
    seconds: dict[int, list[float]] = defaultdict(list)
    latest = counted().filter(user=person, missed=False).order_by("-done_at", "-pk")[:LAST]
    for asked_at, done_at in latest.values_list("asked_at", "done_at"):
        seconds[done_at.astimezone(person.zone).hour].append((done_at - asked_at).total_seconds())
    return [Hour(hour, len(seconds[hour]), _median(seconds[hour])) for hour in range(24)]


def _median(seconds: list[float]) -> timedelta | None:
    return timedelta(seconds=median(seconds)) if seconds else None
