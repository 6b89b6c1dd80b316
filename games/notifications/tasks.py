"""Celery tasks of the outbox. Idempotent: each row is claimed before anything is sent."""

from __future__ import annotations

from celery import shared_task

from games.notifications import outbox


@shared_task(name="games.hand_on")
def hand_on(notice_pk: int) -> None:
    """Turn a notice that is due into deliveries, and send those that can go at once."""
    for pk in outbox.hand_on(notice_pk):
        deliver(pk)


@shared_task(name="games.deliver")
def deliver(delivery_pk: int) -> None:
    """Send an owed delivery and those that go with it, unless they are no longer needed."""
    if claimed := outbox.claim(delivery_pk):
        outbox.deliver(claimed)
