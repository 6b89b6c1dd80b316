"""Moderators' actions on running games. games/moderation checks the permissions and reasons."""

from contextlib import suppress
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused
from games.core import notices
from games.models import NOT_PACKED, Game, Incident, Player
from games.play.core import seat_clocks, seats, vote_count
from games.play.core.locked import LockedGame, locked
from games.play.core.refusals import Over
from games.play.core.unstarted import leave_waiting
from games.play.core.withdrawal import withdraw


class Extension(NamedTuple):
    """An extension of the turn that began after move ``asked``, by ``seconds`` of playing time."""

    asked: int
    seconds: int


def extend(player: Player) -> Extension:
    """Extend a seat's turn by the time that a vote for more time would add.

    Raise `Over` if the game is not running, or `Refused` if no clock is running for the seat.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if me.to_move_since is None or (me.deadline is None and me.left is None):
            raise Refused(_("No clock is running, so there’s no time to add."))
        given = Extension(me.to_move_since, seat_clocks.extend(me, timezone.now()) // seat_clocks.SECOND)
        _clock_changed(game, me, Incident.Kind.EXTENDED)
        return given


def shorten(player: Player, given: Extension) -> bool:
    """Take back an extension, but leave at least the time of the shortest turn.

    Return False if the turn is over or has no clock. Raise `Over` if the game is not running.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        span = given.seconds * seat_clocks.SECOND
        if me.to_move_since != given.asked or not seat_clocks.shorten(me, span, timezone.now()):
            return False
        _clock_changed(game, me, Incident.Kind.SHORTENED)
        return True


def _clock_changed(game: LockedGame, me: Player, kind: Incident.Kind) -> None:
    game.log_incident(kind, me)
    game.save_seats()
    game.announce()


def replace(player: Player, *, for_good: bool = False) -> Game:
    """Let a computer player sit in until the owner or (``for_good``) a substitute takes the seat.

    Raise `Over` if the game is not running, or `Refused` if the seat has no owner, its owner has resigned, or (unless
    ``for_good``) a computer player sits in already.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if me.user is None or me.resigned:
            raise Refused(_("There’s no player in this seat to replace."))
        if not seats.replace(game, me, for_good):
            raise Refused(_("A computer is already playing there."))
        return game.row


def restore(player: Player, owner: User) -> bool:
    """Give ``owner`` their seat back from a computer player, and return whether that was possible.

    Raise `Over` if the game is not running.
    """
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if me.vacant and me.lost_by_id == owner.pk:
            me.user, me.lost_by, me.bot, me.vacant = owner, None, "", False
        elif me.user_id != owner.pk or me.stand_in != Player.StandIn.COMPUTER:
            return False
        seats.give_back(game, me)
        if me.to_move_since is not None:
            notices.enqueue_turn(me)
        game.save_seats()
        game.announce()
        return True


def withdraw_from_games(user: User, *, for_good: bool = False) -> list[int]:
    """Cancel the vacations of ``user``, stop them sitting in for others, and remove them from their games.

    The user gives up seats in waiting games. In running games with other people, computer players take over, and
    ``for_good`` also opens the seats to substitutes. The user's external bots are removed too. Return the keys of the
    replaced players. Must be called in a transaction.
    """
    withdraw(user)
    away = [user, *user.bots.order_by("pk")]
    for each in away:
        leave_waiting(each)
    return [player.pk for each in away for player in _seats_beside_others(each) if _replaced(player, for_good)]


def _seats_beside_others(user: User) -> list[Player]:
    running = Player.objects.filter(NOT_PACKED, user=user, game__status=Game.Status.RUNNING, resigned=False)
    mine = running.select_related("game").order_by("game_id")
    others = Q(user__isnull=False, resigned=False)
    return [seat for seat in mine if seat.game.players.filter(others).exclude(pk=seat.pk).exists()]


def _replaced(player: Player, for_good: bool) -> bool:
    """Replace the owner, recount an open vote without them, and return whether the seat's player has changed."""
    with suppress(Over), locked(player.game_id) as game:
        changed = seats.replace(game, game.player(player.pk), for_good)
        vote_count.recount(game)
        return changed
    return False
