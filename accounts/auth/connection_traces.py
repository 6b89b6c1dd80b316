"""From which device and network somebody plays, so that moderators can see who might be one and the same person.

The device is a random cookie, the network the address that asks. Neither is kept: what is kept is a hash with a key
that follows from ``SECRET_KEY``, which tells nobody anything but whether two are the same. All of it goes after
``Sighting.KEPT``, the cookie too.
"""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.access.rate_limits import address
from accounts.models import Sighting, User
from accounts.models.connection_traces import today

COOKIE = f"{settings.COOKIE_PREFIX}device"
_OURS = re.compile(r"[\w-]{22}", re.ASCII)


def note(request: HttpRequest, user: User) -> None:
    """Write down that this person was seen here today. Raises PermissionDenied where no address asks."""
    now, device = timezone.now(), _device(request)
    where = {
        "user": user,
        "device": _hash("device", device) if device else "",
        "network": _hash("network", address(request)),
        "day": today(),
    }
    if not Sighting.objects.filter(**where).update(last_at=now):
        Sighting.objects.bulk_create([Sighting(**where, last_at=now)], ignore_conflicts=True)


def mark(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser keep its cookie for as long as anything is kept that was found by it."""
    response.set_cookie(
        COOKIE,
        _device(request) or secrets.token_urlsafe(16),
        max_age=Sighting.KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _device(request: HttpRequest) -> str:
    """What the browser's cookie says; empty if it has none of ours."""
    kept = request.COOKIES.get(COOKIE, "")
    return kept if _OURS.fullmatch(kept) else ""


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"accounts.traces.{what}", value, algorithm="sha256").hexdigest()[:32]
