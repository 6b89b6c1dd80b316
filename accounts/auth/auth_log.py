"""Logs sign-ins, failures and changes of credentials.

An entry contains the user's primary key, but no input: a password may have been typed into the wrong field.
"""

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as account_signals
from allauth.mfa import signals as mfa_signals
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal

from accounts.models import User

log = logging.getLogger(__name__)

LOGGED_SIGNALS: dict[Signal, str] = {
    user_logged_in: "signed in",
    user_logged_out: "signed out",
    account_signals.user_signed_up: "signed up",
    account_signals.password_changed: "password changed",
    account_signals.password_set: "password set",
    account_signals.password_reset: "password reset by mail",
    account_signals.email_changed: "main address changed",
    mfa_signals.authenticator_used: "second step taken or passkey used",
    mfa_signals.authentication_failed: "second step or passkey refused",
    mfa_signals.authenticator_added: "second step added",
    mfa_signals.authenticator_removed: "second step removed",
    mfa_signals.authenticator_reset: "recovery codes replaced",
}


def _handler(what: str) -> Callable[..., None]:
    def handle(user: User | None = None, **_kwargs: Any) -> None:
        if user is not None:
            log.info("%s: person %s", what, user.pk)

    return handle


def _log_failed_sign_in(**_kwargs: Any) -> None:
    log.warning("a sign-in was refused")


for signal, what in LOGGED_SIGNALS.items():
    signal.connect(_handler(what), weak=False, dispatch_uid=f"{__name__}.{what}")
user_login_failed.connect(_log_failed_sign_in, dispatch_uid=f"{__name__}.refused")
