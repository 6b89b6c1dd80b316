"""Celery tasks of the outbox. They are idempotent: each row is claimed before anything is sent.

They need the right clock: a machine whose clock is fast would consider other machines' claims expired, and send mails
twice.
"""

from celery import shared_task

from games.core.database_clock import with_right_clock
from games.notifications import outbox


@shared_task(name="games.fan_out")
@with_right_clock
def fan_out(notice_pk: int) -> None:
    """Create the deliveries of a due notice, and send those that are due immediately."""
    for pk in outbox.fan_out(notice_pk):
        deliver(pk)


@shared_task(name="games.deliver")
@with_right_clock
def deliver(delivery_pk: int) -> None:
    """Send a due delivery and those batched with it, unless they are no longer relevant."""
    if claimed := outbox.claim(delivery_pk):
        outbox.deliver(claimed)
