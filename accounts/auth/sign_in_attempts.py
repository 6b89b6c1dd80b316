"""Limits sign-in attempts by account and network and, with a higher limit, by account; also failures by network.

So attackers on other networks can't easily lock out an owner, but guessing from many networks is slowed down.
"""

from math import ceil
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.access import rate_limits
from accounts.auth.backends import account_of
from accounts.models import User


def count(request: HttpRequest, **credentials: Any) -> int:
    """Count an attempt before the password is checked. Return the seconds to wait if it is beyond a limit, otherwise 0.

    Raise `RedisError` while Redis is down, which leads to a 503 response: without a count, passwords could be guessed.
    """
    if seconds := rate_limits.remaining_wait("sign_in_failed", _network(request)):
        return seconds
    login = str(credentials.get("email") or credentials.get("username") or "")
    account = _key(account_of(login), login)
    return rate_limits.claim("sign_in_here", account + _network(request)) or rate_limits.claim(
        "sign_in_anywhere", account
    )


def too_many(seconds: int) -> ValidationError:
    minutes = ceil(seconds / 60)
    text = ngettext(
        "Too many failed attempts. Try again in %(count)d minute.",
        "Too many failed attempts. Try again in %(count)d minutes.",
        minutes,
    )
    return ValidationError(text % {"count": minutes}, code="too_many_login_attempts")


def count_failure(request: HttpRequest) -> None:
    """Count a wrong password by network only."""
    rate_limits.claim("sign_in_failed", _network(request))


def forgive(request: HttpRequest, user: User) -> None:
    """Reset the count of attempts on this account from this network, after its password was entered there."""
    rate_limits.clear("sign_in_here", _key(user, "") + _network(request))


def forgive_everywhere(request: HttpRequest, user: User) -> None:
    """Reset this account's counts for this network and for all networks, after the owner has set a new password."""
    forgive(request, user)
    rate_limits.clear("sign_in_anywhere", _key(user, ""))


def _key(user: User | None, login: str) -> str:
    return f"account {user.pk}" if user else f"login {login.lower()}"


def _network(request: HttpRequest) -> str:
    return f" from {rate_limits.client_address(request)}"
