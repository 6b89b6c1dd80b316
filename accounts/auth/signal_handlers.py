"""What happens here when allauth says that somebody has signed up, confirmed an address or chosen another password."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
    user_logged_out,
    user_signed_up,
)
from allauth.usersessions.models import UserSession
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.auth import sessions
from accounts.mail import bounces
from accounts.models import User
from accounts.profile.time_zones import browser_zone
from accounts.signals import leaving


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
        bounces.clear(email_address.user)


@receiver([password_changed, password_set, password_reset])
def end_what_the_old_password_opened(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Django asks them to sign in again; so they are no longer listed either."""
    sessions.end(UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key or ""))


@receiver(user_logged_out)
def forget_where(request: HttpRequest, **_kwargs: Any) -> None:
    """Who signs out is no longer listed as being here."""
    sessions.end(UserSession.objects.filter(session_key=request.session.session_key or ""))


@receiver(leaving)
def lock_up(user: User, **_kwargs: Any) -> None:
    """Who goes is signed in nowhere any more."""
    sessions.end(UserSession.objects.filter(user=user))
