"""The Celery task that writes the open data files."""

from celery import shared_task
from django.utils import timezone

from games.core.database_clock import with_right_clock
from games.open_data import files


@shared_task(name="games.make_open_data")
@with_right_clock
def make_open_data() -> None:
    files.make_due(timezone.now())
