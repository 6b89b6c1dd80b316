"""A game that moderators end: nothing of it is laid open as long as they may take that back, so that it can go on."""

from __future__ import annotations

from contextlib import suppress

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction
from accounts.restrictions import shut_out
from games.models import Game, Incident, Player
from games.play import arrangements as sitting_in
from games.play import pausing as pauses
from games.play import voting as votes
from games.play.acts.moderation import WHY, replace_at
from games.play.locked import Table, locked, stopped
from games.play.refusals import Over, Refused
from games.play.seats import vacate
from games.play.turns import ask


def end(game: Game) -> Game:
    """End a running game without a result, whatever its players think of it. Raises Over."""
    with locked(game.pk) as table:
        votes.stop(table, why=WHY)
        table.game.status = Game.Status.STOPPED
        table.save_seats()
        table.announce()
        return table.game


def go_on(game: Game) -> Game:
    """Let a game go on that was ended so: each seat that is asked gets the time of a new turn.

    Whoever was shut out or has left meanwhile is replaced, and vacations and pauses count as they are now. Raises
    Refused where nobody is left, and Over once all lies open.
    """
    with stopped(game.pk) as table:
        if not any(map(_plays, table.players)):
            raise Refused(_("Nobody is left who played at this table."))
        table.game.status, table.game.ended_at = Game.Status.RUNNING, None
        table.happened(Incident.Kind.RESUMED, why=WHY)
        pauses.settle(table, why=WHY)
        sitting_in.settle(table)
        for player in table.players:
            _replace_if_away(table, player)
        ask(table.players, table.state, table.number)
        table.announce()
        return table.game


def _plays(player: Player) -> bool:
    return player.user is not None and not player.is_gone and not player.gave_up


def _replace_if_away(table: Table, me: Player) -> None:
    if me.user is None or me.gave_up:
        return
    if me.is_gone:
        vacate(table, me, why="left")
    elif (restriction := shut_out(me.user)) is not None and any(map(_plays, table.others(me))):
        replace_at(table, me, for_good=restriction.kind == Restriction.Kind.BAN)


def open_stopped(game_pk: int) -> bool:
    """Lay a game open that was ended so and can't go on any more. False if there is nothing to do."""
    with suppress(Over), stopped(game_pk) as table:
        if table.game.opens_at is None or table.game.opens_at > timezone.now():
            return False
        votes.lay_open(table.game)
        table.announce()
        return True
    return False
