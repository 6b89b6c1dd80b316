"""The order of a player's own shootouts, which the option ``shootout_order`` leaves to the player (rule 6.1)."""

from __future__ import annotations

from random import Random

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.state import State
from tests.rules.chicago_poker.tables import ENGLISH, do, kinds, refuses, table
from tests.rules.plain_text import text_of
from tests.rules.playout import playout

CHOICE = ENGLISH | {"shootout_order": "choice"}
STREET = {
    "brewery1": ["1R 2R 3R 4R 6R", "7M"],
    "speakeasy1": ["8S 8C 8F 9S 9C", "1M"],
    "brewery2": ["", "2M 3M 4M 5M 6M"],
}


def due(options: dict[str, object] = CHOICE) -> State:
    """Return a game in which the first player's turn begins with two shootouts."""
    state = table(["10R", "11R 12R", "13R"], STREET, options=options, active=2, due=0)
    do(state, "end")
    return state


def test_6_1_the_player_chooses_which_shootout_comes_first() -> None:
    state = due()
    assert (state.phase, state.to_move, state.due) == ("order", {0}, 3)
    assert state.legal_moves(0) == ["resolve brewery1", "resolve speakeasy1"]
    assert refuses(state, "draw") == "order_first 6.1"
    assert refuses(state, "resolve brewery2") == "not_called 6.1"
    assert refuses(state, "1 resolve brewery1") == "not_your_turn 3.1"
    events = do(state, "resolve speakeasy1")
    assert [event.details["business"] for event in events if event.kind == "shootout"] == ["speakeasy1", "brewery1"]
    assert state.phase == "turn"
    assert refuses(state, "resolve brewery2") == "no_order 6.1"


def test_6_1_with_the_oldest_first_nobody_is_asked() -> None:
    state = due(ENGLISH)
    assert state.phase == "turn"
    assert state.controlled[0] == ["brewery1", "speakeasy1"]


def test_6_1_a_single_shootout_needs_no_order_and_a_marker_of_this_turn_is_not_due() -> None:
    state = table(
        ["10R 1C", "", ""], {"brewery1": ["1R 2R 3R 4R", "7M"], "brewery2": ["1S 2S 3S 4S 5S"]}, options=CHOICE
    )
    state.quiet = -1
    do(state, "play 10R brewery1")
    assert state.phase == "turn"
    assert len(state.markers) == 2


def test_the_hint_of_a_first_turn_waits_for_the_order() -> None:
    state = due()
    assert GAME.presentation.hint(state.view(0), (), (), first_turn=True) is None
    do(state, "resolve speakeasy1")
    assert GAME.presentation.hint(state.view(0), (), (), first_turn=True) is not None


def test_8_5_a_resignation_while_the_order_is_open() -> None:
    state = due()
    do(state, "1 resign")
    assert state.legal_moves(0) == ["resolve brewery1", "resolve speakeasy1"]
    events = do(state, "0 resign")
    assert kinds(events)[:2] == ["resigned", "over"]


def test_the_choice_survives_storing() -> None:
    state = due()
    again = State.restore(state.options, state.seats, state.pieces(), state.facts())
    assert (again.phase, again.legal_moves(0)) == ("order", state.legal_moves(0))


def test_computers_and_absent_players_take_the_oldest() -> None:
    state = due()
    view, first = state.full_view(0), "resolve brewery1"
    assert GAME.automation.default_move(view) == first
    assert GAME.automation.policy(view) == first
    assert GAME.automation.quick_policy(state, 0, Random(1)) == first
    assert list(GAME.automation.candidates(view)) == state.legal_moves(0)
    assert state.commits(0, first)


def test_the_page_and_the_screen_reader_offer_each_shootout() -> None:
    view = due().view(0)
    board = GAME.presentation.board(view, {}, ())
    assert board.mode == "order"
    assert [street.tile for street in board.order] == ["brewery1", "speakeasy1"]
    assert text_of(GAME.presentation.prompt(view)) == "Several of your shootouts are due: choose which one comes first."
    (line,) = GAME.presentation.screen_reader_texts(view).moves
    assert text_of(line).startswith("Choose the shootout that comes first: ")
    assert all(GAME.presentation.reasons(view, move) for move in view.legal)


def test_random_games_end_and_ask_only_where_two_are_due() -> None:
    asked = 0
    for seed in range(4):
        for state, _ in playout(GAME, CHOICE, 2, seed):
            if state.phase == "order":
                asked += 1
                assert len(state.legal_moves(state.active)) > 1
                assert GAME.automation.default_move(state.view(state.active)) in state.legal_moves(state.active)
        assert state.outcome is not None
    assert asked
