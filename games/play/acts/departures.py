"""A user's final departure from the site."""

from contextlib import suppress

from accounts.models import User
from accounts.refusals import Refused
from games.core import notices
from games.models import NOT_PACKED, Game, NotificationKind, Player
from games.play.core import game_end
from games.play.core.locked import locked
from games.play.core.refusals import Over
from games.play.core.seats import vacate
from games.play.core.unstarted import leave
from games.play.core.withdrawal import withdraw


def leave_all(user: User) -> None:
    """Cancel the vacations of ``user``, stop them sitting in for others, and give up all their seats.

    Must be called in a transaction.
    """
    withdraw(user)
    seats = Player.objects.filter(NOT_PACKED, user=user, resigned=False, game__status__in=Game.UNFINISHED)
    for player in seats.select_related("game").order_by("game_id"):
        # `Refused` means that the game has just started.
        if player.game.is_open:
            with suppress(Refused):
                leave(player)
                continue
        with suppress(Over):
            _leave_running(player)


def _leave_running(player: Player) -> None:
    """Vacate the seat, or cancel the game if no other user plays in it."""
    with locked(player.game_id) as game:
        me = game.player(player.pk)
        if me.user_id != player.user_id:
            return
        others = [player for player in game.players if player.user is not None and not player.resigned and player != me]
        # No other player has seen the drafts.
        me.drafts, me.auto_at = [], None
        if not others:
            game_end.cancel(game)
            game.save_seats()
            game.announce()
            return
        incident = vacate(game, me, why="left")
        if game.row.is_running:
            notices.enqueue_for_all(others, NotificationKind.ACTED, f"acted:{incident.pk}", incident=incident.pk)
