"""The Celery task that looks for hints about fair play."""

from celery import shared_task
from django.utils import timezone

from games.moderation.fairplay import sweep


@shared_task(name="games.sweep_fairplay")
def sweep_fairplay() -> None:
    """Look for unfair patterns, and delete findings older than a month."""
    sweep.look(timezone.now())
