"""Where a word waits that is shown once, on the next page: Django's own storage, by a name no other host can set."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class OwnCookie(CookieStorage):
    """A cookie of this host alone."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    """In the cookie; what has no room there, in the session."""

    storage_classes = (OwnCookie, SessionStorage)
