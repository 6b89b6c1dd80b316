"""Who has his table in front of him: what is owed about it waits, and nobody is mailed about what he is looking at."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.auth.presence import attended
from games.models import Player, seen_by
from games.notifications.seat_links import acting

OFTEN = timedelta(seconds=30)
"""No more often than this is it written down that somebody looks at his table."""

View = Callable[..., HttpResponseBase]


def looking(view: View) -> View:
    """For views of a ``table``: whoever is shown it looks at it. Written after the page is made, which only reads."""

    @wraps(view)
    def wrapped(request: HttpRequest, table: str) -> HttpResponseBase:
        response = view(request, table)
        if response.status_code == 200 and attended(request):
            note(table, acting(request, table))
        return response

    return wrapped


def note(table: str, user: Any) -> None:
    """Write down that this user looks at the table, if it is he who moves for the seat he sees it from."""
    if not user.is_authenticated:
        return
    seats = Player.objects.filter(seen_by(user), game__table=table)
    player = seats.select_related("user", "friend").first()
    if player is None or player.mover not in (None, user):
        return
    now = timezone.now()
    if player.looked_at is None or now - player.looked_at >= OFTEN:
        Player.objects.filter(pk=player.pk).update(looked_at=now)
