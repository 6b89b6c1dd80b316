"""The search from a view makes none of the moves of ``tests/computers/blunders/swedish_chicago.json``."""

from __future__ import annotations

from random import Random

import pytest

from games.computers.search import Budget, evaluate
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.bot.weights import CHICAGO
from tests.computers.blunders import Position, read

BUDGET = Budget(160, 60.0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("position", read("swedish_chicago"), ids=lambda position: position.name)
def test_no_player_makes_these_moves(position: Position, seed: int) -> None:
    move = evaluate(swedish_chicago, position.state.full_view(0), BUDGET, Random(seed))[0].move
    assert move in position.state.legal_moves(0)
    assert not move.startswith(position.blunders), move


@pytest.mark.parametrize(
    "position", [each for each in read("swedish_chicago") if each.sound], ids=lambda position: position.name
)
def test_a_search_weighs_what_only_looks_like_a_blunder(position: Position) -> None:
    assert {*position.sound} <= {*swedish_chicago.automation.candidates(position.state.full_view(0))}


@pytest.mark.parametrize(
    ("missing", "made"), [(0, 1.0), (2, 0.84), (4, 0.66), (6, 0.55), (8, 0.46), (10, 0.40), (14, 0.33)]
)
def test_the_odds_of_a_chicago_of_who_leads_are_not_too_hopeful(missing: int, made: float) -> None:
    assert CHICAGO[1][missing] <= made + 0.05


def test_the_odds_of_a_chicago_of_who_does_not_lead_are_low() -> None:
    assert max(CHICAGO[0]) <= 0.35
