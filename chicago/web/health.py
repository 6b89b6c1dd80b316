"""Health probes: ``/healthz`` shows that this process responds, ``/readyz`` that the site works.

Their middleware comes first, because a probe has no valid host name, no session and no HTTPS. Problems are described
without addresses, passwords or cards.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from games.core import database_clock
from games.models import Heartbeat
from games.notifications.metrics import notice_delay

MAX_SWEEP_GAP = timedelta(seconds=60)
"""The maximum delay of a sweep, in addition to its interval."""

MAX_DELAY = timedelta(minutes=15)
"""The maximum delay of a notice or delivery. Retries after failures have their own due times."""

REDIS_TIMEOUT = 2


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return JsonResponse({"alive": True})
        if request.path_info == "/readyz":
            return _answer(dict(_problems()))
        return self.get_response(request)


def _answer(found: dict[str, str]) -> HttpResponse:
    answer = JsonResponse({"ready": not found, "troubles": found}, status=503 if found else 200)
    answer["Cache-Control"] = "no-store"
    return answer


def _problems() -> Iterator[tuple[str, str]]:
    if settings.REDIS_URL and not _redis_answers():
        yield "redis", "does not answer"
    try:
        now = timezone.now()
        if database_clock.is_wrong(difference := database_clock.offset()):
            yield "clock", f"differs from the database's by {difference.total_seconds():+.0f} s"
        if trouble := _missing_sweeps(now):
            yield "worker", trouble
        if trouble := _overdue(now):
            yield "notices", trouble
    except DatabaseError:
        yield "database", "does not answer"


def _redis_answers() -> bool:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=REDIS_TIMEOUT, socket_timeout=REDIS_TIMEOUT
    ) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def sweep_ages(now: datetime) -> dict[str, timedelta]:
    """Return the time since each sweep's last run, without sweeps that have never run."""
    return {
        task: now - at for task, at in Heartbeat.objects.filter(task__in=_sweeps()).values_list("task", "last_run_at")
    }


def _sweeps() -> dict[str, float]:
    """Return the interval of each sweep in seconds."""
    return {"games.sweep": settings.SWEEP_SECONDS, "games.sweep_deadlines": settings.DEADLINE_SWEEP_SECONDS}


def _missing_sweeps(now: datetime) -> str:
    """Describe overdue sweeps, which mean that beat, the broker or a worker is down, or return an empty string."""
    every, ages = _sweeps(), sweep_ages(now)
    if "games.sweep" not in ages:
        return "no sweep has run yet"
    late = [task for task, age in ages.items() if age > MAX_SWEEP_GAP + timedelta(seconds=every[task])]
    return "; ".join(f"no {task} for {_seconds(ages[task])} s" for task in sorted(late))


def _overdue(now: datetime) -> str:
    """Describe the delay of the oldest due notice or delivery, or return an empty string if it is short enough."""
    delay = notice_delay(now)
    return f"the oldest is {_seconds(delay)} s late" if delay > MAX_DELAY else ""


def _seconds(time: timedelta) -> int:
    return int(time.total_seconds())
