"""Somebody asks another to be friends, or one agrees: the other is owed a notice of it."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import Friendship
from accounts.signals import befriending
from games.notifications import enqueue


@receiver(befriending)
def tell(friendship: Friendship, **_kwargs: Any) -> None:
    """Whoever is asked, or has asked."""
    enqueue.befriended(friendship)
