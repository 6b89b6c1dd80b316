"""The first authentication backend, for signing in by password and for loading signed-in users.

Sign-in does the same work whether the account exists or not, so that its timing reveals nothing.
"""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db.models.functions import Lower
from django.http import HttpRequest

from accounts.models import User


class PasswordBackend(ModelBackend):
    """Looks up users by name and by address, and always hashes the password once."""

    def authenticate(  # type: ignore[override]
        self, request: HttpRequest | None, username: str = "", password: str = "", email: str = "", **_credentials: Any
    ) -> User | None:
        """Return the user. Raise `PermissionDenied` for a wrong name or password, so that no other backend is tried.

        Return None without a password, and for a closed account, so that allauth can redirect to the account's page.
        """
        if not password:
            return None
        if (user := account_of(email or username, username)) is None:
            make_password(password)
            raise PermissionDenied
        if not user.check_password(password):
            raise PermissionDenied
        return user if self.user_can_authenticate(user) else None


def account_of(login: str, username: str | None = None) -> User | None:
    """Return the account with this address or user name, or None. Run the same queries in both cases."""
    named, addressed = _named(login if username is None else username), _addressed(login)
    return named or addressed


def _named(username: str) -> User | None:
    return User.objects.alias(lower=Lower("username")).filter(lower=username.lower()).first()


def _addressed(email: str) -> User | None:
    """Return the user with this confirmed address, otherwise the first one who entered it."""
    addresses = EmailAddress.objects.filter(email=email.lower()).select_related("user")
    found = addresses.order_by("-verified", "pk").first()
    return found.user if found else None
