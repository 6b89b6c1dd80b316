"""Secrets that the site must be able to read again, such as the key of somebody's app for codes, locked.

A copy of the database alone opens none of them: what they are locked with follows from ``SECRET_KEY``.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


class Shut(Exception):
    """It was sealed with a key that this site has no more."""


def seal(text: str) -> str:
    """The text as it may lie in the database."""
    return _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """The text again. Raises Shut."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken as lost:
        raise Shut from lost


def _box() -> MultiFernet:
    """Today's key locks; those before it still open."""
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str | bytes) -> bytes:
    return urlsafe_b64encode(salted_hmac("accounts.sealing", "", secret=secret, algorithm="sha256").digest())
