"""Habits: the preference of a computer player between two moves that look nearly equal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.situations import dealt, in_tricks

OTHER = "2h 7d 9d Jc Kh"


def exchanging() -> State:
    return dealt(("Ks Kd 7h 4c 3s", OTHER))


def announcing() -> State:
    return dealt(("Js Jh 6c 6d As", OTHER), phase="announce")


def declaring() -> State:
    return dealt(("Ac Kc Qc Js Ts", OTHER.replace("Jc", "Jd")), phase="chicago")


def leading() -> State:
    return in_tricks("As Kh 9c 4d")


ALIKE = (
    ("collector", exchanging, "exchange 4c 7h 3s", "exchange 4c Kd 7h", 1.0, 0.0),
    ("collector", announcing, "announce", "pass", 1.0, 0.0),
    ("cautious", exchanging, "exchange 4c 3s", "exchange 4c 7h 3s", 1.0, 0.0),
    ("cautious", declaring, "pass", "declare", 0.0, -1.0),
    ("patient", exchanging, "exchange 4c 7h 3s", "exchange 4c 3s", 1.0, 0.0),
    ("patient", leading, "play 4d", "play As", 1.0, 0.0),
    ("caller", announcing, "announce", "pass", 1.0, 0.0),
    ("caller", declaring, "declare", "pass", 1.0, 0.0),
    ("caller", leading, "play As", "play 4d", 1.0, 0.0),
    ("caller", leading, "play As", "play Kh", 1.0, 0.0),
)
"""A habit, a position, two moves of which the first is preferred, and the habit's bias towards each."""


@pytest.mark.parametrize(("style", "position", "liked", "other", "more", "less"), ALIKE)
def test_a_habit_inclines_to_one_of_two_moves(
    style: str, position: Callable[[], State], liked: str, other: str, more: float, less: float
) -> None:
    view = position().full_view(0)
    assert {liked, other} <= set(view.legal)
    style_bias = swedish_chicago.automation.style_bias
    assert style_bias(view, liked, style) == more
    assert style_bias(view, other, style) == less
    assert style_bias(view, liked, "") == style_bias(view, other, "") == 0
