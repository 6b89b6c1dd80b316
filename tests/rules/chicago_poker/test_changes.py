"""The largest change at the businesses: a lead over the viewer's cards, otherwise an improved hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME
from games.rules.contract import Event, redact
from tests.rules.chicago_poker.boards import english
from tests.rules.chicago_poker.tables import ENGLISH, do, table
from tests.rules.playout import playout

ME, BOB, EVE = 0, 1, 2
OPEN = "brewery1"


def told(lying: list[str], *moves: str, viewer: int | None = ME, named: bool = True, where: str = OPEN) -> str:
    """Return the change after these moves in one turn of Bob.

    Bob and Eve hold the cards that they play.
    """
    hands = ["", "10C 10F 2R 3C raid1", "8C 8F"]
    state = table(hands, {where: lying, "jazz2": ["1R", "", "1S"]}, active=BOB)
    events: list[Event] = do(state, *moves)
    change = GAME.presentation.change([redact(event, viewer) for event in events], state.view(viewer), named=named)
    return "" if change is None else f"{change.weight} {english(change.says)}"


@pytest.mark.parametrize(
    ("lying", "moves", "expected"),
    [
        (["9M", "10S"], ["play 10C brewery1"], "2 1 leads brewery1 with a pair of 10s over your 9."),
        (["9M 9R", "10S"], ["play 10C brewery1"], "2 1 leads brewery1 with a pair of 10s; you have a pair of 9s."),
        (["11M 11S", "10S"], ["play 10C brewery1"], "0 1 now has a pair of 10s at brewery1."),
        (["11M", ""], ["play 10C brewery1"], ""),
        (["", "10S"], ["play 10C brewery1"], "0 1 now has a pair of 10s at brewery1."),
        (["9M", "10S", "14F 14C"], ["play 10C brewery1"], "0 1 now has a pair of 10s at brewery1."),
        (["9M", ""], ["play 10C brewery1"], "2 1 leads brewery1 with high card 10 over your 9."),
        (["9M", "10S"], ["play 2R brewery1"], ""),
        (["9M", "10S"], ["draw"], ""),
        (["9M", "10S 10M"], ["play 2R jazz2"], "2 1 leads jazz2 with high card 2 over your 1."),
        (
            ["9M", "10S"],
            ["play 2R jazz2", "play 10C brewery1"],
            "2 1 leads brewery1 with a pair of 10s over your 9.",
        ),
    ],
)
def test_the_largest_change_for_the_viewer(lying: list[str], moves: list[str], expected: str) -> None:
    assert told(lying, *moves) == expected


def test_a_lead_that_only_has_a_card_more_is_no_news() -> None:
    moves = ["play 3C brewery1", "play 2R jazz2"]
    assert told(["9M", "12S 12F"], *moves) == "2 1 leads jazz2 with high card 2 over your 1."


def test_a_spectator_and_whoever_has_no_cards_there_read_whose_hand_grew() -> None:
    assert told(["9M", "10S"], "play 10C brewery1", viewer=None) == "0 1 now has a pair of 10s at brewery1."


def test_a_card_face_down_makes_no_lead() -> None:
    assert told(["9M", ""], "play 10C speakeasy2", where="speakeasy2") == ""


def test_without_hand_labels_no_hand_is_named() -> None:
    assert told(["9M", "10S"], "play 10C brewery1", named=False) == ""


def test_in_random_games_no_hidden_card_changes_what_is_told() -> None:
    """Viewers who know more of the columns may read more; a spectator's text never depends on hidden cards."""
    seen = 0
    state: Any
    for state, events in playout(GAME, ENGLISH, 3, seed=77):
        known = [redact(event, None) for event in events]
        change = GAME.presentation.change(known, state.view(None), named=True)
        hidden: Any = GAME.automation.determinize(state.full_view(None), Random(5)).view(None)
        assert GAME.presentation.change(known, hidden, named=True) == change
        seen += change is not None
    assert seen
