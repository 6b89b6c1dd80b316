"""Planning the next turn in the page's address: the steps so far, and the table as it would lie after them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from games.rules.chicago_poker.board.plan_model import ConditionChoice, PlannedStep, Planning
from games.rules.chicago_poker.board.view_model import Rail, Street
from games.rules.chicago_poker.moves import AIMED, Move
from games.rules.chicago_poker.plan_conditions import check_step
from games.rules.chicago_poker.plans import (
    CONDITIONS,
    WON,
    Step,
    called,
    is_decided_before,
    open_ones,
    read,
    record,
    rehearse,
)
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.text.plan import condition_text, move_text
from games.rules.chicago_poker.text.refusals import refusal_text
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import END, Illegal, Seat
from games.rules.vocabulary import Line

SEPARATOR = ";"
FIELD = "plan"


def may_plan(view: View) -> bool:
    """Return whether the viewer has a next turn to plan now."""
    return (
        view.seat is not None
        and view.phase in ("turn", "tie", "order")
        and view.seat not in view.to_move
        and not view.seats[view.seat].out
        and not view.past
    )


def plan(view: View, ask: Mapping[str, str]) -> tuple[Planning, View, dict[str, int]]:
    """Return the plan in the page's query, the view after its steps, and the steps' numbers by the cards they lay."""
    assert view.seat is not None
    steps, problem = _possible(view, view.seat, _texts(ask))
    state = rehearse(view, view.seat, steps)
    imagined = _imagined_view(view, view.seat, state, steps)
    texts = [step.written for step in steps]
    planning = Planning(
        steps=tuple(_planned(view, view.seat, steps, at) for at in range(len(steps))),
        prefix="".join(f"{text}{SEPARATOR}" for text in texts),
        link=link(texts),
        left=state.due + state.extra if state.active == view.seat else 0,
        can_draw="draw" in imagined.legal,
        can_end=END in imagined.legal,
        problem=problem,
    )
    laid = {card: at for at, step in enumerate(steps, 1) for card in _laid(step.move)}
    return planning, imagined, laid


def aimed_at_once(streets: Sequence[Street]) -> tuple[Street, ...]:
    """Return the streets with aims that need no question, because planning reveals nothing."""
    return tuple(replace(street, rails=tuple(_aimed(street.tile, rail) for rail in street.rails)) for street in streets)


def _aimed(tile: str, rail: Rail) -> Rail:
    raid, liquidation = rail.raid, rail.liquidation
    return replace(
        rail,
        raid=raid and replace(raid, ask="", move=AIMED["raid"][tile][rail.seat]),
        liquidation=liquidation and replace(liquidation, ask="", move=AIMED["liquidation"][tile][rail.seat]),
    )


def link(texts: Sequence[str]) -> str:
    """Return the query of the page on which a plan with these steps is made."""
    return "?" + urlencode({FIELD: SEPARATOR.join(texts)})


def _texts(ask: Mapping[str, str]) -> list[str]:
    texts = [text.strip().replace("*", ask.get("card", "")) for text in re.split(f"{SEPARATOR}|\n", ask[FIELD])]
    return [text for text in texts if text]


def _possible(view: View, seat: Seat, texts: Sequence[str]) -> tuple[list[Step], Line | None]:
    """Return the steps that can be planned, and why the first of the others can't."""
    steps: list[Step] = []
    problem = None
    for text in texts:
        try:
            step = read(text)
            check_step(view, seat, step, record(view, seat, [step]))
            rehearse(view, seat, [*steps, step])
            steps.append(step)
        except Illegal as illegal:
            problem = problem or refusal_text(illegal)
    return steps, problem


def _planned(view: View, seat: Seat, steps: Sequence[Step], at: int) -> PlannedStep:
    step = steps[at]
    offered = ("", *(each for each in CONDITIONS if each != WON)) if step.businesses else ("",)
    offered = (*offered, WON) if called(view, seat) else offered
    return PlannedStep(
        number=at + 1,
        text=step.written,
        says=move_text(step.move),
        draws=step.move.verb == "draw",
        conditions=tuple(
            ConditionChoice(condition_text(each), _with(steps, at, each), each == step.condition) for each in offered
        ),
        without=link([each.written for each in (*steps[:at], *steps[at + 1 :])]),
    )


def _with(steps: Sequence[Step], at: int, condition: str) -> str:
    changed = steps[at]._replace(condition=condition)
    return link([each.written for each in (*steps[:at], changed, *steps[at + 1 :])])


def _laid(move: Move) -> tuple[str, ...]:
    return (move.card,) if move.verb == "play" else move.cards


def _imagined_view(view: View, seat: Seat, state: State, steps: Sequence[Step]) -> View:
    """Return the viewer's view with the planned steps made; what is unknown or decided before stays as it is."""
    after = state.view(seat)
    drawn = sum(step.move.verb == "draw" for step in steps)
    hand = after.seats[seat].hand or ()
    hand = hand[: len(hand) - drawn]  # stand-ins for unknown cards come last in canonical order
    own = replace(view.seats[seat], hand=hand, hand_size=len(hand))
    return replace(
        view,
        phase="turn",
        to_move=(seat,),
        tie=None,
        active=seat,
        due=state.due,
        extra=state.extra,
        legal=tuple(move for move in after.legal if _may_follow(move, drawn)) if state.active == seat else (),
        seats=tuple(own if each.seat == seat else each for each in view.seats),
        street=tuple(
            there if there is None or is_decided_before(view, there, seat) else _after(there, after)
            for there in view.street
        ),
        discard=tuple(card for card in after.discard if card in view.discard),
    )


def _may_follow(move: str, drawn: int) -> bool:
    return not drawn or move in ("draw", END)


def _after(there: BusinessView, after: View) -> BusinessView:
    return next(each for each in open_ones(after) if each.tile == there.tile)
