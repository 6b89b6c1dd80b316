"""Records a user's visits: the time and language of the last one, its session, and its connection trace."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.auth import connection_traces, sessions
from accounts.models import User

RECORD_INTERVAL = timedelta(minutes=1)


def made_by_person(request: HttpRequest) -> bool:
    """Return whether a person made the request, rather than a polling page or a browser's prefetch."""
    return request.headers.get("X-Attended") != "0" and "prefetch" not in request.headers.get("Sec-Purpose", "")


def record(request: HttpRequest, user: User) -> bool:
    """Record the time and language of this visit, its session, and its connection trace.

    Return False without recording anything if the last record is newer than ``RECORD_INTERVAL``.
    """
    now = timezone.now()
    if user.last_seen_at is not None and now - user.last_seen_at < RECORD_INTERVAL:
        return False
    user.last_seen_at, user.last_language = now, get_language() or ""
    User.objects.filter(pk=user.pk).update(last_seen_at=now, last_language=user.last_language)
    sessions.record(request)
    connection_traces.record(request, user)
    return True
