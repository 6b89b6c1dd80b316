"""The Celery task that looks for hints about fair play."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.moderation.fairplay import sweep as looking


@shared_task(name="games.watch")
def watch() -> None:
    """Look for unfair patterns, and delete findings older than a month."""
    looking.look(timezone.now())
