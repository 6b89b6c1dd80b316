"""What happens here when allauth says that somebody has signed up or confirmed an address."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, user_signed_up
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import trouble
from accounts.models import User
from accounts.zones import browser_zone


@receiver(user_signed_up)
def keep_zone(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Somebody who signs up begins with the browser's time zone."""
    user.time_zone = browser_zone(request)
    user.save(update_fields=["time_zone"])


@receiver(email_confirmed)
def keep_address(email_address: EmailAddress, **_kwargs: Any) -> None:
    """Notices go to the main address, but to none before it is confirmed; what came back before is forgotten."""
    if email_address.primary:
        User.objects.filter(pk=email_address.user_id).update(email=email_address.email)
        trouble.clear(email_address.user)
