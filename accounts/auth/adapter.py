"""Where allauth does it our way."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.contrib import messages
from django.utils import timezone, translation
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.confusables import check_likeness

log = logging.getLogger(__name__)


AGAIN = {
    "reauthenticate": _("By password"),
    "mfa_reauthenticate": _("By a code"),
    "mfa_reauthenticate:webauthn": _("By a passkey"),
}
"""How somebody shows once more who he is."""


class AccountAdapter(DefaultAccountAdapter):
    """allauth's choices, except where a page of ours would suffer."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account has been closed."),
        "cannot_remove_primary_email": _("Your only address can't be removed."),
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": _("Address and password don't belong together."),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
        "rate_limited": _("You have asked for this too often in a short time. Wait some minutes and try again."),
        "same_as_current": _("This is what it is now."),
        "too_many_login_attempts": _("Too many wrong tries. Wait some minutes and try again."),
        "username_password_mismatch": _("Name and password don't belong together."),
        "username_taken": _("Somebody already has this user name."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A user name that is nobody's yet and looks like nobody's."""
        username = super().clean_username(username, shallow=shallow)
        if not shallow:
            user = self.request.user
            check_likeness(username, user if user.is_authenticated else None)
        return username

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a page to go on to is one of this site; one that can't be read is none, and no mistake of ours."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_reauthentication_methods(self, user: Any) -> list[dict]:
        """The ways that this person has, in our words."""
        return [way | {"description": AGAIN[way["id"]]} for way in super().get_reauthentication_methods(user)]

    def send_mail(self, template_prefix: str, email: str, context_of_mail: dict) -> None:
        """Send it now. While the mail server is away the person is told, and can ask again; the page still comes.

        An address that is confirmed is its owner's, who is written to in his own language and time, whoever asked.
        """
        owner = User.objects.filter(emailaddress__email__iexact=email, emailaddress__verified=True).first()
        language, zone = (owner.told_in, owner.zone) if owner else (get_language(), get_current_timezone())
        try:
            with translation.override(language), timezone.override(zone):
                super().send_mail(template_prefix, email, context_of_mail)
        except (OSError, SMTPException):
            log.exception("The mail %s could not be sent", template_prefix)
            messages.error(
                context.request, gettext("The mail could not be sent just now. Ask for it again in some minutes.")
            )
