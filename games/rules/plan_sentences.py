"""The part of a game's presentation that tells players about their plans."""

from collections.abc import Sequence
from typing import Generic

from games.rules.contract import V
from games.rules.vocabulary import Line, Plan, PlanStep


class PlanSentences(Generic[V]):
    def plan_summary(self, view: V, plan: Plan) -> Sequence[Line]:
        """Return sentences about the moves that the plan will make and about when its player is asked."""
        return ()

    def plan_obstacle(self, view: V, plan: Plan) -> Line | None:
        """Return why the plan does not go on and its player is asked, or None if it goes on."""
        return None

    def plan_steps(self, view: V, plan: Plan) -> Sequence[PlanStep]:
        """Return the remaining steps of a plan that has met an obstacle, for its player to choose from."""
        return ()
