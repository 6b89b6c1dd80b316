"""Records the devices and networks of a user, so that moderators can find users with several accounts.

A random cookie identifies the device, the client address the network. Only their HMACs are stored, with a key derived
from ``SECRET_KEY``: these can be compared, but reveal nothing else. The rows and the cookie expire after
``ConnectionTrace.RETENTION``.
"""

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.access.rate_limits import client_address
from accounts.models import ConnectionTrace, User
from accounts.models.connection_traces import today

COOKIE = f"{settings.COOKIE_PREFIX}device"
_DEVICE_ID = re.compile(r"[\w-]{22}", re.ASCII)


def record(request: HttpRequest, user: User) -> None:
    """Record today's visit of this user. Raise `PermissionDenied` if the request has no client address."""
    now, device = timezone.now(), _device(request)
    where = {
        "user": user,
        "device": _hash("device", device) if device else "",
        "network": _hash("network", client_address(request)),
        "day": today(),
    }
    if not ConnectionTrace.objects.filter(**where).update(last_at=now):
        ConnectionTrace.objects.bulk_create([ConnectionTrace(**where, last_at=now)], ignore_conflicts=True)


def set_device_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Set or renew the device cookie for ``ConnectionTrace.RETENTION``."""
    response.set_cookie(
        COOKIE,
        _device(request) or secrets.token_urlsafe(16),
        max_age=ConnectionTrace.RETENTION,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _device(request: HttpRequest) -> str:
    """Return the device ID from the cookie, or an empty string if it is missing or malformed."""
    cookie = request.COOKIES.get(COOKIE, "")
    return cookie if _DEVICE_ID.fullmatch(cookie) else ""


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"accounts.traces.{what}", value, algorithm="sha256").hexdigest()[:32]
