"""Receivers that enqueue notices about friend requests and their acceptance."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Friendship
from accounts.signals import friendship_changed
from games.core import notices


@receiver(friendship_changed)
def notify_friendship(friendship: Friendship, **_kwargs: Any) -> None:
    notices.enqueue_friendship(friendship)
