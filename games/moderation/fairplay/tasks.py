"""The Celery task that looks for hints about fair play."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.moderation.fairplay import sweep as looking


@shared_task(name="games.watch")
def watch() -> None:
    """Look for what may be unfair, and forget what was found a month ago."""
    looking.look(timezone.now())
