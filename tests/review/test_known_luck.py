"""Luck and decisions in a game with known probabilities."""

from __future__ import annotations

import pytest

from games.review.decomposition import LuckSkillSplit
from games.review.evaluation import Evaluator, MoveStep
from games.review.report import Share
from tests.review.urn import BALLS, State, Urn

SAMPLES = 4000
CLOSE = 0.03


def shares(mover: int, move: str, first: str, seat: int = 0) -> dict[str, Share]:
    """Return the split of one move from an urn with this ball on top."""
    before = State(mover, sorted(BALLS, key=lambda ball: ball != first))
    evaluator = Evaluator(Urn(), {}, seat, SAMPLES, "a seed")
    split = LuckSkillSplit.opened(evaluator, before)
    after = before.copy()
    split.move(evaluator, MoveStep(1, mover, move, before, after, after.make(mover, move, None)))
    found = split.shares()
    result = evaluator.values(after)[0]
    assert 0.5 + sum(share.value for share in found.values()) == pytest.approx(result, abs=1e-9)
    return found


def test_a_won_position_that_a_draw_loses_was_lost_by_luck_alone() -> None:
    found = shares(0, "draw", "white")
    assert found["deal"].value == pytest.approx(0.25, abs=CLOSE)
    assert found["own_draws"].value == pytest.approx(-0.75, abs=CLOSE)
    assert found["own_decisions"] == found["other_decisions"] == found["other_draws"] == (0, 0)


def test_the_luck_of_another_seats_draw_is_theirs() -> None:
    found = shares(1, "draw", "red 2")
    assert found["other_draws"].value == pytest.approx(0.25, abs=CLOSE)
    assert found["own_draws"] == found["other_decisions"] == (0, 0)
    assert shares(1, "draw", "red 2", seat=1)["own_draws"].value == pytest.approx(-0.25, abs=CLOSE)


def test_a_ball_dealt_in_the_course_of_the_game_is_the_luck_of_the_deal() -> None:
    found = shares(1, "deal", "red 3")
    assert found["deal"].value == pytest.approx(0.5, abs=CLOSE)  # 0.25 for each of the two deals
    assert found["own_decisions"] == found["other_decisions"] == found["own_draws"] == found["other_draws"] == (0, 0)
    assert shares(1, "deal", "white")["deal"].value == pytest.approx(-0.5, abs=CLOSE)


def test_who_gives_a_won_position_up_has_no_luck_to_blame() -> None:
    found = shares(0, "fold", "red 1")
    assert found["own_decisions"].value == pytest.approx(-0.75, abs=CLOSE)
    assert found["own_draws"] == found["other_draws"] == (0, 0)


def test_the_errors_are_those_of_so_many_samples() -> None:
    error = (0.75 * 0.25 / SAMPLES) ** 0.5
    found = shares(0, "draw", "white")
    assert found["deal"].error == pytest.approx(error, rel=0.1)
    assert found["own_draws"].error == pytest.approx(error, rel=0.1)
