"""Habits: the preference of a computer player between two moves that look nearly equal."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import table


def position() -> State:
    """Return a position with columns of four, three and one card, and a hand that makes pairs at some of them."""
    street = {
        "brewery1": ["6R 6S 9F 9C", "2R"],
        "brewery2": ["4C 7R 11M", "3R"],
        "jazz1": ["5R", "8F"],
    }
    return table(["5C 9M 13S", "1F"], street)


ALIKE = (
    ("collector", "play 5C jazz1", "play 13S jazz1", 1.0, 0.0),
    ("collector", "play 9M brewery1", "play 13S brewery1", 1.0, 0.0),
    ("cautious", "play 13S brewery2", "play 13S brewery1", 0.0, -1.0),
    ("patient", "draw", "play 13S jazz1", 1.0, 0.0),
    ("caller", "play 13S brewery1", "play 13S brewery2", 1.0, 0.5),
    ("caller", "play 13S brewery2", "play 13S jazz1", 0.5, 0.0),
)
"""A habit, two moves of which the first is preferred, and the habit's bias towards each."""


@pytest.mark.parametrize(("style", "liked", "other", "more", "less"), ALIKE)
def test_a_habit_inclines_to_one_of_two_moves(style: str, liked: str, other: str, more: float, less: float) -> None:
    view = position().full_view(0)
    assert {liked, other} <= set(view.legal)
    style_bias = chicago_poker.automation.style_bias
    assert style_bias(view, liked, style) == more
    assert style_bias(view, other, style) == less
    assert style_bias(view, liked, "") == style_bias(view, other, "") == 0


def test_a_first_card_makes_no_hand_better() -> None:
    """The collector likes hands that grow, not first cards."""
    view = table(["5C", "1F"], {"jazz1": ["", ""], "brewery1": ["5R", ""]}).full_view(0)
    assert chicago_poker.automation.style_bias(view, "play 5C jazz1", "collector") == 0
    assert chicago_poker.automation.style_bias(view, "play 5C brewery1", "collector") == 1
