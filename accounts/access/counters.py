"""Where the rate limits are counted: in Redis for all processes, or in the memory of the one that is the whole site."""

from __future__ import annotations

from functools import cache
from threading import Lock

from django.conf import settings
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import ConnectionPool

MOST = 10_000
"""So many counters in memory, before those that have run out are looked for."""


class Counters(MemoryStorage):
    """Counters in memory. The library's own keep an empty list for every key there ever was (limits 5.8)."""

    def __init__(self) -> None:
        self._most, self._looking = MOST, Lock()
        super().__init__()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count one more, if that is within the limit."""
        with self._looking:
            if len(self.events) >= self._most:
                self._drop_empty()
            return super().acquire_entry(key, limit, expiry, amount)

    def _drop_empty(self) -> None:
        for key in [key for key, entries in list(self.events.items()) if not entries]:
            del self.events[key]
        self._most = max(MOST, 2 * len(self.events))


@cache
def limiter() -> MovingWindowRateLimiter:
    """Counts each event for exactly as long as its period lasts. Its methods raise RedisError while Redis is away."""
    if settings.REDIS_URL:
        pool = ConnectionPool.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
        return MovingWindowRateLimiter(RedisStorage(settings.REDIS_URL, pool))
    return MovingWindowRateLimiter(Counters())
