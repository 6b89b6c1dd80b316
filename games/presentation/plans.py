"""A plan as shown to its owner. Nobody else can see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Player
from games.play.core.plans import plan_of, planned_move
from games.rules.vocabulary import Line, PlanStep


@dataclass(frozen=True, slots=True)
class MyPlan:
    """The plan of the viewer's own seat, without steps if there is none.

    ``summary`` holds sentences about what it will do, ``obstacle`` says why its player is asked now; ``acting`` is
    true if it makes the next move. ``laid_out`` are the steps of a plan that has met an obstacle.
    """

    steps: Sequence[str] = ()
    summary: Sequence[Line] = ()
    obstacle: Line | None = None
    acting: bool = False
    laid_out: Sequence[PlanStep] = ()


def my_plan(me: Player | None, view: Any) -> MyPlan | None:
    """Return the viewer's plan, or None if the viewer can't make any, for example while a substitute plays."""
    if me is None or me.stand_in or me.resigned or not me.game.is_running:
        return None
    if (plan := plan_of(me)) is None:
        return MyPlan()
    rules = me.game.rules
    obstacle = rules.presentation.plan_obstacle(view, plan)
    return MyPlan(
        plan.steps,
        rules.presentation.plan_summary(view, plan),
        obstacle,
        me.auto_at is not None and planned_move(me, view) is not None,
        rules.presentation.plan_steps(view, plan) if obstacle else (),
    )
