"""Who came in, who was turned away, and what was changed about how somebody comes in: a line in the log for each.

A line holds the person's key and nothing else of him. What somebody typed in vain is in none: it may be a password.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as doors
from allauth.mfa import signals as steps
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal

log = logging.getLogger(__name__)

PERSONS: dict[Signal, str] = {
    user_logged_in: "signed in",
    user_logged_out: "signed out",
    doors.user_signed_up: "signed up",
    doors.password_changed: "password changed",
    doors.password_set: "password set",
    doors.password_reset: "password reset by mail",
    doors.email_changed: "main address changed",
    steps.authenticator_used: "second step taken or passkey used",
    steps.authentication_failed: "second step or passkey refused",
    steps.authenticator_added: "second step added",
    steps.authenticator_removed: "second step removed",
    steps.authenticator_reset: "recovery codes made anew",
}
"""What is told of somebody we know."""


def _noting(what: str) -> Callable[..., None]:
    def note(user: Any = None, **_kwargs: Any) -> None:
        if user is not None:
            log.info("%s: person %s", what, user.pk)

    return note


def _turned_away(**_kwargs: Any) -> None:
    log.warning("a sign-in was refused")


for signal, what in PERSONS.items():
    signal.connect(_noting(what), weak=False, dispatch_uid=f"{__name__}.{what}")
user_login_failed.connect(_turned_away, dispatch_uid=f"{__name__}.refused")
