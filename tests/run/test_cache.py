"""The cache holds JSON: an attacker who can write to Redis can't run code in the site's processes."""

from __future__ import annotations

import json
import logging
import pickle
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from accounts.staff.error_counter import ErrorCountHandler, errors_last_day
from tests.cast import client_of

pytestmark = [pytest.mark.redis, pytest.mark.django_db]


@pytest.fixture
def server() -> redis.Redis:
    cache.clear()
    return redis.Redis.from_url(settings.REDIS_URL)


def stored(server: redis.Redis) -> dict[bytes, Any]:
    """Return the stored values by key, parsed as JSON. Raise `ValueError` if one is not JSON."""
    return {key: json.loads(server.get(key)) for key in server.scan_iter(f":{cache.version}:*")}


def test_all_that_is_cached_is_json(server: redis.Redis, alice: User) -> None:
    client_of().post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    ErrorCountHandler().emit(logging.makeLogRecord({}))
    ErrorCountHandler().emit(logging.makeLogRecord({}))
    values = stored(server).values()
    assert 2 in values and errors_last_day() == 2
    assert any(isinstance(value, list) for value in values), "the tries of allauth's limit"


def test_a_pickle_in_redis_is_not_loaded(server: redis.Redis) -> None:
    class Danger:
        def __reduce__(self) -> tuple[Any, ...]:
            return pytest.fail, ("loaded",)

    server.set(cache.make_key("danger"), pickle.dumps(Danger()))
    with pytest.raises(ValueError, match="Expecting value"):
        cache.get("danger")
