"""Whether somebody is in front of the page that asks, and when and in which language somebody was last here."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.auth import connection_traces, sessions
from accounts.models import User

OFTEN = timedelta(minutes=1)
"""No more often than this is it written down that somebody is here."""


def attended(request: HttpRequest) -> bool:
    """Whether a person is behind the request: not a page that asks by itself, nor a browser that fetches ahead."""
    return request.headers.get("X-Attended") != "0" and "prefetch" not in request.headers.get("Sec-Purpose", "")


def note(request: HttpRequest, user: User) -> bool:
    """Write down that this person is here, in which browser, and which language is active: it is the one he reads.

    Whether it was time to.
    """
    now = timezone.now()
    if user.here_at is not None and now - user.here_at < OFTEN:
        return False
    user.here_at, user.last_language = now, get_language() or ""
    User.objects.filter(pk=user.pk).update(here_at=now, last_language=user.last_language)
    sessions.note(request)
    connection_traces.note(request, user)
    return True
