"""Celery's entries for people. Each can run twice or at once with itself without harm: what is due is in the rows."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts.auth import sessions
from accounts.models import Sighting
from accounts.privacy import erasure
from accounts.privacy.data_export import jobs

AT_ONCE = 50
"""So many downloads one sweep takes."""


@shared_task(name="accounts.sweep")
def sweep() -> None:
    """Downloads that nobody is making, mails about those that are ready, and what has expired."""
    now = timezone.now()
    for pk in jobs.due(now).values_list("pk", flat=True)[:AT_ONCE]:
        make_export.delay(pk)
    for pk in jobs.untold().values_list("pk", flat=True)[:AT_ONCE]:
        tell_of_export.delay(pk)
    jobs.expire(now)


@shared_task(name="accounts.make_export")
def make_export(export_pk: int) -> None:
    """Make somebody's download."""
    jobs.make(export_pk)


@shared_task(name="accounts.tell_of_export")
def tell_of_export(export_pk: int) -> None:
    """Mail somebody that his download is ready."""
    jobs.tell(export_pk)


@shared_task(name="accounts.clear_away")
def clear_away() -> None:
    """What is left of those who have gone, sessions that are over, and where people came from a month ago."""
    now = timezone.now()
    erasure.sweep(now)
    sessions.forget_expired()
    Sighting.objects.filter(last_at__lte=now - Sighting.KEPT).delete()
