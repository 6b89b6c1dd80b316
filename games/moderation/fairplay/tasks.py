"""The Celery task that detects unfair play."""

from celery import shared_task
from django.utils import timezone

from games.moderation.fairplay import sweep


@shared_task(name="games.sweep_fairplay")
def sweep_fairplay() -> None:
    sweep.look(timezone.now())
