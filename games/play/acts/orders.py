"""Standing orders: what a player wants done without being asked. They are his secret; nobody else is told of them."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import notify
from games.models import Game, Player
from games.play.locked import Table, locked
from games.play.refusals import Refused, Replaced
from games.play.turns import drafted, lapse


def give_order(player: Player, name: str, value: str) -> Game:
    """Let ``value`` be the player's standing order ``name``, in place of an earlier one.

    Raises Over, Replaced while somebody plays for him, Refused for what he is not offered with his cards.
    """
    with locked(player.game_id) as table:
        me = _owner(table, player)
        orders = table.game.rules.orders(drafted(table.state, me).state.view(me.place))
        if not any(order.name == name and value in (choice.value for choice in order.choices) for order in orders):
            raise Refused(_("You can’t order that now. Choose one of the orders that are offered."))
        _change(table, me, me.orders | {name: value})
        return table.game


def cancel_order(player: Player, name: str) -> Game:
    """Drop the player's standing order ``name``, if there is one. Raises Over or Replaced."""
    with locked(player.game_id) as table:
        me = _owner(table, player)
        if name in me.orders:
            _change(table, me, {other: value for other, value in me.orders.items() if other != name})
        return table.game


def _owner(table: Table, player: Player) -> Player:
    me = table.player(player.pk)
    if me.stand_in:
        raise Replaced(_("Somebody plays for you just now, so your standing orders rest. Take your seat back first."))
    return me


def _change(table: Table, me: Player, orders: dict[str, str]) -> None:
    state = table.state
    me.orders = orders
    me.auto_at = lapse(state, me, timezone.now())
    me.save(update_fields=["orders", "auto_at"])
    notify.on_commit_own(me)
