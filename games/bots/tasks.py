"""Celery tasks that request moves from bots by webhook, in a separate queue because programs may be slow."""

from time import monotonic

from celery import shared_task

from games.bots.calls_by_owner import CallsByOwner
from games.core.database_clock import with_right_clock
from games.notifications import outbox
from games.notifications.tasks import deliver

_calls = CallsByOwner()


@shared_task(name="games.call_player")
@with_right_clock
def call_player(notice_pk: int) -> None:
    """Create the delivery for a due notice to a bot, and make the webhook call."""
    for pk in outbox.fan_out(notice_pk):
        call_player_again(pk)


@shared_task(name="games.call_player_again")
@with_right_clock
def call_player_again(delivery_pk: int) -> None:
    """Make the webhook call, or postpone it if the limits on concurrent calls don't allow it.

    When a call ends, enqueue a postponed one, behind the calls enqueued since.
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
