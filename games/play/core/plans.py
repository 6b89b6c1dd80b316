"""A seat's plan: moves that its owner has decided in advance. It is stored as JSON and evaluated by the rules."""

from contextlib import suppress
from typing import Any

from games.models import Player
from games.rules.contract import Illegal, State
from games.rules.vocabulary import Plan


def plan_of(player: Player) -> Plan | None:
    """Return the plan of the seat's owner, or None if there is none."""
    return Plan(tuple(player.plan["steps"]), player.plan["seen"]) if player.plan else None


def plan_json(plan: Plan | None) -> dict[str, Any]:
    return {"steps": [*plan.steps], "seen": {**plan.seen}} if plan is not None and plan.steps else {}


def remaining(player: Player, state: State) -> dict[str, Any]:
    """Return the rest of the player's plan as JSON; ``state`` includes the player's drafts.

    A plan in a notation that the rules no longer know lapses: it must not stop the other players.
    """
    if (plan := plan_of(player)) is None or player.user_id is None or player.place in state.out:
        return {}
    with suppress(Illegal):
        return plan_json(player.game.rules.automation.remaining_plan(state.view(player.place), plan))
    return {}


def planned_move(player: Player, view: Any) -> str | None:
    """Return the move that the plan of the seat's owner makes now, or None; it rests while a stand-in plays."""
    if (plan := plan_of(player)) is None or player.stand_in:
        return None
    with suppress(Illegal):
        return player.game.rules.automation.planned_move(view, plan)
    return None
