"""Reservation of erased accounts' names, stored as keyed hashes."""

from calendar import monthrange
from datetime import date, datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import ErasedName, User

GUEST_NAME_PERIOD = timedelta(days=30)
"""How long the name of an inactive or erased guest stays reserved."""


def reserve_names(person: User, now: datetime) -> None:
    """Reserve the names of ``person``, who is about to be erased, for the retention period of users or guests."""
    until = _end_of_month((now + (GUEST_NAME_PERIOD if person.is_guest else ErasedName.RETENTION)).date())
    rows = [
        ErasedName(digest=_digest(key, settings.SECRET_KEY), until=until)
        for key in {person.username_key, person.display_name_key} - {""}
    ]
    ErasedName.objects.bulk_create(rows, update_conflicts=True, update_fields=["until"], unique_fields=["digest"])


def digests_of(key: str) -> list[str]:
    """Return the possible hashes of a name's key, for the current and for former secret keys."""
    return [_digest(key, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def delete_expired(today: date) -> None:
    ErasedName.objects.filter(until__lt=today).delete()


def _digest(key: str, secret: str) -> str:
    return salted_hmac("accounts.erased_name", key, secret=secret, algorithm="sha256").hexdigest()


def _end_of_month(day: date) -> date:
    """Round up to the end of the month, so that the date does not identify the account."""
    return day.replace(day=monthrange(day.year, day.month)[1])
