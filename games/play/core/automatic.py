"""Automatic moves: standing orders, plans, and the end of a turn without other legal moves.

Their timing must reveal nothing: an order or a plan is carried out after a random delay, and a turn is ended after the
time for undoing.
"""

from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Any, NamedTuple

from games.models import AUTOMATIC, Move, Player
from games.play.core.plans import plan_of
from games.rules.contract import State

UNDO_TIME = timedelta(minutes=2)
"""The delay before a turn is ended automatically, and before any automatic move of a player with drafts."""

SOONEST, LATEST = timedelta(seconds=20), timedelta(seconds=90)
"""The bounds of the random delay before a standing order or a plan is carried out."""

_chance = SystemRandom()


class Automatic(NamedTuple):
    text: str
    by: Move.By


def automatic(player: Player, view: Any) -> Automatic | None:
    """Return the automatic move of a player whose turn it is, or None if they have to move themselves.

    ``view`` is the player's own view, with their drafts applied. Orders and the plan are those of the seat's owner;
    they are suspended while a stand-in plays.
    """
    automation = player.game.rules.automation
    if player.orders and not player.stand_in and (text := automation.automatic_move(view, player.orders)):
        return Automatic(text, Move.By.ORDER)
    if (plan := plan_of(player)) and not player.stand_in and (text := automation.planned_move(view, plan)):
        return Automatic(text, Move.By.PLAN)
    return Automatic("end", Move.By.PLAYER) if list(view.legal) == ["end"] else None


def due_at(player: Player, state: State, now: datetime) -> datetime | None:
    """Return when a player's ``automatic`` move is due, or None; ``state`` includes the player's drafts.

    A player with drafts always gets ``UNDO_TIME``, regardless of their orders; a plan waits until they have finished.
    """
    if player.computer or (move := automatic(player, state.view(player.place))) is None:
        return None
    if move.by == Move.By.PLAN and player.drafts:
        return None
    if move.by in AUTOMATIC and not player.drafts:
        return now + SOONEST + (LATEST - SOONEST) * _chance.random()
    return now + UNDO_TIME


def standing(player: Player, state: State) -> dict[str, str]:
    """Return the player's standing orders that are still possible in ``state``, which must not include drafts."""
    if not player.orders or player.user_id is None:
        return {}
    offered = {
        (order.name, choice.value)
        for order in player.game.rules.automation.orders(state.view(player.place))
        for choice in order.choices
    }
    return {name: value for name, value in player.orders.items() if (name, value) in offered}
