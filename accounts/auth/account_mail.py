"""The last account mail that this browser requested, and its outcome, for the pages that follow."""

from smtplib import SMTPRecipientsRefused
from typing import Any, Literal

from allauth.account.utils import get_next_redirect_url
from anymail.exceptions import AnymailRecipientsRefused
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.access.rate_limits import claim, retry_sentence

Outcome = Literal["sent", "refused", "failed"]

SESSION_KEY = "account_mail"
PERMANENT = 500
"""The lowest reply code of a permanent rejection by a mail server."""


def record(request: HttpRequest, outcome: Outcome, email: str) -> None:
    request.session[SESSION_KEY] = {"email": email, "outcome": outcome, "next": get_next_redirect_url(request) or ""}


def latest(request: HttpRequest) -> dict[str, Any]:
    """Return ``email``, ``outcome`` and ``next`` of the last mail, or an empty dict if this browser requested none."""
    found: dict[str, Any] = request.session.get(SESSION_KEY, {})
    return found


def failure(problem: Exception) -> Outcome:
    """Return "refused" if the server rejected the address permanently, otherwise "failed"."""
    if isinstance(problem, AnymailRecipientsRefused):
        return "refused"
    codes = [code for code, _text in problem.recipients.values()] if isinstance(problem, SMTPRecipientsRefused) else []
    return "refused" if codes and min(codes) >= PERMANENT else "failed"


def sentence(outcome: Outcome, email: str) -> str:
    if outcome == "refused":
        return _("We couldn’t send the e-mail to %(email)s: its mail server rejects the address.") % {"email": email}
    return _("We couldn’t send the e-mail to %(email)s just now. Try again in a few minutes.") % {"email": email}


def limit(email: str) -> str:
    """Count a mail to this address. Return an error message after too many, otherwise an empty string."""
    if not (seconds := claim("account_mail", email.lower())):
        return ""
    text = _("We’ve just sent several e-mails to %(email)s. Wait a while before you ask for another.") % {
        "email": email
    }
    return f"{text} {retry_sentence(seconds)}"
