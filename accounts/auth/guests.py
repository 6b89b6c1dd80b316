"""Guests: accounts with only a name, which can be upgraded to full accounts and keep their seats."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.profile.confusables import default_name
from accounts.validators.names import GUEST_PREFIX, clean_display_name
from accounts.validators.time_zones import browser_zone

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that can't be confused with one another."""

BACKEND = "accounts.auth.backends.PasswordBackend"


@contextmanager
def user_or_guest(request: HttpRequest, name: str = "") -> Iterator[User]:
    """Yield the signed-in user, or a new guest who is signed in at the end of the context.

    For a guest, the context is one transaction: an exception rolls back both the guest and the session. Without
    ``name``, guests get a name such as "Guest 4821". Their time zone comes from the hidden form field ``time_zone``.
    Raise `ValidationError` for an invalid name.
    """
    if request.user.is_authenticated:
        yield request.user
        return
    with transaction.atomic():
        shown = clean_display_name(name) if name.strip() else default_name()
        guest = _created(display_name=shown, time_zone=browser_zone(request))
        yield guest
        login(request, guest, backend=BACKEND)


def _created(**facts: str) -> User:
    guest = User(username=_username(), is_guest=True, **facts)
    guest.set_unusable_password()
    guest.save()
    return guest


def _username() -> str:
    return GUEST_PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(10))
