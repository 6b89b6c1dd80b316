"""Counts attempts to sign in: by account and network, and by account alone with a much higher limit.

So a stranger elsewhere locks no owner out, and one who guesses from many networks is still slowed down.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.access import rate_limits
from accounts.auth.backends import account_of
from accounts.models import User


def count(request: HttpRequest, **credentials: Any) -> bool:
    """Count an attempt, before the password is looked at. Return whether it is within the limits."""
    if rate_limits.is_used_up("sign_in_failed", _network(request)):
        return False
    login = str(credentials.get("email") or credentials.get("username") or "")
    account = _key(account_of(login), login)
    return not rate_limits.claim("sign_in_here", account + _network(request)) and not rate_limits.claim(
        "sign_in_anywhere", account
    )


def count_failure(request: HttpRequest) -> None:
    """Count a wrong password by network, whatever accounts were tried."""
    rate_limits.claim("sign_in_failed", _network(request))


def forgive(request: HttpRequest, user: User) -> None:
    """Forget the attempts from this network, once the right password was typed there."""
    rate_limits.clear("sign_in_here", _key(user, "") + _network(request))


def forgive_everywhere(request: HttpRequest, user: User) -> None:
    """Forget all that slows the owner down, who has chosen a new password."""
    forgive(request, user)
    rate_limits.clear("sign_in_anywhere", _key(user, ""))


def _key(user: User | None, login: str) -> str:
    return f"account {user.pk}" if user else f"login {login.lower()}"


def _network(request: HttpRequest) -> str:
    return f" from {rate_limits.client_address(request)}"
