"""Whether somebody is in front of the page that asks, and when somebody was last here."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User

OFTEN = timedelta(minutes=1)
"""No more often than this is it written down that somebody is here."""


def attended(request: HttpRequest) -> bool:
    """Whether a person is behind the request: not a page that asks by itself, nor a browser that fetches ahead."""
    return request.headers.get("X-Attended") != "0" and "prefetch" not in request.headers.get("Sec-Purpose", "")


def note(user: User) -> None:
    """Write down that this person is here."""
    now = timezone.now()
    if user.here_at is None or now - user.here_at >= OFTEN:
        user.here_at = now
        User.objects.filter(pk=user.pk).update(here_at=now)
