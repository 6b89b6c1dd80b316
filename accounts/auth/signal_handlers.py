"""Handlers of allauth's signals, and of the erasure of a user."""

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
from accounts.signals import user_erasing


@receiver(user_signed_up)
def set_time_zone(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Sets a new user's time zone to the browser's."""
    user.time_zone = browser_zone(request)
    user.save(update_fields=["time_zone"])


@receiver(email_confirmed)
def set_confirmed_address(email_address: EmailAddress, **_kwargs: Any) -> None:
    """Sets ``User.email`` to a confirmed primary address, and clears an earlier bounce."""
    if email_address.primary:
        User.objects.filter(pk=email_address.user_id).update(email=email_address.email)
        bounces.clear(email_address.user)


@receiver([password_changed, password_set, password_reset])
def end_other_sessions_on_password_change(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Deletes the rows of other sessions, which Django invalidates when the password changes."""
    sessions.end(UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key or ""))


@receiver(user_logged_out)
def delete_user_session(request: HttpRequest, **_kwargs: Any) -> None:
    """Deletes the row of the session that was signed out."""
    sessions.end(UserSession.objects.filter(session_key=request.session.session_key or ""))


@receiver(user_erasing)
def end_all_sessions(user: User, **_kwargs: Any) -> None:
    """Ends all sessions of an erased user."""
    sessions.end(UserSession.objects.filter(user=user))
