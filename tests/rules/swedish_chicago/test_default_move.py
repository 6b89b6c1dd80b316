"""The default moves of Swedish Chicago for an absent player (rules 2.1, 3.1, 4.2, 5.1, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.needs import EVERYTHING
from tests.rules.playout import LONGEST, left_to_default_moves, playout
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import PLAIN

default_move = swedish_chicago.automation.default_move

HANDS = ("2c 2d 9h Ts Ks", "3c 4d 9c Td Qs", "5c 6d 7h Jc Ah")
MUST = PLAIN | {"must_chicago": True}


def choice(state: State, seat: int = 0) -> str:
    return default_move(state.view(seat))


def test_2_1_exchanges_no_cards() -> None:
    assert choice(dealt(HANDS)) == "exchange"
    assert choice(dealt(HANDS, PLAIN | {"open_card": True})) == "exchange"


def test_7_6_takes_the_open_card() -> None:
    state = dealt(HANDS, PLAIN | {"open_card": True})
    state.apply(0, "exchange open 9h", list)
    assert choice(state) == "take"


@pytest.mark.parametrize("phase", ["announce", "quads", "chicago"])
@pytest.mark.parametrize("together", [False, True])
def test_3_1_and_5_1_always_passes(phase: str, together: bool) -> None:
    state = dealt(("2c 2d 2h 2s Ks", *HANDS[1:]), PLAIN | {"together": together}, phase, scores=(51, 51, 51))
    assert len(state.legal_moves(0)) == 2
    assert choice(state) == "pass"


def test_7_1_scores_rather_than_reset() -> None:
    state = dealt(HANDS, PLAIN | {"four_of_a_kind": "reset"}, "choose")
    assert choice(state) == "score"


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("Tc 3d Ah 4s", "", "3d"),
        ("Tc 3d Ah 3s 3c", "", "3c"),
        ("Tc 3d Ah 4s", "9c", "Tc"),
        ("Tc 3d Ah 2h", "9h", "2h"),
        ("Tc 3d Ac", "9h", "3d"),
    ],
)
def test_4_2_plays_the_lowest_legal_card(hand: str, trick: str, card: str) -> None:
    """Equal ranks are in canonical order, with clubs first."""
    assert choice(in_tricks(hand, trick)) == f"play {card}"


def test_4_2_the_lowest_card_from_a_declarer_too() -> None:
    assert choice(in_tricks("Tc 3d Ah 4s", "", declarer=0)) == "play 3d"


@pytest.mark.parametrize(
    ("score", "made", "move"), [(36, [], "pass"), (37, [], "declare"), (51, [], "declare"), (51, [0], "pass")]
)
def test_7_4_declares_where_only_a_chicago_can_win(score: int, made: list[int], move: str) -> None:
    state = dealt(HANDS, MUST, "chicago", scores=(score, 0, 0))
    state.made = made
    assert choice(state) == move


def test_7_4_with_negative_scores_a_chicago_waits_until_it_wins() -> None:
    assert choice(dealt(HANDS, MUST | {"negative": True}, "chicago", scores=(20, 0, 0))) == "pass"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"negative": True, "exchange_stop": "none"},
        {"together": True, "chicago_lead": "declarer", "chicago_last_trick": "replaced"},
        {"four_of_a_kind": "reset_ends", "straight_flush": "wins", "ties": "none", "breaker": "8"},
    ],
    ids=str,
)
@pytest.mark.parametrize("must_chicago", [False, True])
def test_a_game_of_default_moves_is_won(changes: dict[str, Any], must_chicago: bool) -> None:
    """The last trick and the best hand score without announcements; if required, a declared Chicago succeeds."""
    options = PLAIN | changes | {"must_chicago": must_chicago}
    for seats in (2, 3) if must_chicago else (2, 6):
        for seed in range(3 if EVERYTHING else 1):
            plainly = left_to_default_moves(swedish_chicago, range(seats))
            *_, (state, _) = playout(swedish_chicago, options, seats, seed, plainly, LONGEST)
            assert state.outcome is not None
            made = {seat.seat for seat in state.view(None).seats if seat.made_chicago}
            assert not must_chicago or state.outcome.reason == "straight flush" or made >= set(state.outcome.winners)


@pytest.mark.parametrize(("options", "card"), [(MUST, "Ks"), (PLAIN, "2c")])
def test_7_4_for_the_chicago_that_is_needed_the_highest_cards_are_played(options: dict[str, Any], card: str) -> None:
    state = dealt(HANDS, options, "play", scores=(40, 0, 0))
    state.declarer = 0
    assert choice(state) == f"play {card}"


def test_a_spectator_has_no_plainest_move() -> None:
    with pytest.raises(ValueError, match="no move"):
        default_move(dealt(HANDS).view(None))
