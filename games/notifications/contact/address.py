"""A guest's address for notifications only; it can't be used to sign in.

An address that belongs to another account is treated like any other, so as not to reveal the account.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.mail import bounces
from accounts.models import User
from games.models import ContactPreference

LIFETIME = timedelta(days=3)
"""How long a confirmation link is valid, and how long an unconfirmed address is kept."""


def confirm(preference: ContactPreference) -> None:
    """Confirm the address, so that notifications go there, and forget earlier bounces. Idempotent."""
    ContactPreference.objects.filter(pk=preference.pk, confirmed_at=None).update(confirmed_at=timezone.now())
    bounces.clear(preference.user)


def forget(user: User) -> None:
    """Delete the address and the answer, so that the user is asked again."""
    ContactPreference.objects.filter(user=user).delete()
    if not user.email:
        bounces.clear(user)


def delete_unconfirmed(now: datetime) -> None:
    ContactPreference.objects.filter(confirmed_at=None, requested_at__lte=now - LIFETIME).delete()


def record_bounce(address: str, response: str) -> list[User]:
    """Stop mails to all users who gave this address for notifications and have no other. Return these users."""
    given = ContactPreference.objects.filter(address=address.lower(), user__email="").select_related("user")
    users = [preference.user for preference in given]
    for user in users:
        bounces.record_bounce(user, response)
    return users
