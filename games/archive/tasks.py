"""The Celery task that archives old games, histories and notices."""

from celery import shared_task
from django.utils import timezone

from games.archive import histories, old_notices, pieces
from games.core.database_clock import with_right_clock
from games.notifications.contact import address

GAMES = 200
"""Maximum number of games per run; the next run, an hour later, goes on."""

NOTICES = 20_000

HISTORIES = 1000


@shared_task(name="games.archive")
@with_right_clock
def archive() -> None:
    """Pack long histories and games that ended long ago, and delete old notices and unconfirmed addresses."""
    now = timezone.now()
    pieces.pack_due(now, GAMES)
    old_notices.delete_expired(now, NOTICES)
    address.delete_unconfirmed(now)
    histories.pack_histories(HISTORIES)
