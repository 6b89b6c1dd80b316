"""Message storage with a ``__Host-`` cookie."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Stores messages in the cookie, or in the session if they are too long."""

    storage_classes = (HostCookieStorage, SessionStorage)
