"""Plans in simulated games: players make the plan that the rules suggest to them."""

from collections.abc import Collection

from games.rules.contract import Seat, State
from games.rules.game import Rules
from games.rules.vocabulary import Plan


class Planners:
    """The plans of these seats. A seat makes a plan after each move that it chose itself."""

    def __init__(self, rules: Rules, seats: Collection[Seat]) -> None:
        self._automation, self._seats = rules.automation, frozenset(seats)
        self._plans: dict[Seat, Plan] = {}

    def plan(self, state: State, seat: Seat) -> None:
        """Make the suggested plan, if there is one, in place of an earlier one."""
        if seat not in self._seats:
            return
        view = state.view(seat)
        if steps := self._automation.suggested_plan(view):
            self._plans[seat] = self._automation.new_plan(view, steps)

    def lapse(self, state: State) -> None:
        """Drop the plans and steps that no longer apply after a change to the game."""
        left = {seat: self._automation.remaining_plan(state.view(seat), plan) for seat, plan in self._plans.items()}
        self._plans = {seat: plan for seat, plan in left.items() if plan is not None}

    def move(self, state: State, seat: Seat) -> str | None:
        """Return the move that the seat's plan makes now, or None."""
        plan = self._plans.get(seat)
        return None if plan is None else self._automation.planned_move(state.view(seat), plan)
