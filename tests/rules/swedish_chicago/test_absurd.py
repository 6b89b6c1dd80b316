"""Games of each level against itself contain no absurd move, judged independently of the bots' rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.computers.levels import LEVELS, choose
from games.computers.search import Budget
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.hands import combination
from games.rules.swedish_chicago.pieces import VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View
from lab.arena import dealer
from tests.rules.swedish_chicago.situations import dealt
from tests.rules.swedish_chicago.tables import PLAIN

FIRST_DEAL = 70_000


def absurdity(view: View, move: str) -> str:
    """Return why a move is absurd, or an empty string."""
    hand = view.seats[view.seat or 0].hand or ()
    if view.phase == "exchange":
        kept = [card for card in hand if card not in move.split()]
        return "" if _is_for_a_chicago(view, kept) else _of_exchange(hand, kept, view.part)
    if view.phase == "announce" and move == "pass" and "announce" in view.legal:
        return "" if max(of.score for of in view.seats) >= 35 else "silent"
    return ""


def _is_for_a_chicago(view: View, kept: list[str]) -> bool:
    """Return whether only high cards are kept while only a Chicago wins before a rival with 47 points or more."""
    own, rival = view.seats[view.seat or 0].score, max(of.score for of in view.seats if of.seat != view.seat)
    may_come = {1: 26, 2: 19, 3: 12}[view.part]
    return bool(kept) and all(VALUE[card] >= 10 for card in kept) and rival >= 47 and own + may_come < max(rival, 52)


def _of_exchange(hand: tuple[str, ...], kept: list[str], part: int) -> str:
    made, often, left = combination(hand), Counter(card[0] for card in hand), Counter(card[0] for card in kept)
    broken = any(often[rank] > max(1, left[rank]) for rank in often)
    if made in ("straight", "flush", "straight flush", "royal"):
        return "" if len(kept) == len(hand) else "a whole hand broken"
    if broken and made != "pair":
        return "two pairs or more broken"
    if broken and part == 1 and len(kept) < 4:
        return "a pair given up at once"
    lone = len(kept) == 1 and VALUE[kept[0]] < max(VALUE[card] for card in hand)
    return "a lone card that is not the highest" if lone else ""


@pytest.mark.parametrize(
    ("hand", "move", "absurd"),
    [
        ("4c 4d Ks 9h As", "exchange 4c 4d 9h", "a pair given up at once"),
        ("4c 4d Ks 9h As", "exchange 9h", ""),
        ("4c 4d Ks Kh As", "exchange 4c 4d As", "two pairs or more broken"),
        ("2c 5c Jd 4h 9s", "exchange 2c 5c Jd 4h", "a lone card that is not the highest"),
        ("Tc Jd Qc Ks As", "exchange Tc", "a whole hand broken"),
    ],
)
def test_an_absurd_exchange_is_told(hand: str, move: str, absurd: str) -> None:
    assert absurdity(dealt((hand, "3s 8d Td Jc 2h")).full_view(0), move) == absurd


@pytest.mark.parametrize("name", [name for name in LEVELS if name != "novice"])
@pytest.mark.parametrize(
    "games", [pytest.param(1, marks=pytest.mark.slow), pytest.param(12, marks=[pytest.mark.slow, pytest.mark.whole])]
)
def test_no_level_makes_an_absurd_move_in_whole_games(name: str, games: int) -> None:
    level = LEVELS[name]
    level = level._replace(budget=Budget(min(level.budget.playouts, 40), 60.0))
    for number in range(FIRST_DEAL, FIRST_DEAL + games):
        shuffle, rng = dealer(number), Random(number)
        state, _events = State.new(PLAIN, 2, shuffle)
        while state.to_move:
            seat = min(state.to_move)
            view = state.full_view(seat)
            move = choose(swedish_chicago, view, level, rng)
            assert not absurdity(view, move), (view.seats[seat].hand, move)
            state.make(seat, move, shuffle)
