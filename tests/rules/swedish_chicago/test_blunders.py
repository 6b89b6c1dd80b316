"""Positions with moves that a computer player worth its name does not make, found by the search from a view."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from games.bots.search import Budget, choose
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago import State
from games.rules.swedish_chicago.bot.weights import CHICAGO
from games.rules.swedish_chicago.pieces import CARDS
from tests.rules.swedish_chicago.tables import table

BUDGET = Budget(160, 60.0)


def before_the_lead(hand: str, scores: tuple[int, int]) -> State:
    """Seat 0 leads and is asked for a Chicago; who has 46 points has not exchanged."""
    others = Random(2).sample([card for card in CARDS if card not in hand.split()], 5)
    state = table([hand, " ".join(others)], "chicago", 3, scores=scores)
    state.stopped = [seat for seat in range(2) if scores[seat] >= 46]
    state.thrown = [[None if seat in state.stopped else 2 for seat in range(2)] for _ in range(3)]
    count = sum(each or 0 for part in state.thrown for each in part)
    state.discards, state.stock = state.stock[:count], state.stock[count:]
    return state


def an_ace_for_nothing() -> State:
    """Seat 1 has led the king of clubs to the first trick; only the last one counts."""
    state = table(["2c Ac 3d 4h 6s", "Kc 9d Td Qh Js"], "play", 3)
    state.hands[1].remove("Kc")
    state.played[1], state.trick, state.due, state.leader = ["Kc"], [("Kc", 1)], [0], 1
    return state


class Position(NamedTuple):
    """Seat 0 is to move; ``blunders`` are beginnings of moves, or whole ones."""

    name: str
    state: State
    blunders: tuple[str, ...]


def thrown(hand: str) -> State:
    """Before the last exchange."""
    return table([hand, "2h 3s 6d 7h Th"], "exchange", 3)


POSITIONS = (
    Position(
        "declares though three aces win the game as it is", before_the_lead("Ad Ah As Td 6h", (46, 46)), ("declare",)
    ),
    Position(
        "passes far behind, with two jacks and an ace of clubs", before_the_lead("Ac Jc 9c Jh 9h", (35, 46)), ("pass",)
    ),
    Position("declares with low cards", before_the_lead("2c 4d 6h 8s Tc", (20, 20)), ("declare",)),
    Position("throws of a full house", thrown("3c 3d 3h 8s 8c"), ("exchange ",)),
    Position("throws of a flush", thrown("2c 5c 9c Jc Kc"), ("exchange ",)),
    Position("throws of four aces", thrown("Ac Ad Ah As 7c"), tuple(f"exchange A{suit}" for suit in "cdhs")),
    Position("spends an ace on the first trick", an_ace_for_nothing(), ("play Ac",)),
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_no_player_makes_these_moves(position: Position, seed: int) -> None:
    move = choose(swedish_chicago, position.state.full_view(0), BUDGET, Random(seed))
    assert move in position.state.legal_moves(0)
    assert not move.startswith(position.blunders), move


@pytest.mark.parametrize(
    ("missing", "made"), [(0, 1.0), (2, 0.84), (4, 0.66), (6, 0.55), (8, 0.46), (10, 0.40), (14, 0.33)]
)
def test_the_odds_of_a_chicago_of_who_leads_are_not_too_hopeful(missing: int, made: float) -> None:
    assert CHICAGO[1][missing] <= made + 0.05


def test_the_odds_of_a_chicago_of_who_does_not_lead_are_low() -> None:
    assert max(CHICAGO[0]) <= 0.35
