"""Standing orders: automatic moves requested by a player, secret from all other players."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from games.core import broadcast
from games.models import Player
from games.play.core.locked import Changed, LockedGame, locked
from games.play.core.refusals import Replaced
from games.play.core.turns import automatic_move_due_at, drafted, play_on_if_all_are_here


def give_order(player: Player, name: str, value: str) -> Changed:
    """Set the player's standing order ``name`` to ``value``. Idempotent.

    Raise `Over` if the game is not running, `Replaced` while a stand-in plays, or `Refused` if the order is not
    offered to the player now.
    """
    with locked(player.game_id) as game:
        me = _owner(game, player)
        orders = game.row.rules.automation.orders(drafted(game.state, me).view(me.place))
        if not any(order.name == name and value in (choice.value for choice in order.choices) for order in orders):
            raise Refused(_("You can’t set that order now. Choose one from the list."))
        _change(game, me, me.orders | {name: value})
        return game.changed


def cancel_order(player: Player, name: str) -> Changed:
    """Drop the player's standing order ``name``, if there is one. Idempotent.

    Raise `Over` if the game is not running, or `Replaced` while a stand-in plays.
    """
    with locked(player.game_id) as game:
        me = _owner(game, player)
        if name in me.orders:
            _change(game, me, {other: value for other, value in me.orders.items() if other != name})
        return game.changed


def _owner(game: LockedGame, player: Player) -> Player:
    me = game.player(player.pk)
    if me.stand_in:
        raise Replaced(_("Someone is playing for you, so your standing orders are on hold. Take your seat back first."))
    return me


def _change(game: LockedGame, me: Player, orders: dict[str, str]) -> None:
    me.orders = orders
    now = timezone.now()
    me.auto_at = automatic_move_due_at(game.state, me, now)
    play_on_if_all_are_here(game.players, game.state, now)
    game.save_seats()
    broadcast.on_commit_own(me)
