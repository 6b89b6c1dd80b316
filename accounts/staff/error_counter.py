"""How many errors the log has been told of lately: counted by the hour in the cache, which all processes share.

A cache may forget, so it is a sign and no record: what went wrong is in the log.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from django.core.cache import cache
from redis import RedisError

HOUR = timedelta(hours=1)
HOURS = 24


class Count(logging.Handler):
    """Counts what it is given. While the cache is away nothing is counted, and the log itself goes on."""

    def emit(self, record: logging.LogRecord) -> None:
        """One more in this hour."""
        key = _key(datetime.now(UTC))
        try:
            cache.add(key, 0, timeout=(HOURS + 1) * HOUR.total_seconds())
            cache.incr(key)
        except (RedisError, ValueError):
            return


def lately() -> int | None:
    """How many there were in the last day; None while the cache is away."""
    now = datetime.now(UTC)
    try:
        found = cache.get_many([_key(now - ago * HOUR) for ago in range(HOURS)])
    except RedisError:
        return None
    return sum(found.values())


def _key(moment: datetime) -> str:
    return f"mistakes:{moment:%Y%m%d%H}"
