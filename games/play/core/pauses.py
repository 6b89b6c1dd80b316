"""Pauses of a game, by agreement of its players or for a vacation."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, QuerySet
from django.utils import timezone

from games.models import Arrangement, Game, Incident, Player, Vacation
from games.play.core import seat_clocks
from games.play.core.locked import LockedGame
from games.play.core.turns import automatic_move_due_at

LONGEST = timedelta(days=30)


def settle(game: LockedGame, player: Player | None = None, **why: Any) -> bool:
    """Recompute whether an agreement or a vacation pauses the game. Return whether that has changed.

    ``player`` and ``why`` are stored in the incident. The caller saves the seats and announces.
    """
    row, now = game.row, timezone.now()
    until = _pause_ends(row, now)
    was_paused, row.paused_until = row.is_paused, until
    if was_paused == (until is not None):
        return False
    if until is not None:
        _pause(game, now)
        game.log_incident(Incident.Kind.PAUSED, player, **why)
    else:
        _resume(game, now)
        game.log_incident(Incident.Kind.RESUMED, player, **why)
    return True


def _pause_ends(game: Game, now: datetime) -> datetime | None:
    if game.agreed_until is not None and game.agreed_until <= now:
        game.agreed_until = None
    back = pausing(game).filter(vacation__ends_at__gt=now).aggregate(last=Max("vacation__ends_at"))["last"]
    return max(filter(None, [game.agreed_until, back]), default=None)


def pausing(game: Game) -> QuerySet[Arrangement]:
    """Return the arrangements that pause this game, from current vacations of users who still own their seats."""
    return Arrangement.objects.filter(
        player__game=game, player__user=F("vacation__user"), kind=Game.Away.PAUSE, vacation__state=Vacation.State.ON
    )


def _pause(game: LockedGame, now: datetime) -> None:
    game.row.paused_at = now
    for player in game.players:
        seat_clocks.settle(player, now)
        player.auto_at = None


def _resume(game: LockedGame, now: datetime) -> None:
    game.row.paused_at = None
    for player in game.players:
        seat_clocks.settle(player, now)
        player.auto_at = automatic_move_due_at(game.state, player, now)


def no_longer_away(game: LockedGame, player: Player) -> None:
    """Clear a current vacation's arrangement for a seat whose owner is back or has left, and recompute the pause."""
    lift(Arrangement.objects.filter(player=player, vacation__state=Vacation.State.ON))
    settle(game, player, why="vacation")


def lift(arrangements: QuerySet[Arrangement]) -> None:
    """Clear these arrangements: the clocks run as if nothing had been arranged."""
    arrangements.update(kind="", friend=None, answer=Arrangement.Answer.NONE)
