"""The Celery task that erases guests who have not been seen for a year."""

from celery import shared_task
from django.utils import timezone

from games.privacy import erasure


@shared_task(name="games.sweep_guests")
def sweep_guests() -> None:
    erasure.sweep_guests(timezone.now())
