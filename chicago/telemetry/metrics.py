"""The site's own Prometheus metrics: turns, notices, clock and sweeps from the database, and queue lengths."""

from collections.abc import Iterator
from datetime import datetime

import redis
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from chicago.web import health
from games.core import database_clock
from games.notifications import metrics as notifications
from games.play import metrics as play


class SiteCollector(Collector):
    """Reads the metrics from the database and Redis. If one of them is down, reports that instead of its metrics."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from _from_database()
        if settings.REDIS_URL:
            yield from _from_redis()


def _from_database() -> Iterator[GaugeMetricFamily]:
    close_old_connections()
    try:
        found = list(_rows(timezone.now()))
    except DatabaseError:
        found = []
    finally:
        connection.close()
    yield _gauge("database_up", "Whether the database answers", bool(found))
    yield from found


def _rows(now: datetime) -> Iterator[GaugeMetricFamily]:
    yield from play.read(now)
    yield from notifications.read(now)
    ahead = database_clock.offset().total_seconds()
    yield _gauge("clock_offset_seconds", "How far this machine's clock is ahead of the database's", ahead)
    ages = {name: max(0.0, age.total_seconds()) for name, age in health.sweep_ages(now).items()}
    yield _labelled("sweep_age_seconds", "Time since a sweep last ran", "sweep", ages)


def _from_redis() -> Iterator[GaugeMetricFamily]:
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    with redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS) as client:
        try:
            lengths = {name: float(client.llen(name)) for name in names}
        except redis.RedisError:
            lengths = {}
    yield _gauge("redis_up", "Whether Redis answers", bool(lengths))
    if lengths:
        yield _labelled("queue_length", "Tasks that wait in a queue", "queue", lengths)


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"backroom_{name}", meaning, value=float(value))


def _labelled(name: str, meaning: str, label: str, values: dict[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"backroom_{name}", meaning, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
