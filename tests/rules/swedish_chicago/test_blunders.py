"""Positions with moves that a computer player worth its name does not make, found by the search from a view."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.search import Budget, choose
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago import State
from games.rules.swedish_chicago.bot.weights import CHICAGO
from games.rules.swedish_chicago.pieces import CARDS
from tests.rules.swedish_chicago.tables import table

BUDGET = Budget(160, 60.0)


def chosen(state: State, seat: int = 0) -> str:
    return choose(swedish_chicago, state.full_view(seat), BUDGET, Random(4))


def before_the_lead(hand: str, scores: tuple[int, int]) -> State:
    """Seat 0 leads and is asked for a Chicago; who has 46 points has not exchanged."""
    others = Random(2).sample([card for card in CARDS if card not in hand.split()], 5)
    state = table([hand, " ".join(others)], "chicago", 3, scores=scores)
    state.stopped = [seat for seat in range(2) if scores[seat] >= 46]
    state.thrown = [[None if seat in state.stopped else 2 for seat in range(2)] for _ in range(3)]
    count = sum(each or 0 for part in state.thrown for each in part)
    state.discards, state.stock = state.stock[:count], state.stock[count:]
    return state


@pytest.mark.parametrize("seed", range(3))
def test_three_aces_that_win_as_they_are_declare_no_chicago(seed: int) -> None:
    state = before_the_lead("Ad Ah As Td 6h", (46, 46))
    assert choose(swedish_chicago, state.full_view(0), BUDGET, Random(seed)) == "pass"


@pytest.mark.parametrize("seed", range(3))
def test_far_behind_with_two_jacks_and_an_ace_they_declare(seed: int) -> None:
    state = before_the_lead("Ac Jc 9c Jh 9h", (35, 46))
    assert choose(swedish_chicago, state.full_view(0), BUDGET, Random(seed)) == "declare"


@pytest.mark.parametrize(
    ("missing", "made"), [(0, 1.0), (2, 0.84), (4, 0.66), (6, 0.55), (8, 0.46), (10, 0.40), (14, 0.33)]
)
def test_the_odds_of_a_chicago_of_who_leads_are_not_too_hopeful(missing: int, made: float) -> None:
    assert CHICAGO[1][missing] <= made + 0.05


def test_the_odds_of_a_chicago_of_who_does_not_lead_are_low() -> None:
    assert max(CHICAGO[0]) <= 0.35


def test_nobody_declares_a_chicago_of_low_cards() -> None:
    assert chosen(before_the_lead("2c 4d 6h 8s Tc", (20, 20))) == "pass"


def test_a_trick_that_cannot_be_taken_gets_no_ace() -> None:
    state = table(["2c Ac 3d 4h 6s", "Kc 9d Td Qh Js"], "play", 3)
    state.hands[1].remove("Kc")
    state.played[1], state.trick, state.due, state.leader = ["Kc"], [("Kc", 1)], [0], 1
    assert chosen(state) != "play Ac" or state.hands[0] == ["Ac"]


def test_full_house_and_flush_are_kept() -> None:
    for hand in ("3c 3d 3h 8s 8c", "2c 5c 9c Jc Kc"):
        assert chosen(table([hand, "2h 3s 6d 7h Th"], "exchange", 3)) == "exchange"
