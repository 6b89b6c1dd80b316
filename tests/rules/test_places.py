"""The heading of a finished game's page, which names the winners."""

from __future__ import annotations

import pytest

from games.presentation.narration import Narrator
from games.rules import RULES
from games.rules.contract import Outcome, Seat
from games.rules.places import winners


@pytest.mark.parametrize(
    ("seats", "viewer", "heading"),
    [
        ((1,), None, "Bix wins"),
        ((1,), 0, "Bix wins"),
        ((1,), 1, "You win"),
        ((0, 2), 1, "Ada and Cleo win"),
        ((0, 2), None, "Ada and Cleo win"),
        ((0, 2), 2, "You and Ada win"),
        ((0, 1, 2), 2, "You share the win with Ada and Bix"),
        ((), 1, ""),
    ],
)
def test_the_heading_names_the_winners(seats: tuple[Seat, ...], viewer: Seat | None, heading: str) -> None:
    narrator = Narrator(RULES["swedish_chicago"], {0: "Ada", 1: "Bix", 2: "Cleo"}, viewer)
    line = winners(Outcome(seats, "points", (0, 0, 0)), viewer)
    assert (narrator.line(line) if line else "") == heading
