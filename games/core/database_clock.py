"""Compares this machine's clock with the database's, so that no deadline passes early because of a wrong clock."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import ParamSpec

from django.conf import settings
from django.db import connection
from django.utils import timezone

log = logging.getLogger(__name__)

Given = ParamSpec("Given")


def offset() -> timedelta:
    """Return how far this machine's clock is ahead of the database's (negative: behind).

    Return zero on SQLite, which has no clock. Raise `DatabaseError` if the query fails.
    """
    if connection.vendor == "sqlite":
        return timedelta()
    asked = timezone.now()
    theirs: datetime
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (theirs,) = cursor.fetchone()
    return asked + (timezone.now() - asked) / 2 - theirs


def is_wrong(difference: timedelta) -> bool:
    return bool(abs(difference.total_seconds()) > settings.CLOCK_TOLERANCE)


def with_right_clock(task: Callable[Given, None]) -> Callable[Given, None]:
    """Decorate a task that compares times, so that it does nothing on a machine whose clock is wrong.

    Other machines do the work instead. Raise `DatabaseError` if the query for the time fails.
    """

    @wraps(task)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        difference = offset()
        if is_wrong(difference):
            seconds = difference.total_seconds()
            log.error("%s does not run here: this machine's clock differs by %+.0f s", task.__name__, seconds)
        else:
            task(*args, **kwargs)

    return run
