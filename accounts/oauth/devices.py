"""Authorization requests of devices, stored until their codes expire: allauth stores neither scopes nor user."""

import hashlib
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache


class Asked(NamedTuple):
    """The scopes requested by a device, and the primary key of the user who has authorized it, or None."""

    scopes: list[str]
    person: int | None


def store(device_code: str, scopes: list[str], person: int | None = None) -> None:
    cache.set(_key(device_code), (scopes, person), settings.IDP_OIDC_DEVICE_CODE_EXPIRES_IN)


def find(device_code: str) -> Asked | None:
    """Return the device's request, or None if the code is unknown or has expired."""
    found = cache.get(_key(device_code))
    return Asked(*found) if found else None


def _key(device_code: str) -> str:
    return f"oauth:device:{hashlib.sha256(device_code.encode()).hexdigest()}"
