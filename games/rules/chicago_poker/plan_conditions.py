"""The remaining steps of a plan, whether their conditions hold, and which step can't be made."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.chicago_poker.plans import (
    NO_SHOOTOUT,
    SAME,
    WON,
    Step,
    called,
    in_turn,
    is_decided_before,
    look,
    number_done,
    open_ones,
    read,
    rehearse,
    turn_number,
)
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import Illegal, Seat
from games.rules.vocabulary import Plan


def remaining(view: View, plan: Plan) -> Plan | None:
    """Return the steps still to make; None after the turn for which they were planned, or after other moves in it."""
    seat, number = view.seat, plan.seen["turn"]
    if seat is None or view.outcome is not None or view.seats[seat].out or view.turn > number:
        return None
    if not in_turn(view, seat):
        # A resignation brings the turn forward.
        return plan._replace(seen={**plan.seen, "turn": min(number, turn_number(view, seat))})
    done = number_done(view, seat, read_all(plan), plan.seen)
    if done is None or done == len(plan.steps):
        return None
    return Plan(plan.steps[done:], {**plan.seen, "left": view.due + view.extra, "begun": True}) if done else plan


def obstacle(view: View, plan: Plan) -> Illegal | None:
    """Return why a remaining step of the plan can't be made, as things are now; None if nothing prevents any."""
    rest = remaining(view, plan)
    if rest is None or view.seat is None:
        return None
    try:
        check(view, view.seat, read_all(rest), rest.seen)
    except Illegal as illegal:
        return illegal
    return None


def read_all(plan: Plan) -> list[Step]:
    return [read(text) for text in plan.steps]


def check(view: View, seat: Seat, steps: Sequence[Step], seen: Mapping[str, Any]) -> None:
    """Raise `Illegal` for the first step that can't be made, or whose condition has failed."""
    for step in steps:
        check_step(view, seat, step, seen)
    rehearse(view, seat, steps)


def check_step(view: View, seat: Seat, step: Step, seen: Mapping[str, Any]) -> None:
    """Raise `Illegal` if a business of the step is closed, or will be, or if its condition fails.

    Conditions are checked only until the first step is made: during a turn, nobody else moves.
    """
    conditional = not seen.get("begun")
    by_tile = {there.tile: there for there in open_ones(view)}
    for tile in step.businesses:
        if tile not in by_tile:
            raise _closed(view, seat, tile)
        if is_decided_before(view, by_tile[tile], seat):
            raise Illegal("plan_decided", "6.1", business=tile)
        if conditional and step.condition in (SAME, NO_SHOOTOUT):
            _check_business(by_tile[tile], seat, seen["businesses"][tile], whole=step.condition == SAME)
    if conditional and step.condition == WON:
        _check_won(view, seat, seen["called"])


def _closed(view: View, seat: Seat, tile: str) -> Illegal:
    taker = next((each.seat for each in view.seats if tile in each.controlled and each.seat != seat), None)
    if taker is None:
        return Illegal("plan_closed", "6.3", business=tile)
    return Illegal("plan_taken", "6.3", business=tile, target=taker)


def _check_business(there: BusinessView, seat: Seat, seen: Mapping[str, Any], *, whole: bool) -> None:
    for owner in there.markers:
        if owner not in seen["markers"]:
            raise Illegal("plan_called", "4.3", business=there.tile, target=owner)
    if not whole:
        return
    for owner, (column, before) in enumerate(zip(look(there)["columns"], seen["columns"], strict=True)):
        if column != before:
            raise _changed(there.tile, seat, owner, grown=column[: len(before)] == before)


def _changed(tile: str, seat: Seat, owner: Seat, *, grown: bool) -> Illegal:
    if owner == seat:
        return Illegal("plan_own_changed", "4.2", business=tile)
    if grown:
        return Illegal("plan_played", "4.2", business=tile, target=owner)
    return Illegal("plan_changed", "4.2", business=tile, target=owner)


def _check_won(view: View, seat: Seat, tiles: Sequence[str]) -> None:
    due = called(view, seat)
    for tile in tiles:
        if tile not in view.seats[seat].controlled and tile not in due:
            raise Illegal("plan_not_won", "6.3", business=tile)


def possible(view: View, seat: Seat, steps: Sequence[Step], seen: Mapping[str, Any]) -> list[bool]:
    """Return for each step whether it can be made after the possible ones before it."""
    kept: list[Step] = []
    answers = []
    for step in steps:
        fits = _fits(view, seat, kept, step, seen)
        answers.append(fits)
        kept += [step] if fits else []
    return answers


def _fits(view: View, seat: Seat, before: Sequence[Step], step: Step, seen: Mapping[str, Any]) -> bool:
    try:
        check_step(view, seat, step, seen)
        rehearse(view, seat, [*before, step])
    except Illegal:
        return False
    return True
