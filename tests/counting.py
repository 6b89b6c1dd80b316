"""What rate limits have counted, forgotten between tests and wherever one test asks more often than a person would."""

from __future__ import annotations

from django.core.cache import cache

from accounts.access.counters import limiter


def forget_counts() -> None:
    """Everybody may do everything anew, and the cache is empty."""
    cache.clear()  # with Redis, the counters are in the same database
    limiter.cache_clear()
