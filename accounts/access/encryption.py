"""Encryption of stored secrets that the site must be able to read, such as TOTP keys.

A copy of the database alone does not reveal them: the key is derived from ``SECRET_KEY``.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


class DecryptionError(Exception):
    """Raised if a text was encrypted with a key that the site no longer has."""


def encrypt(text: str) -> str:
    return _cipher().encrypt(text.encode()).decode()


def decrypt(sealed: str) -> str:
    """Return the plain text. Raise `DecryptionError` if none of the keys can decrypt it."""
    from cryptography.fernet import InvalidToken  # as in _cipher

    try:
        return _cipher().decrypt(sealed.encode()).decode()
    except InvalidToken as lost:
        raise DecryptionError from lost


def _cipher() -> MultiFernet:
    """Return a cipher that encrypts with ``SECRET_KEY``, and also decrypts with ``SECRET_KEY_FALLBACKS``."""
    from cryptography.fernet import Fernet, MultiFernet  # 7 MB, for processes where people sign in

    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str | bytes) -> bytes:
    return urlsafe_b64encode(salted_hmac("accounts.sealing", "", secret=secret, algorithm="sha256").digest())
