"""Receivers of allauth's signals and of the erasure of a user."""

from time import time
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY, get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
    user_logged_out,
    user_signed_up,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.usersessions.models import UserSession
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.auth import address_claims, sessions, sign_in_attempts
from accounts.mail import bounces
from accounts.models import User
from accounts.signals import user_erasing
from accounts.validators.time_zones import browser_zone


@receiver(user_signed_up)
def set_time_zone(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    user.time_zone = browser_zone(request)
    user.save(update_fields=["time_zone"])


@receiver(email_confirmed)
def set_confirmed_address(email_address: EmailAddress, **_kwargs: Any) -> None:
    """Set ``User.email`` to a confirmed primary address, remove others' claims to it, and clear an earlier bounce."""
    address_claims.replace(email_address.email, email_address.user)
    if email_address.primary:
        User.objects.filter(pk=email_address.user_id).update(email=email_address.email)
        bounces.clear(email_address.user)


@receiver([password_changed, password_set, password_reset])
def end_other_sessions_on_password_change(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Delete the rows of other sessions, which Django invalidates when the password changes."""
    sessions.end(UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key or ""))


@receiver(password_reset)
def forgive_failed_sign_ins(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Let the owner of a locked account sign in with the new password."""
    sign_in_attempts.forgive_everywhere(request, user)


@receiver(authenticator_added)
def count_as_second_step(request: HttpRequest, user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    """Count the setup of an app or a passkey as a use: the user has just presented a code or the device."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        used = {"method": "mfa", "at": time(), "id": authenticator.pk, "type": authenticator.type}
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = [*get_authentication_records(request, user), used]


@receiver(user_logged_out)
def delete_user_session(request: HttpRequest, **_kwargs: Any) -> None:
    sessions.end(UserSession.objects.filter(session_key=request.session.session_key or ""))


@receiver(user_erasing)
def end_all_sessions(user: User, **_kwargs: Any) -> None:
    sessions.end(UserSession.objects.filter(user=user))
