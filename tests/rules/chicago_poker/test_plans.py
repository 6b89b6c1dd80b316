"""Plans for the next turn (rules 3, 4, 5): which can be made, when they are carried out, and why they stop."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.state import State
from games.rules.contract import Illegal
from games.rules.vocabulary import Plan
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, do, table
from tests.rules.chicago_poker.test_secrecy import permuted
from tests.rules.plain_text import text_of
from tests.rules.playout import any_legal, or_resign, playout, random_shuffle

HANDS = ["9R 12M 5C revolver", "1C 2C 3C liquidation", "1F 2F 3F limousine"]
STREET = {"brewery1": ["9M", "4S", ""], "jazz1": ["", "7C 7M", ""], "speakeasy1": ["", "", "8S 8F 8R 8C"]}
PLAY = "play 9R brewery1 if same"


def waiting(active: int = 1, **others: Any) -> State:
    """Return a table of three where seat 0, whose turn comes after seat 2's, is not to move."""
    return table(HANDS, STREET, active=active, **others)


def planned(state: State, *steps: str, seat: int = 0) -> Plan:
    return GAME.automation.new_plan(state.view(seat), steps)


def refusal(state: State, *steps: str, seat: int = 0) -> str:
    with pytest.raises(Illegal) as refused:
        planned(state, *steps, seat=seat)
    return refused.value.code


def move(state: State, plan: Plan) -> str | None:
    return GAME.automation.planned_move(state.view(0), plan)


def rest(state: State, plan: Plan) -> tuple[str, ...]:
    left = GAME.automation.remaining_plan(state.view(0), plan)
    return left.steps if left else ()


def why(state: State, plan: Plan) -> str:
    line = GAME.presentation.plan_obstacle(state.view(0), plan)
    return text_of(line) if line else ""


PASS = ("draw", "draw", "draw", "end")


def until_my_turn(state: State) -> None:
    while state.active != 0:
        do(state, *PASS)


def carried_out(state: State, plan: Plan | None) -> list[str]:
    made = []
    while plan and (text := move(state, plan)):
        do(state, text)
        made.append(text)
        plan = GAME.automation.remaining_plan(state.view(0), plan)
    return made


def test_a_plan_is_carried_out_in_its_order_in_the_turn_for_which_it_was_made() -> None:
    state = waiting()
    plan = planned(state, "play 9R jazz1", "play 12M jazz1 if no shootout", "draw")
    assert move(state, plan) is None
    until_my_turn(state)
    assert carried_out(state, plan) == ["play 9R jazz1", "play 12M jazz1", "draw"]
    assert rest(state, plan) == ()


def test_drafts_count_as_made_even_if_the_plan_has_not_been_updated() -> None:
    state = waiting()
    plan = planned(state, "play 9R jazz1", "revolver", "play 12M brewery1", "play 5C brewery1")
    until_my_turn(state)
    for text in ("play 9R jazz1", "revolver", "play 12M brewery1", "play 5C brewery1"):
        assert move(state, plan) == text
        do(state, text)
    assert move(state, plan) is None


def test_a_plan_lapses_after_its_turn_and_after_other_moves_in_it() -> None:
    state = waiting()
    plan = planned(state, PLAY, "draw")
    until_my_turn(state)
    do(state, "play 5C jazz1")
    assert rest(state, plan) == () and move(state, plan) is None
    do(state, "draw", "draw", "end")
    assert rest(state, plan) == ()


def test_a_resignation_before_the_turn_brings_it_forward() -> None:
    state = waiting()
    plan = planned(state, "play 9R jazz1")
    do(state, "2 resign")
    plan = GAME.automation.remaining_plan(state.view(0), plan) or plan
    do(state, *PASS)
    assert move(state, plan) == "play 9R jazz1"
    do(state, *PASS)
    assert rest(state, plan) == ()


@pytest.mark.parametrize(
    ("moves", "step", "sentence"),
    [
        (["play 1C brewery1"], PLAY, "1 has played at brewery1 since you planned."),
        (["play 1C brewery1"], "play 9R brewery1 if no shootout", ""),
        (["liquidation brewery1 0"], PLAY, "Your cards at brewery1 have changed since you planned."),
        (["liquidation brewery1 0"], "play 9R brewery1", ""),
    ],
)
def test_a_changed_business_stops_the_step_that_depends_on_it(moves: list[str], step: str, sentence: str) -> None:
    state = waiting()
    plan = planned(state, step, "draw")
    do(state, *moves)
    assert why(state, plan) == sentence
    do(state, "draw", "draw", "end", *PASS)
    assert why(state, plan) == sentence
    assert move(state, plan) == (None if sentence else step.partition(" if ")[0])
    assert rest(state, plan) == (step, "draw")


def test_no_step_is_made_if_a_later_one_has_failed() -> None:
    state = waiting()
    plan = planned(state, "play 12M jazz1", PLAY)
    do(state, "play 1C brewery1", "draw", "draw", "end", *PASS)
    assert move(state, plan) is None
    steps = GAME.presentation.plan_steps(state.view(0), plan)
    assert [(step.text, step.possible) for step in steps] == [("play 12M jazz1", True), ("play 9R brewery1", False)]


def test_another_players_shootout_stops_a_step_that_depends_on_there_being_none() -> None:
    state = waiting(active=2)
    plan = planned(state, "play 9R speakeasy1 if no shootout")
    do(state, "play 1F speakeasy1")
    assert why(state, plan) == "2 has called a shootout at speakeasy1 since you planned."
    assert move(state, planned(state, "play 9R speakeasy1")) is None
    do(state, "draw", "draw", "end")
    assert move(state, planned(state, "play 9R speakeasy1")) == "play 9R speakeasy1"


def test_a_taken_business_stops_every_step_there() -> None:
    state = table(HANDS, STREET | {"jazz1": ["", "7C 7M 7S 7F", ""]}, active=1)
    plan = planned(state, "play 9R jazz1")
    do(state, "play 1C jazz1", "draw", "draw", "end", *PASS)
    assert move(state, plan) == "play 9R jazz1"
    do(state, *PASS)
    assert why(state, _for_later(plan)) == "1 has taken jazz1 since you planned."


def _for_later(plan: Plan) -> Plan:
    """Return a plan that has not lapsed yet."""
    return plan._replace(seen={**plan.seen, "turn": 99})


@pytest.mark.parametrize(
    ("rival", "sentence"),
    [("6C 6M", ""), ("15C 15M 15S 15F", "You didn’t win your shootout at jazz1.")],
)
def test_a_step_may_depend_on_my_shootout(rival: str, sentence: str) -> None:
    state = table(HANDS, STREET | {"jazz1": ["7C 7M 7S 7F 2M", rival, ""]}, active=2)
    plan = planned(state, "play 9R brewery1 if won")
    assert why(state, plan) == ""
    do(state, *PASS)
    assert why(state, plan) == sentence
    assert move(state, plan) == (None if sentence else "play 9R brewery1")


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([], "plan_empty"),
        (["jump"], "unreadable"),
        (["send 9R"], "plan_verb"),
        (["resign"], "plan_verb"),
        (["play 9R brewery1 if lucky"], "plan_condition"),
        (["draw if same"], "plan_condition"),
        (["draw if won"], "plan_no_call"),
        (["draw", "play 9R brewery1"], "plan_after_draw"),
        (["play 9R brewery1", "draw", "draw", "draw"], "plan_too_long"),
        (["play 1C brewery1"], "not_in_hand"),
        (["play 9R jazz5"], "plan_closed"),
        (["play 9R brewery1", "play 9R jazz1"], "not_in_hand"),
        (["bribery 9F"], "not_discarded"),
        (["end"], "actions_due"),
    ],
)
def test_a_plan_that_can_not_be_made_is_refused(steps: list[str], code: str) -> None:
    assert refusal(waiting(), *steps) == code


def test_a_step_at_a_business_that_is_decided_before_is_refused() -> None:
    street = STREET | {"jazz1": ["", "7C 7M 7S 7F 2M", ""]}
    assert refusal(table(HANDS, street, active=0), "play 1F jazz1", seat=2) == "plan_decided"
    assert planned(table(HANDS, street, active=2), "play 9R jazz1")


def test_bribery_can_be_followed_by_a_play_of_its_card_while_that_is_discarded() -> None:
    state = table(["bribery 12M", "1C 2C liquidation", "1F 2F 3F"], STREET, active=1, discard="9F 10F")
    plan = planned(state, "bribery 9F", "play 9F brewery1")
    do(state, *PASS, *PASS)
    twin = state.copy()
    assert carried_out(state, plan) == ["bribery 9F", "play 9F brewery1"]
    twin.discarded = ["10F"]
    assert move(twin, plan) is None
    assert why(twin, plan) == "9F isn’t in the discard pile. Choose a card from the pile."


def test_the_turn_may_be_ended_by_a_plan_where_actions_are_optional() -> None:
    state = table(HANDS, STREET, active=2, due=0, extra=3, options=FRENCH)
    plan = planned(state, PLAY, "end")
    do(state, "end")
    assert carried_out(state, plan) == ["play 9R brewery1", "end"]
    assert state.active == 1


def test_spectators_and_players_who_have_left_plan_nothing() -> None:
    state = waiting()
    with pytest.raises(Illegal):
        GAME.automation.new_plan(state.view(None), ["draw"])
    do(state, "0 resign")
    assert refusal(state, "draw") == "not_playing"


def test_the_summary_names_all_moves() -> None:
    state = waiting()
    (line,) = GAME.presentation.plan_summary(state.view(0), planned(state, PLAY, "revolver", "draw"))
    assert text_of(line).startswith("In your turn: 9R at brewery1, the Revolver, a draw.")


CHOICES = [(ENGLISH, 2), (FRENCH, 3), (SHORT, 4), (FRENCH | {"specials": False}, 6)]


@pytest.mark.parametrize(("options", "seats"), CHOICES)
def test_planned_moves_are_legal_and_depend_on_no_hidden_card(options: dict[str, Any], seats: int) -> None:
    rng, plans, planned_moves, refusals = Random(seats), dict[int, Plan](), 0, 0

    def choose(state: Any, rng: Random) -> tuple[int, str]:
        moves = {seat: GAME.automation.planned_move(state.view(seat), plans[seat]) for seat in state.to_move & {*plans}}
        made = next(((seat, text) for seat, text in moves.items() if text), None)
        return made or or_resign(0.002)(state, rng)

    for number, (state, _) in enumerate(playout(GAME, options, seats, seats, choose)):
        if state.outcome is not None or number > 400:
            break
        twins = {seat: permuted(state, seat, rng)[0] for seat in state.playing()}
        for seat, plan in [*plans.items()]:
            left, *others = _behaviour(state, seat, plan)
            assert _behaviour(twins[seat], seat, plan) == [left, *others]
            planned_moves += others[0] is not None
            assert others[0] is None or others[0] in state.legal_moves(seat)
            del plans[seat]
            plans |= {seat: left} if left else {}
        for seat in set(twins) - set(plans) if number % 3 == 0 else ():
            steps = _random_steps(state, seat, rng)
            outcome = _plan_or_refusal(state, seat, steps)
            assert _plan_or_refusal(twins[seat], seat, steps) == outcome
            plans |= {seat: outcome} if isinstance(outcome, Plan) else {}
            refusals += not isinstance(outcome, Plan)
    assert planned_moves > 15
    assert refusals > 5


@pytest.mark.parametrize(("options", "seats"), CHOICES)
def test_a_suggested_plan_uses_the_whole_turn_and_depends_on_no_hidden_card(
    options: dict[str, Any], seats: int
) -> None:
    rng, lengths = Random(seats), []

    def choose(state: Any, rng: Random) -> tuple[int, str]:
        seat = min(state.to_move)
        return seat, GAME.automation.quick_policy(state, seat, rng)

    for number, (state, _) in enumerate(playout(GAME, options, seats, seats, choose)):
        if state.outcome is not None or number > 300:
            break
        for seat in set(range(seats)) - state.to_move if number % 9 == 0 else ():
            steps = GAME.automation.suggested_plan(state.view(seat))
            assert GAME.automation.suggested_plan(permuted(state, seat, rng)[0].view(seat)) == steps
            assert not steps or planned(state, *steps, seat=seat).steps == tuple(steps)
            lengths.append(len(steps))
    assert sum(length >= 3 for length in lengths) > len(lengths) / 2


def _behaviour(state: State, seat: int, plan: Plan) -> list[Any]:
    view, rules = state.view(seat), GAME
    left = rules.automation.remaining_plan(view, plan)
    return [
        left,
        rules.automation.planned_move(view, plan),
        rules.presentation.plan_obstacle(view, plan),
        rules.presentation.plan_summary(view, plan),
    ]


def _plan_or_refusal(state: State, seat: int, steps: list[str]) -> Any:
    try:
        return GAME.automation.new_plan(state.view(seat), steps)
    except Illegal as illegal:
        return text_of(GAME.presentation.refusal(illegal))


def _random_steps(state: State, seat: int, rng: Random) -> list[str]:
    """Return steps that the seat could make if it were its turn now, with random conditions."""
    twin = state.copy()
    twin.tie, twin.active, twin.due, twin.extra, twin.result = None, seat, 3, 0, None
    steps = []
    for _ in range(rng.randint(1, 3)):
        _, text = any_legal(twin, rng)
        if text == "end" or twin.active != seat:
            break
        steps.append(text + rng.choice(["", " if same", " if no shootout"] if text.count(" ") > 1 else [""]))
        twin.apply(seat, text, random_shuffle(rng))
    return steps
