"""The script that fits the quick player (lab/fit/swedish_chicago.py): its parts, on small samples."""

from __future__ import annotations

from pathlib import Path
from random import Random
from runpy import run_path

import pytest

from games.rules.swedish_chicago.bot import race, weights
from games.rules.swedish_chicago.bot.keep_values import FEATURES, features
from lab.fit import swedish_chicago as fit


def test_linear_equations_are_solved() -> None:
    assert fit.solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])


def test_smoothed_chances_only_fall() -> None:
    found = fit.smoothed([(90.0, 100), (70.0, 100), (80.0, 100), (20.0, 100)], rising=False)
    assert found == sorted(found, reverse=True)
    assert 0.7 < found[0] < 0.9


def test_where_no_hand_was_played_the_chance_is_that_of_the_number_before() -> None:
    found = fit.smoothed([(9.0, 10), (0.0, 0), (0.0, 0), (0.0, 0), (2.0, 10)], rising=False)
    assert found[2] == found[1] == pytest.approx(0.9)


def test_a_table_of_the_race_is_written_and_read() -> None:
    rows = fit.rows_of([[0.0, 0.5, 1.0]])
    digits = [race.DIGITS.index(digit) for digit in rows[0]]
    assert [64 * high + low for high, low in zip(digits[::2], digits[1::2], strict=True)] == [0, 2048, 4095]


@pytest.mark.parametrize("target", fit.TARGETS)
def test_the_race_is_fitted_from_played_hands(target: int) -> None:
    table = fit.fit_race(6, 1, Random(1), target)
    assert len(table) == len(table[0]) == target
    assert all(0 <= chance <= 1 for row in table for chance in row)
    assert table[target - 2][2] > table[2][target - 2]


def test_weights_of_keeping_are_fitted_from_played_hands() -> None:
    found = fit.fit_keeping(3, False, 400, Random(2))
    assert len(found) == len(FEATURES)
    assert found[FEATURES.index("aces")] > found[FEATURES.index("tens")]


def test_features_describe_the_kept_cards() -> None:
    names = {FEATURES[number] for number in features([9, 9, 14], False)}
    assert names == {"size 3", "pair", "pair's value", "pair and one", "aces", "other values"}
    assert "open straight" in {FEATURES[number] for number in features([6, 7, 8, 9], False)}
    assert "four of a suit" in {FEATURES[number] for number in features([2, 7, 8, 11], True)}


def test_kept_cards_are_counted_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "BY_CHANCE", 300)
    found = fit.fit_kept(1, Random(3))
    assert len(found) == 3
    assert all(ratio >= 0 for kinds in found for ratio in kinds.values())


def test_the_written_file_has_the_fitted_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "FILE", tmp_path / "weights.py")
    fit.write(LAST=weights.LAST)
    written = run_path(str(fit.FILE))
    assert written["RACE"] == weights.RACE
    assert written["KEPT"] == weights.KEPT
    assert written["KEEPING"][0][0] == pytest.approx(weights.KEEPING[0][0])
