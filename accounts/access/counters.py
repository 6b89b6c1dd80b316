"""Storage of the rate limit counters: Redis, or the memory of a single-process site."""

from functools import cache
from threading import Lock

from django.conf import settings
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import ConnectionPool

MAX_COUNTERS = 10_000
"""The number of counters in memory above which expired ones are removed."""


class Counters(MemoryStorage):
    """Counters in memory. Unlike in the library (limits 5.8), the empty lists of expired keys are removed."""

    def __init__(self) -> None:
        self._threshold, self._lock = MAX_COUNTERS, Lock()
        super().__init__()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count ``amount`` more requests if the limit allows them, and return whether it does."""
        with self._lock:
            if len(self.events) >= self._threshold:
                self._drop_empty()
            return super().acquire_entry(key, limit, expiry, amount)

    def _drop_empty(self) -> None:
        for key in [key for key, entries in list(self.events.items()) if not entries]:
            del self.events[key]
        self._threshold = max(MAX_COUNTERS, 2 * len(self.events))


@cache
def limiter() -> MovingWindowRateLimiter:
    """Return a moving-window limiter. Its methods raise `RedisError` while Redis is down."""
    if settings.REDIS_URL:
        pool = ConnectionPool.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
        return MovingWindowRateLimiter(RedisStorage(settings.REDIS_URL, pool))
    return MovingWindowRateLimiter(Counters())
