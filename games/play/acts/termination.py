"""Games ended by moderators. A game's cards stay hidden as long as it can be reopened."""

from contextlib import suppress

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access.restrictions import access_restriction
from accounts.models import Restriction
from accounts.refusals import Refused
from games.models import Game, Incident, Player
from games.play.core import game_end, pauses, seats, vacation_arrangements
from games.play.core.locked import LockedGame, locked, stopped
from games.play.core.refusals import Over
from games.play.core.turns import pass_turn


def stop_game(game: Game) -> Game:
    """End a game without a result and without its players' consent. Raise `Over` if it is not running."""
    with locked(game.pk) as held:
        game_end.stop(held, why=seats.MODERATION)
        held.row.status = Game.Status.STOPPED
        held.save_seats()
        held.announce()
        return held.row


def reopen_game(game: Game) -> Game:
    """Reopen a game that moderators have ended. Players whose turn it is get the time of a new turn.

    Users who have been suspended or banned, or have left, are replaced; vacations and pauses are recomputed. Raise
    `Refused` if no player is left, or `Over` if the game can no longer be reopened.
    """
    with stopped(game.pk) as held:
        if not any(map(_plays, held.players)):
            raise Refused(_("Nobody who played at this table is still here."))
        held.row.status, held.row.finished_at = Game.Status.RUNNING, None
        held.log_incident(Incident.Kind.RESUMED, why=seats.MODERATION)
        pauses.settle(held, why=seats.MODERATION)
        vacation_arrangements.settle(held)
        for player in held.players:
            _replace_if_away(held, player)
        pass_turn(held.players, held.state, held.number)
        held.save_seats()
        held.announce()
        return held.row


def _plays(player: Player) -> bool:
    return player.user is not None and not player.is_gone and not player.resigned


def _replace_if_away(game: LockedGame, me: Player) -> None:
    if me.user is None or me.resigned:
        return
    if me.is_gone:
        seats.vacate(game, me, why="left")
    elif (restriction := access_restriction(me.user)) is not None and any(map(_plays, game.others(me))):
        seats.replace(game, me, for_good=restriction.kind == Restriction.Kind.BAN)


def reveal_stopped(game_pk: int) -> bool:
    """Publish the cards of a stopped game that can no longer be reopened. Idempotent.

    Return False if the game can still be reopened.
    """
    with suppress(Over), stopped(game_pk) as game:
        if game.row.opens_at is None or game.row.opens_at > timezone.now():
            return False
        game_end.reveal(game.row)
        game.announce()
        return True
    return False
