"""Plans for a player's next turn, evaluated on the player's own view (rules 3, 4 and 5)."""

from collections.abc import Sequence
from random import Random

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.quick import quick, ratings
from games.rules.chicago_poker.moves import understand
from games.rules.chicago_poker.pieces import COLUMN
from games.rules.chicago_poker.plan_conditions import check, obstacle, remaining
from games.rules.chicago_poker.plans import NO_SHOOTOUT, SAME, WON, Step, called, in_turn, read, record, rehearse
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import END, Illegal, Seat
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

    def suggested_plan(self, view: View) -> Sequence[str]:
        """Return the quick policy's moves for the next turn; a draw is followed by draws, because its card is unknown.

        The fifth card at a business depends on the rivals' cards there, and every other play on the peace there.
        """
        seat = view.seat
        if seat is None or view.outcome is not None or view.seats[seat].out or seat in view.to_move:
            return ()
        steps: list[Step] = []
        while (step := _next_step(view, seat, steps)) and _can_be_made(view, seat, [*steps, step]):
            steps.append(step)
        return [step.written for step in steps]

    def remaining_plan(self, view: View, plan: Plan) -> Plan | None:
        return remaining(view, plan)

    def planned_move(self, view: View, plan: Plan) -> str | None:
        """Return the move of the first remaining step, if all of them can be made."""
        if view.seat is None or not in_turn(view, view.seat) or obstacle(view, plan) is not None:
            return None
        rest = remaining(view, plan)
        return read(rest.steps[0]).text if rest else None


def _next_step(view: View, seat: Seat, steps: Sequence[Step]) -> Step | None:
    """Return a step to add to these, or None if the turn has no action left."""
    state = rehearse(view, seat, steps)
    if state.active != seat or not state.due + state.extra:
        return None
    if steps and steps[-1].move.verb == "draw":
        return _DRAW
    move = quick(state, seat, Random(0))
    if move != "draw":
        return _conditional(state, seat, move)
    if _can_be_made(view, seat, [*steps, *[_DRAW] * (state.due + state.extra)]):
        return _DRAW
    # Draws come last, and the hand must come down to the limit after them: play a known card before.
    rated = {move: rating for move, rating in ratings(state, seat).items() if move not in ("draw", END)}
    return _conditional(state, seat, max(rated, key=rated.__getitem__)) if rated else None


def _conditional(state: State, seat: Seat, text: str) -> Step:
    """Return a step with the condition on which a sensible player would make it dependent."""
    move = understand(text)
    if move.verb != "play":
        return Step(text, move, "")
    column = next(there.columns[seat] for _, there in state.open() if there.tile == move.business)
    return Step(text, move, SAME if len(column) == COLUMN - 1 else NO_SHOOTOUT)


def _can_be_made(view: View, seat: Seat, steps: Sequence[Step]) -> bool:
    try:
        rehearse(view, seat, steps)
    except Illegal:
        return False
    return True


_DRAW = read("draw")


def _player(view: View) -> Seat:
    """Return the viewer's seat. Raise `Illegal` if the viewer never moves again."""
    if view.outcome is not None:
        raise Illegal("over", "8.1")
    if view.seat is None or view.seats[view.seat].out:
        raise Illegal("not_playing", "8.5")
    return view.seat
