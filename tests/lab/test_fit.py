"""Fitting: a regression finds the decisive feature, and a duel between equal weights is even."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.chicago_poker.bot.chances import Features
from games.rules.chicago_poker.bot.weights import WEIGHTS
from lab.fit import chicago_poker
from lab.fit.chicago_poker import Seen, positions, regressed


def seat_with(tiles: float) -> Features:
    return Features(*[0.0] * len(Features._fields))._replace(tiles=tiles)


def test_a_regression_finds_the_feature_that_decides() -> None:
    rng = Random(1)
    seen = [Seen([seat_with(tiles), seat_with(1 - tiles)], int(tiles == 0)) for tiles in rng.choices((0, 1), k=200)]
    weights = Features(*regressed(seen, 6))
    assert weights.tiles > 1
    assert weights.hand == 0


def test_positions_are_of_games_with_a_winner() -> None:
    seen = positions(1)
    assert 0 < len(seen) <= 8
    assert all(len(each.features) == 2 and each.winner in (0, 1) for each in seen)


def test_equal_weights_are_even() -> None:
    assert chicago_poker._Duel(range(3))(WEIGHTS) == 0.5


def test_bad_weights_lose() -> None:
    assert chicago_poker._Duel(range(6))(WEIGHTS._replace(lay=-3.0, draw=-3.0)) < 0.3


def test_the_cross_entropy_method_prints_its_centre(capsys: pytest.CaptureFixture[str]) -> None:
    chicago_poker.fit_policy(1, 4, 1, 1)
    assert "Weights(steep=" in capsys.readouterr().out
