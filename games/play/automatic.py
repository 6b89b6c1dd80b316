"""What is done without its player pressing anything: his standing orders, and the end of a turn with nothing else left.

Neither shows others anything by its speed: an order waits as long as chance says, an end as long as an undo may take.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Any, NamedTuple

from games.models import Move, Player
from games.rules.contract import State

UNDO_TIME = timedelta(minutes=2)
"""How long drafts, and a turn with nothing left but its end, wait for their player."""

SOONEST, LATEST = timedelta(seconds=20), timedelta(seconds=90)
"""Between these a standing order waits."""

_chance = SystemRandom()


class Automatic(NamedTuple):
    """A move to be made, and what it is recorded as made by."""

    text: str
    by: Move.By


def automatic(player: Player, view: Any) -> Automatic | None:
    """The move that is to be made for a player who is asked, None if he has to make it himself.

    ``view`` is his own, his drafts applied. Orders are their giver's: they rest while somebody else plays for him.
    """
    if player.orders and not player.stand_in and (text := player.game.rules.automatic_move(view, player.orders)):
        return Automatic(text, Move.By.ORDER)
    return Automatic("end", Move.By.PLAYER) if list(view.legal) == ["end"] else None


def due_at(player: Player, state: State, now: datetime) -> datetime | None:
    """When the :func:`automatic` move of a player who is asked is due; ``state`` has his drafts applied.

    Whoever has drafts has time to undo them, whatever he ordered.
    """
    if player.computer or (move := automatic(player, state.view(player.place))) is None:
        return None
    if move.by == Move.By.ORDER and not player.drafts:
        return now + SOONEST + (LATEST - SOONEST) * _chance.random()
    return now + UNDO_TIME


def standing(player: Player, state: State) -> dict[str, str]:
    """The player's orders without those that have lapsed in ``state``, which is the stored one."""
    if not player.orders or player.user_id is None:
        return {}
    offered = {
        (order.name, choice.value)
        for order in player.game.rules.orders(state.view(player.place))
        for choice in order.choices
    }
    return {name: value for name, value in player.orders.items() if (name, value) in offered}
