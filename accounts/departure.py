"""Somebody goes for good."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.signals import leaving


@transaction.atomic
def depart(user: User) -> None:
    """Delete this person. Whoever listens to ``leaving`` is told before; should one of them object, nothing happens."""
    leaving.send(sender=User, user=user)
    user.delete()
