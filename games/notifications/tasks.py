"""Celery tasks of the outbox. Idempotent: each row is claimed before anything is sent.

A machine that is ahead would take another one's claim for one that is over, and send the same mail.
"""

from __future__ import annotations

from time import monotonic

from celery import shared_task

from games.core.database_clock import with_right_clock
from games.notifications import outbox
from games.notifications.calls_by_owner import CallsByOwner

_calls = CallsByOwner()


@shared_task(name="games.hand_on")
@with_right_clock
def fan_out(notice_pk: int) -> None:
    """Create the deliveries of a due notice, and send those that are due at once."""
    for pk in outbox.fan_out(notice_pk):
        deliver(pk)


@shared_task(name="games.call_player")
@with_right_clock
def call_player(notice_pk: int) -> None:
    """The same for a computer player from outside, whose program may take long: in a queue of its own."""
    for pk in outbox.fan_out(notice_pk):
        call_player_again(pk)


@shared_task(name="games.deliver")
@with_right_clock
def deliver(delivery_pk: int) -> None:
    """Send a due delivery and those batched with it, unless they are no longer relevant."""
    if claimed := outbox.claim(delivery_pk):
        outbox.deliver(claimed)


@shared_task(name="games.call_player_again")
@with_right_clock
def call_player_again(delivery_pk: int) -> None:
    """The same for a computer player from outside, unless its owner has no thread left.

    One that waits for a thread is enqueued again behind what others have enqueued meanwhile.
    """
    owner = outbox.owner_of(delivery_pk)
    if owner is None or not _calls.begin(owner, delivery_pk):
        return
    begun = monotonic()
    try:
        deliver(delivery_pk)
    finally:
        if (following := _calls.end(owner, monotonic() - begun)) is not None:
            call_player_again.delay(following)
