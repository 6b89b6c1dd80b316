"""Guests: people with a name and nothing else, who may become full accounts and keep their seats."""

from __future__ import annotations

import secrets

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.profile.confusables import is_alike
from accounts.profile.names import clean_display_name
from accounts.profile.time_zones import browser_zone

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that can't be mistaken for one another."""

BACKEND = "django.contrib.auth.backends.ModelBackend"


def new_guest(request: HttpRequest, name: str = "") -> User:
    """Make a guest, sign them in for as long as a session lasts, and return them.

    ``name`` is what they want to be called; without one they get a name like "Guest 4821". The form's hidden field
    ``time_zone`` tells their zone. Raises ValidationError for a name that won't do.
    """
    shown = clean_display_name(name) if name.strip() else default_name()
    guest = _created(display_name=shown, time_zone=browser_zone(request))
    login(request, guest, backend=BACKEND)
    return guest


def default_name() -> str:
    """One that nobody has; each one that somebody has makes the number longer."""
    smallest = 1000
    while is_alike(name := _("Guest %(number)d") % {"number": smallest + secrets.randbelow(9 * smallest)}):
        smallest *= 10
    return name


def _created(**facts: str) -> User:
    guest = User(username=_username(), is_guest=True, **facts)
    guest.set_unusable_password()
    guest.save()
    return guest


def _username() -> str:
    """One of so many that two guests never draw the same."""
    return "guest-" + "".join(secrets.choice(ALPHABET) for _ in range(10))
