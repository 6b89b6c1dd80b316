"""Records when a player last viewed a table, to hold back notices about the table for a while."""

from datetime import timedelta
from functools import wraps

from django.http import HttpResponseBase
from django.utils import timezone

from accounts.auth.presence import made_by_person
from accounts.models import Visitor
from games.core.access import seat_at
from games.core.viewer import TableRequest, View
from games.models import Player

RECORD_INTERVAL = timedelta(seconds=30)


def records_presence(view: View) -> View:
    """Decorate a view of a ``table`` so that the viewer's presence is recorded after the page has been rendered."""

    @wraps(view)
    def wrapped(request: TableRequest, table: str) -> HttpResponseBase:
        response = view(request, table)
        if response.status_code == 200 and made_by_person(request):
            _record(request.viewer.seat, request.viewer.user)
        return response

    return wrapped


def record(table: str, user: Visitor) -> None:
    """Record that ``user`` is viewing the table, unless another user moves for the user's seat."""
    _record(seat_at(table, user), user)


def _record(player: Player | None, user: Visitor) -> None:
    if player is None or player.mover not in (None, user):
        return
    now = timezone.now()
    if player.last_seen_at is None or now - player.last_seen_at >= RECORD_INTERVAL:
        Player.objects.filter(pk=player.pk).update(last_seen_at=now)
