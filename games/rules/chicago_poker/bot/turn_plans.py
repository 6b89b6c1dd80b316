"""Plans for a player's next turn, evaluated on the player's own view (rules 3, 4 and 5)."""

from collections.abc import Sequence

from games.rules.automation import Automation
from games.rules.chicago_poker.plan_conditions import check, obstacle, remaining
from games.rules.chicago_poker.plans import WON, called, in_turn, read, record
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import Illegal, Seat
from games.rules.vocabulary import Plan


class TurnPlans(Automation[State, View]):
    def new_plan(self, view: View, steps: Sequence[str]) -> Plan:
        seat = _player(view)
        read_steps = [read(text) for text in steps]
        if not read_steps:
            raise Illegal("plan_empty", "3.2")
        if any(step.condition == WON for step in read_steps) and not called(view, seat):
            raise Illegal("plan_no_call", "6.1")
        seen = record(view, seat, read_steps)
        check(view, seat, read_steps, seen)
        return Plan(tuple(step.written for step in read_steps), seen)

    def remaining_plan(self, view: View, plan: Plan) -> Plan | None:
        return remaining(view, plan)

    def planned_move(self, view: View, plan: Plan) -> str | None:
        """Return the move of the first remaining step, if all of them can be made."""
        if view.seat is None or not in_turn(view, view.seat) or obstacle(view, plan) is not None:
            return None
        rest = remaining(view, plan)
        return read(rest.steps[0]).text if rest else None


def _player(view: View) -> Seat:
    """Return the viewer's seat. Raise `Illegal` if the viewer never moves again."""
    if view.outcome is not None:
        raise Illegal("over", "8.1")
    if view.seat is None or view.seats[view.seat].out:
        raise Illegal("not_playing", "8.5")
    return view.seat
