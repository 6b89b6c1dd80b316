"""The account adapter: the site's own messages, name checks and mails for allauth."""

import logging
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context
from anymail.exceptions import AnymailError
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.access.guards import recently_signed_in
from accounts.auth import account_mail, sign_in_attempts
from accounts.models import User
from accounts.oauth import programs
from accounts.profile.confusables import validate_not_confusable
from accounts.tokens import tokens

log = logging.getLogger(__name__)


REAUTHENTICATION_METHODS = {
    "reauthenticate": _("With your password"),
    "mfa_reauthenticate": _("With a code"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}
"""Labels of the reauthentication methods, by allauth's ids."""

CLAIM_KEY = "claimed_address"
"""The session key for the primary key of the address to which the last confirmation link was sent."""

PASSWORD_MAILS = {f"account/email/password_{done}" for done in ("changed", "reset", "set")}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account has been closed."),
        "cannot_remove_primary_email": _("You can’t remove your only address."),
        "duplicate_email": _("This is already your address."),
        "email_password_mismatch": _("The address and password don’t match."),
        "enter_current_password": _("That’s not your password."),
        "incorrect_password": _("That’s not your password."),
        "rate_limited": _("You’ve asked for this too often. Wait a few minutes and try again."),
        "same_as_current": _("That’s the same as now. Enter something else."),
        "too_many_login_attempts": _("Too many failed attempts. Wait a few minutes and try again."),
        "username_password_mismatch": _("The name and password don’t match."),
        "username_taken": _("This user name is taken."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(username, shallow=shallow)
        if not shallow:
            user = self.request.user
            validate_not_confusable(username, user if user.is_authenticated else None)
        return username

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether a redirect target is a path on this site. Reject full URLs, whose host could be forged."""
        try:
            return bool(super().is_safe_url(url)) and not urlsplit(url).netloc
        except ValueError:
            return False

    def is_reauthentication_required(self, *, app: str, **_more: Any) -> bool:
        """Return whether a change needs reauthentication. Guests and users who have just signed in don't need it."""
        return bool(
            super().is_reauthentication_required(app=app)
            and self.get_reauthentication_methods(self.request.user)
            and not recently_signed_in(self.request)
        )

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        methods = super().get_reauthentication_methods(user)
        return [method | {"description": REAUTHENTICATION_METHODS[method["id"]]} for method in methods]

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt, and raise `ValidationError` after too many.

        This replaces allauth's own limit, which counts by the typed name, regardless of the client's address.
        """
        if seconds := sign_in_attempts.count(request, **credentials):
            raise sign_in_attempts.too_many(seconds)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Return the user with these credentials, or None. On success, reset the count for the network."""
        if (user := super().authenticate(request, **credentials)) is not None:
            sign_in_attempts.forgive(request, user)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        sign_in_attempts.count_failure(request)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link that confirms an address.

        If another account has confirmed the address, send a mail about that instead.
        After too many mails to the address, show only an error message.
        """
        address = emailconfirmation.email_address
        if refusal := account_mail.limit(address.email):
            self._report_failure("failed", address.email, refusal)
        elif EmailAddress.objects.filter(email=address.email, verified=True).exclude(user=address.user).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        request.session[CLAIM_KEY] = address.pk

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **more: Any
    ) -> None:
        """Add a message, unless it announces a mail that was not sent."""
        sent = account_mail.latest(request).get("outcome") == "sent"
        if sent or message_template != "account/messages/email_confirmation_sent.txt":
            super().add_message(request, level, message_template, *args, **more)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send allauth's mail. After a password change, also list tokens and programs, which stay valid."""
        more = {}
        if template_prefix in PASSWORD_MAILS:
            more = {"tokens": tokens.valid_tokens_of(user), "programs": programs.authorized_by(user)}
        super().send_notification_mail(template_prefix, user, more | (context or {}), email)

    def send_mail(self, template_prefix: str, email: str, context_of_mail: dict[str, Any]) -> None:
        """Send the mail now. If that fails, show an error message instead of failing the request.

        Mails to a confirmed address use the owner's language and time zone. Links use the site's configured address and
        keep the redirect target of the request.
        """
        links = {name: _link(url) for name, url in context_of_mail.items() if name.endswith("_url")}
        owner = User.objects.filter(emailaddress__email__iexact=email, emailaddress__verified=True).first()
        language, zone = (owner.mail_language, owner.zone) if owner else (get_language(), get_current_timezone())
        try:
            with translation.override(language), timezone.override(zone):
                super().send_mail(template_prefix, email, context_of_mail | links | {"site_url": settings.SITE_URL})
        except (OSError, AnymailError) as problem:  # SMTPException is an OSError
            log.exception("The mail %s could not be sent", template_prefix)
            outcome = account_mail.failure(problem)
            self._report_failure(outcome, email, account_mail.sentence(outcome, email))
        else:
            if links:
                account_mail.record(context.request, "sent", email)

    def _report_failure(self, outcome: account_mail.Outcome, email: str, sentence: str) -> None:
        account_mail.record(context.request, outcome, email)
        messages.error(context.request, sentence)


def _link(url: str) -> str:
    """Return a mail's link with the redirect target and the site's own host: the host of ``url`` could be forged."""
    path = urlsplit(url)._replace(scheme="", netloc="").geturl()
    return str(settings.SITE_URL) + passthrough_next_redirect_url(context.request, path, REDIRECT_FIELD_NAME)
