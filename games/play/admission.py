"""Seats that are free and still not for everybody: kept for who was invited, or at a table of who avoids somebody."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import closed_to
from games.models import Game
from games.play.refusals import Refused

KEPT = timedelta(days=1)
"""So long a seat is kept for somebody who was invited by name."""


def check_place(table: Game, user: Any) -> None:
    """Raise Refused where ``user`` can't have one of the seats that are free.

    Who was blocked by somebody there is answered like who comes when all free seats are kept, after the same questions
    to the database: nobody but those who sit there knows whom they have invited.
    """
    closed = Game.objects.filter(closed_to(user), pk=table.pk).exists()
    if _left(table, user) <= 0 or closed:
        raise Refused(_("No seat can be taken here just now. Free seats may be kept for people who have been invited."))


def _left(table: Game, user: Any) -> int:
    """How many free seats are kept for nobody else."""
    free = table.size - table.players.count()
    lately = timezone.now() - KEPT
    asked = set(table.invitations.filter(declined=False, at__gt=lately).values_list("user_id", flat=True))
    seated = set(table.players.values_list("user_id", flat=True))
    return free if user.pk in asked else free - len(asked - seated)
