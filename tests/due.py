"""The site's due work, for tests that wait for it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import PLAYED_BY_COMPUTER, Delivery, Game, Notice, Player

SOON = timedelta(minutes=10)


def pending() -> int:
    """Return the number of notices and mails that are due soon or being sent. Later reminders don't count."""
    soon = timezone.now() + SOON
    return sum(model.objects.filter(state="pending", due_at__lte=soon).count() for model in (Notice, Delivery))


def computers_to_move() -> bool:
    return Player.objects.filter(PLAYED_BY_COMPUTER).exists()


def time_passes() -> None:
    """Make pending rows of the next ten minutes due: retries, expired claims of dead workers, and delayed notices."""
    now = timezone.now()
    for model in (Notice, Delivery):
        model.objects.filter(state="pending", due_at__lte=now + SOON).update(due_at=now)
    Game.objects.exclude(computers_due_at=None).update(computers_due_at=now, computers_busy_until=None)
