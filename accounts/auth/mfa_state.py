"""How somebody has shown in this session who he is: by a password alone, or by a second step too."""

from __future__ import annotations

from datetime import timedelta
from time import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts.models import User

LASTS = timedelta(hours=12)
"""So long after a second step staff may work; a session lasts much longer."""


def has_second_step(user: Any) -> bool:
    """Whether this person has set up something that is asked for after the password, or instead of it."""
    steps = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES)
    return steps.filter(user=user).exists()


def shown_twice(request: HttpRequest) -> bool:
    """Whether a second step was taken in this session lately, with something that has not been removed since."""
    since = time() - LASTS.total_seconds()
    records = get_authentication_records(request, request.user)
    used = [record["id"] for record in records if record["method"] == "mfa" and record["at"] > since]
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def remove(user: User) -> bool:
    """Take all second steps from somebody who has lost them, and tell him by mail. Whether there were any."""
    gone, _each = Authenticator.objects.filter(user=user).delete()
    if gone and (address := EmailAddress.objects.get_primary_email(user)):
        get_adapter().send_mail("mfa/email/removed_by_staff", address, {})
    return bool(gone)
