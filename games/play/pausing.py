"""A table stands still, by consent or for a vacation, and goes on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, QuerySet
from django.utils import timezone

from games.models import Arrangement, Game, Incident, Player, Vacation
from games.play import seat_clocks as clocks
from games.play.locked import Table, locked_if_free
from games.play.refusals import Over
from games.play.turns import lapse

LONGEST = timedelta(days=30)
"""How long a table stands still after a vote."""


def settle(table: Table, player: Player | None = None, **why: Any) -> bool:
    """Let the table pause or go on, as its players' agreement and their vacations want it now; whether that changed.

    ``player`` and ``why`` are for the log. The caller saves the seats and announces.
    """
    game, now = table.game, timezone.now()
    until = _wanted_until(game, now)
    was_paused, game.paused_until = game.is_paused, until
    if was_paused == (until is not None):
        return False
    if until is not None:
        _pause(table, now)
        table.happened(Incident.Kind.PAUSED, player, **why)
    else:
        _resume(table, now)
        table.happened(Incident.Kind.RESUMED, player, **why)
    return True


def _wanted_until(game: Game, now: datetime) -> datetime | None:
    if game.agreed_until is not None and game.agreed_until <= now:
        game.agreed_until = None
    back = pausing(game).filter(vacation__ends_at__gt=now).aggregate(last=Max("vacation__ends_at"))["last"]
    return max(filter(None, [game.agreed_until, back]), default=None)


def pausing(game: Game) -> QuerySet[Arrangement]:
    """What holds the table up: arrangements of vacations that go on, for owners who still have their seat."""
    return Arrangement.objects.filter(
        player__game=game, player__user=F("vacation__user"), way=Game.Away.PAUSE, vacation__state=Vacation.State.ON
    )


def _pause(table: Table, now: datetime) -> None:
    for player in table.players:
        clocks.pause(player, now)
        player.auto_at = None
    table.game.paused_at = now


def _resume(table: Table, now: datetime) -> None:
    table.game.paused_at = None
    for player in table.players:
        clocks.resume(player, now)
        player.auto_at = lapse(table.state, player, now)


def no_longer_away(table: Table, player: Player) -> None:
    """The vacation has no say about this seat any more: its owner is back at it, or has lost it or given it up."""
    lift(Arrangement.objects.filter(player=player, vacation__state=Vacation.State.ON))
    settle(table, player, why="vacation")


def lift(arrangements: QuerySet[Arrangement]) -> None:
    """Nothing is arranged any more for these seats, as if their owners had asked for nothing."""
    arrangements.update(way="", friend=None, answer=Arrangement.Answer.NONE)


def end_pause(game_pk: int) -> bool:
    """Let a table go on whose pause is over. False if there is nothing to do."""
    try:
        with locked_if_free(game_pk) as table:
            if table is None or not settle(table, why="time"):
                return False
            table.save_seats()
            table.announce()
            return True
    except Over:
        return False
