"""The places for a hand: enough for a whole turn, so that no card has to move."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.board.places import hand_places
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, do, table
from tests.rules.playout import playout

ME, BOB = 0, 1
GANG = "9M 12M 14S 3R 1F 3F 5C 2C"


def some_table(held: int, due: int = 3) -> Any:
    return table([" ".join(GANG.split()[:held]), "7C"], {"jazz1": ["", ""], "brewery1": ["", ""]}, due=due)


@pytest.mark.parametrize(
    ("held", "due", "places"),
    [(3, 3, 6), (4, 3, 7), (5, 3, 7), (6, 3, 8), (7, 3, 8), (5, 1, 6), (7, 1, 7), (8, 2, 8), (2, 0, 2)],
)
def test_3_6_a_hand_has_places_for_what_the_actions_left_can_bring(held: int, due: int, places: int) -> None:
    assert hand_places(some_table(held, due).view(ME), ()) == places


def test_3_6_a_revolver_makes_room_for_one_more() -> None:
    hand = "9M 12M 14S 3R 1F 3F 5C"
    lying = {"jazz1": ["", ""], "brewery1": ["", ""]}
    state = table([f"{hand} revolver", "7C"], lying, deck="1R 2R 4R 6R")
    places = hand_places(state.view(ME), ())
    while "draw" in state.legal_moves(ME):
        do(state, "draw")
    assert len(state.hands[ME]) == places == 10


def test_while_others_move_it_has_those_of_the_next_turn() -> None:
    assert hand_places(some_table(5).view(BOB), ()) == 4


def test_a_draft_changes_no_places_nor_does_taking_it_back() -> None:
    state = some_table(5)
    before = hand_places(state.view(ME), ())
    drafts = [f"play {GANG.split()[0]} jazz1", f"play {GANG.split()[1]} brewery1"]
    for number, draft in enumerate(drafts, start=1):
        do(state, f"0 {draft}")
        assert hand_places(state.view(ME), drafts[:number]) == before


def test_6_4_in_a_tie_there_are_the_cards_alone() -> None:
    level = ["5R 6C 7R 8S 9M", "5F 6S 7C 8C 9R"]
    state = table(["14S bribery", "2M"], {"brewery1": level, "jazz1": ["", ""]}, active=BOB, due=0)
    state.markers = [(0, ME)]
    do(state, "end")
    assert state.phase == "tie"
    assert hand_places(state.view(ME), ()) == 2


@pytest.mark.parametrize(("options", "seats", "seed"), [(ENGLISH, 2, 1), (FRENCH, 3, 2)])
def test_no_turn_needs_more_places_than_it_began_with(options: dict[str, Any], seats: int, seed: int) -> None:
    """Between turns, the number of places stays the same, once turns have three actions."""
    turn, first, seen = 0, 0, 0
    waiting: dict[int, int] = {}
    for state, _events in playout(chicago_poker, options, seats, seed):
        if state.phase != "turn":
            continue
        me = state.active
        places = hand_places(state.view(me), ())
        if state.started != turn:
            turn, first = state.started, places
            assert turn < 3 + seats or first == waiting.get(me, first)
        assert len(state.hands[me]) <= places <= first
        waiting = {seat: hand_places(state.view(seat), ()) for seat in range(seats) if seat != me}
        seen += 1
    assert seen > 50
