"""Somebody goes for good."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from games.models import Game, Player
from games.play.moves import resign
from games.play.refusals import Refused
from games.play.seating import leave
from games.play.sitting_in import friend_leaves
from games.play.vacations import UNFINISHED, cancel_vacation


def leave_all(user: User) -> None:
    """His vacations end and he sits in nowhere; open seats are given back, running games resigned."""
    for vacation in user.vacations.filter(state__in=UNFINISHED):
        cancel_vacation(vacation)
    friend_leaves(user)
    unfinished = [Game.Status.OPEN, Game.Status.RUNNING]
    seats = Player.objects.filter(user=user, game__status__in=unfinished)
    for player in seats.select_related("game").order_by("game_id"):
        # A refusal says that the table has just started or ended, or that the seat was given up before.
        if player.game.is_open:
            with suppress(Refused):
                leave(player)
                continue
        with suppress(Refused):
            resign(player, None)
