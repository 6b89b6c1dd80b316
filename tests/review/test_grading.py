"""Decisions are graded by the player's knowledge at the time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.computers.search import Budget
from games.review.grading import Place, error_rates, grade_move, phase, turning_points
from games.review.report import (
    BEST,
    BLUNDER,
    END,
    GOOD,
    INACCURACY,
    MIDDLE,
    MISTAKE,
    OPENING,
    Grade,
    Option,
    grade_from_json,
)
from games.rules import RULES, record
from games.rules.contract import State

BUDGET = Budget(60, 9.0)
RECORDED = sorted({path.parent.name for path in Path("tests/records").glob("*/*.record.json")} & set(RULES))


def position(variant: str, moves: int) -> State:
    """Return a position of a record in which a seat has a choice."""
    path = sorted(Path(f"tests/records/{variant}").glob("*.record.json"))[0]
    states = record.replay(record.read(path.read_text()))
    for number, state in enumerate(states):
        if number >= moves and any(len(state.legal_moves(seat)) > 2 for seat in state.to_move):
            return state.copy()
    raise AssertionError("too short")


@pytest.mark.parametrize("variant", RECORDED)
def test_what_the_player_could_not_know_changes_no_judgement(variant: str) -> None:
    rules, state = RULES[variant], position(variant, 12)
    seat = min(state.to_move)
    view = state.full_view(seat)
    other = rules.automation.determinize(view, Random(5))
    move = view.legal[-1]
    place = Place(13, state.turn, OPENING)
    found = [grade_move(rules, each.full_view(seat), move, place, BUDGET, Random(3)) for each in (state, other)]
    assert found[0] == found[1]


@pytest.mark.parametrize("variant", RECORDED)
def test_every_legal_move_can_be_judged_and_only_the_best_loses_nothing(variant: str) -> None:
    rules, state = RULES[variant], position(variant, 4)
    seat = min(state.to_move)
    view = state.full_view(seat)
    for move in view.legal[:12]:
        grade = grade_move(rules, view, move, Place(5, state.turn, OPENING), BUDGET, Random(3))
        assert grade.move == move in {option.move for option in grade.options}
        assert grade.loss == 0 if grade.best == move else grade.loss >= 0
        chances = {option.move: option.chance for option in grade.options}
        assert grade.loss == pytest.approx(chances[grade.best] - chances[move], abs=1e-9)
        assert grade.best == grade.options[0].move
        assert grade_from_json([*grade[:-1], [list(option) for option in grade.options]]) == grade


def judged(number: int, loss: float, error: float, annotation: str, part: str = OPENING) -> Grade:
    return Grade(number, number, part, "a", "b", 0.5, loss, error, annotation, (Option("b", 0.5 + loss, error),))


def test_the_turning_points_are_the_three_dearest_errors_in_the_order_of_the_game() -> None:
    found = [
        judged(1, 0.02, 0, INACCURACY),
        judged(2, 0.30, 0, BLUNDER),
        judged(3, 0.00, 0, BEST),
        judged(4, 0.04, 0, MISTAKE),
        judged(5, 0.008, 0, GOOD),
        judged(6, 0.09, 0.03, BLUNDER),
    ]
    assert turning_points(found) == (2, 4, 6)
    assert turning_points(found[2:3]) == ()


def test_a_dear_but_noisy_decision_is_no_turning_point_beside_three_sure_ones() -> None:
    found = [
        judged(1, 0.05, 0.01, BLUNDER),
        judged(2, 0.30, 0.28, BLUNDER),
        judged(3, 0.06, 0.01, BLUNDER),
        judged(4, 0.07, 0.01, BLUNDER),
    ]
    assert turning_points(found) == (1, 3, 4)
    assert turning_points(found[:3]) == (1, 2, 3)


def test_error_rates_are_means_of_the_phases_that_have_decisions() -> None:
    found = [judged(1, 0.02, 0, INACCURACY), judged(2, 0.04, 0, MISTAKE), judged(9, 0.0, 0, BEST, END)]
    assert error_rates(found) == {OPENING: pytest.approx(0.03), END: 0.0}


def test_the_phases_are_thirds_of_the_turns() -> None:
    assert [phase(turn, 9) for turn in range(1, 10)] == [OPENING] * 3 + [MIDDLE] * 3 + [END] * 3
    assert phase(1, 1) == OPENING and phase(0, 0) == OPENING
