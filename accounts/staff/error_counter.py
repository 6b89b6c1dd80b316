"""Counts logged errors by hour in the cache that all processes share.

The cache may evict the counters, so they are only an indication; the log is authoritative.
"""

import logging
from datetime import UTC, datetime, timedelta

from django.core.cache import cache
from redis import RedisError

from accounts.metrics import LOGGED_ERRORS

HOUR = timedelta(hours=1)
HOURS = 24


class ErrorCountHandler(logging.Handler):
    """Counts log records as a metric and in the cache. While the cache is down, counts only the metric."""

    def emit(self, record: logging.LogRecord) -> None:
        LOGGED_ERRORS.inc()
        key = _key(datetime.now(UTC))
        try:
            cache.add(key, 0, timeout=(HOURS + 1) * HOUR.total_seconds())
            cache.incr(key)
        except (RedisError, ValueError):
            return


def errors_last_day() -> int | None:
    """Return the number of errors in this clock hour and the 23 before, or None while the cache is down."""
    now = datetime.now(UTC)
    try:
        found = cache.get_many([_key(now - ago * HOUR) for ago in range(HOURS)])
    except RedisError:
        return None
    return int(sum(found.values()))


def _key(moment: datetime) -> str:
    return f"mistakes:{moment:%Y%m%d%H}"
