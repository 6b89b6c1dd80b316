"""A user's answer times by hour of their day: the number of turns, and how long the others waited."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from accounts.models import User
from games.stats.punctuality import counted_turns

WINDOW = 1000
"""How many of the latest turns are counted."""


class Hour(NamedTuple):
    """An hour of the day: the number of turns taken in it, and their median answer time, None without turns."""

    hour: int
    turns: int
    usual: timedelta | None


def by_hour(person: User) -> list[Hour]:
    """The 24 hours of the day in the user's time zone, midnight first."""
    seconds: dict[int, list[float]] = defaultdict(list)
    latest = counted_turns().filter(user=person, missed=False).order_by("-done_at", "-pk")[:WINDOW]
    for started_at, done_at in latest.values_list("started_at", "done_at"):
        seconds[done_at.astimezone(person.zone).hour].append((done_at - started_at).total_seconds())
    return [Hour(hour, len(seconds[hour]), _median(seconds[hour])) for hour in range(24)]


def _median(seconds: list[float]) -> timedelta | None:
    return timedelta(seconds=median(seconds)) if seconds else None
