"""Resets rate limits between tests, and within a test that makes many requests."""

from __future__ import annotations

from django.core.cache import cache

from accounts.access.counters import limiter


def reset_rate_limits() -> None:
    cache.clear()  # with Redis, the counters are in the same database
    limiter.cache_clear()
