"""Somebody goes for good."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from games import owing
from games.models import Game, Kind, Player
from games.play.acts.moderation import hold_all
from games.play.acts.seating import leave
from games.play.acts.vacations import UNFINISHED, cancel_vacation
from games.play.arrangements import friend_leaves
from games.play.locked import locked
from games.play.refusals import Over, Refused
from games.play.seats import vacate
from games.play.voting import cancel


def leave_all(user: User) -> None:
    """His vacations end and he sits in nowhere; open seats are given back, those in running games become vacant.

    Call it in a transaction.
    """
    hold_all(user)
    for vacation in user.vacations.filter(state__in=UNFINISHED):
        cancel_vacation(vacation)
    friend_leaves(user)
    unfinished = [Game.Status.OPEN, Game.Status.RUNNING]
    seats = Player.objects.filter(user=user, gave_up=False, game__status__in=unfinished)
    for player in seats.select_related("game").order_by("game_id"):
        # A refusal says that the table has just started.
        if player.game.is_open:
            with suppress(Refused):
                leave(player)
                continue
        with suppress(Over):
            _leave_running(player)


def _leave_running(player: Player) -> None:
    """A computer player has the seat until somebody takes it; where nobody else plays any more, the game ends here."""
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if me.user_id != player.user_id:
            return
        others = [player for player in table.players if player.user is not None and not player.gave_up and player != me]
        # Nobody has seen what he has only laid out.
        me.drafts, me.auto_at = [], None
        if not others:
            cancel(table)
            table.save_seats()
            table.announce()
            return
        incident = vacate(table, me, why="left")
        if table.game.is_running:
            owing.everybody(others, Kind.ACTED, f"acted:{incident.pk}", incident=incident.pk)
