"""Probes for whoever watches the site: ``/healthz`` says that this process answers, ``/readyz`` that the site works.

They are answered before any other part of the site looks at the request, since a probe knows no host name, has no
session and speaks plain HTTP. What is wrong is named in words that hold no address, no password and no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from games.models import Delivery, Heartbeat, Notice

SILENCE = timedelta(seconds=60)
"""How long no sweep may have run, beyond the time between two of them."""

LATENESS = timedelta(minutes=15)
"""How late what is owed to somebody may be. A retry after a failure has a due time of its own and is not late."""

PATIENCE = 2
"""Seconds that Redis may take to answer."""


class Probes:
    """Middleware that answers ``/healthz`` and ``/readyz``; everything else goes on as it came."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return JsonResponse({"alive": True})
        if request.path_info == "/readyz":
            return _answer(troubles())
        return self.get_response(request)


def troubles() -> dict[str, str]:
    """Each part of the site that does not work, and what is wrong with it; empty if all is well."""
    return dict(_found())


def _answer(found: dict[str, str]) -> HttpResponse:
    answer = JsonResponse({"ready": not found, "troubles": found}, status=503 if found else 200)
    answer["Cache-Control"] = "no-store"
    return answer


def _found() -> Iterator[tuple[str, str]]:
    if settings.REDIS_URL and not _redis_answers():
        yield "redis", "does not answer"
    try:
        now = timezone.now()
        if trouble := _silent(now):
            yield "worker", trouble
        if trouble := _late(now):
            yield "notices", trouble
    except DatabaseError:
        yield "database", "does not answer"


def _redis_answers() -> bool:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def _silent(now: datetime) -> str:
    """A sweep needs beat, the broker and a worker, so that its silence says that one of them is missing."""
    every = {"games.sweep": settings.SWEEP_SECONDS, "games.sweep_deadlines": settings.DEADLINE_SWEEP_SECONDS}
    beats = dict(Heartbeat.objects.filter(task__in=every).values_list("task", "at"))
    if "games.sweep" not in beats:
        return "no sweep has run yet"
    late = [task for task, at in beats.items() if now - at > SILENCE + timedelta(seconds=every[task])]
    return "; ".join(f"no {task} for {_seconds(now - beats[task])} s" for task in sorted(late))


def _late(now: datetime) -> str:
    """The oldest of all that is owed: two look-ups at the beginning of an index."""
    owed = [
        model.objects.filter(state="owed").order_by("due_at").values_list("due_at", flat=True).first()
        for model in (Notice, Delivery)
    ]
    oldest = min((due for due in owed if due is not None), default=now)
    return f"the oldest is {_seconds(now - oldest)} s late" if now - oldest > LATENESS else ""


def _seconds(time: timedelta) -> int:
    return int(time.total_seconds())
