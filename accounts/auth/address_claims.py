"""Claims to unconfirmed addresses, which a new sign-up with the same address replaces."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User

RETENTION = timedelta(days=7)
"""How long an unconfirmed account keeps its user name."""

LOCK = 0x4164_6472
"""The first key of PostgreSQL's advisory locks on addresses."""


def lock(email: str) -> None:
    """Lock the address against concurrent sign-ups and confirmations. SQLite needs no lock: it serializes writers."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [LOCK, email.lower()])


def unused_accounts() -> QuerySet[User]:
    """Return the accounts with an address that was never confirmed, and without any sign-in."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    waiting = User.objects.filter(Exists(addresses), last_login=None, is_staff=False, owner=None, erased_at=None)
    return waiting.exclude(Exists(addresses.filter(verified=True)))


def accounts_claiming(email: str) -> QuerySet[User]:
    return unused_accounts().filter(Exists(EmailAddress.objects.filter(user=OuterRef("pk"), email=email.lower())))


@transaction.atomic
def replace(email: str, owner: User | None = None) -> None:
    """Delete all unconfirmed claims to an address and the accounts created for them, except those of ``owner``."""
    lock(email)
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    accounts_claiming(email).filter(pk__in=others.values("pk")).delete()
    EmailAddress.objects.filter(email=email.lower(), verified=False, user__in=others.values("pk")).delete()


def delete_expired(now: datetime) -> None:
    """Delete expired unused accounts, so that they don't block names forever."""
    unused_accounts().filter(date_joined__lte=now - RETENTION).delete()
