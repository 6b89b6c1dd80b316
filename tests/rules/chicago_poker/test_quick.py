"""The quick policy and the other search functions of Chicago Poker: legal, blind to hidden cards, sensible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.bot.quick import quick
from games.rules.chicago_poker.bot.reach import missing, rating, reach
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, table
from tests.rules.playout import every_choice_of_options, random_shuffle

likelihood = GAME.automation.likelihood
chances = GAME.automation.chances

KINDS = [*product(every_choice_of_options(GAME), (2, 3, 6))]


def game(options: dict[str, Any], seats: int, seed: int, moves: int) -> Iterator[tuple[State, Seat]]:
    """Yield the positions of a game between quick players, with each seat to move."""
    rng, shuffle = Random(seed), random_shuffle(Random(seed))
    state, _events = State.new(options, seats, shuffle)
    for _ in range(moves):
        if not state.to_move:
            return
        seat = min(state.to_move)
        yield state, seat
        state.make(seat, quick(state, seat, rng), shuffle)


@pytest.mark.parametrize(("options", "seats"), KINDS, ids=str)
def test_moves_are_legal_with_every_option(options: dict[str, Any], seats: int) -> None:
    for state, seat in game(options, seats, seats, 300):
        assert quick(state, seat, Random(1)) in state.legal_moves(seat)


@pytest.mark.parametrize("options", [ENGLISH, FRENCH, SHORT], ids=str)
def test_games_end(options: dict[str, Any]) -> None:
    for seed in range(5):
        *_, (last, _) = game(options, 2, seed, 3000)
        assert last.outcome is not None
        assert last.outcome.winners


@pytest.mark.parametrize("choose", ["quick_policy", "policy", "default_move"])
def test_a_turn_ends_though_the_revolver_could_be_drawn_for_ever(choose: str) -> None:
    state = table(
        ["revolver", "2C 3C"],
        {"brewery1": ["1M 2M 5F", "4S"]},
        deck="",
        discard="raid1",
        due=0,
        extra=2,
        options=FRENCH,
    )
    state.discarded = []
    automation = GAME.automation
    for _ in range(12):
        if state.active != 0:
            break
        move = (
            quick(state, 0, Random(1)) if choose == "quick_policy" else getattr(automation, choose)(state.full_view(0))
        )
        state.make(0, move, list)
    assert state.active == 1


def test_a_quick_move_depends_on_nothing_hidden() -> None:
    for number, (state, seat) in enumerate(game(ENGLISH, 3, 5, 400)):
        if number % 7 == 0:
            other = GAME.automation.determinize(state.full_view(seat), Random(number))
            assert isinstance(other, State)
            assert quick(other, seat, Random(1)) == quick(state, seat, Random(1))


def test_samples_look_like_the_view_throughout_a_game() -> None:
    for number, (state, seat) in enumerate(game(ENGLISH, 2, 9, 400)):
        if number % 9 == 0:
            view = state.full_view(seat)
            sampled = GAME.automation.sampler(view)(Random(number))
            assert sampled.full_view(seat) == view


def test_candidates_are_legal_and_the_quick_move_is_the_first() -> None:
    for number, (state, seat) in enumerate(game(ENGLISH, 2, 4, 400)):
        if number % 9 == 0:
            found = GAME.automation.candidates(state.full_view(seat))
            assert len(set(found)) == len(found)
            assert set(found) <= set(state.legal_moves(seat))
            if state.tie is None:
                assert found[0] == quick(state, seat, Random(1))


def test_what_a_hand_can_make() -> None:
    assert rating([]) == -1
    assert rating(["9R", "9M"]) == 1 + 9 / 16
    held = reach(("9R", "9M", "9S", "3C", "3F"))
    assert held.rating([], 5, 0) == 6 + 9 / 16
    assert held.rating([], 3, 0) == 3 + 9 / 16
    assert held.rating(["1R", "2R", "4R"], 2, 0) == 1 + 9 / 16
    assert reach(("5R", "6R", "7R")).rating(["8M", "9S"], 3, 0) == 4 + 9 / 16
    assert reach(("5R", "6R")).rating(["8M", "9S"], 2, 0) == 0 + 9 / 16
    assert reach(("5R", "6R")).rating(["8M", "9S"], 3, 1) == 2 + 9 / 16


def test_missing_tiles() -> None:
    assert missing((), False) == 3
    assert missing(("jazz1", "jazz2"), False) == 1
    assert missing(("jazz1", "speakeasy2", "brewery1"), False) == 1
    assert missing(("jazz1",), True) == 1
    assert missing(("jazz1", "jazz2", "jazz3"), False) == 0


class TestChances:
    def test_add_up_and_favour_who_is_nearer(self) -> None:
        state = table(
            ["1R 5M", "2R 6M"],
            {"jazz1": ["", ""], "brewery1": ["", ""]},
            controlled=["jazz2 jazz3", "brewery2"],
        )
        ahead, behind = chances(state)
        assert ahead + behind == pytest.approx(1)
        assert ahead > behind

    def test_a_marker_that_wins_the_game_is_all_but_won(self) -> None:
        state = table(
            ["1R", "2R 6M"],
            {"jazz1": ["9R 9M 9S 9C 4M", "1M 3S"], "brewery1": ["", ""]},
            controlled=["jazz2 jazz3", "brewery2"],
            active=1,
        )
        assert chances(state)[0] > 0.85

    def test_of_a_game_that_is_over(self) -> None:
        state = table(["1R", "2R", "3R"], {"jazz1": ["", "", ""]})
        state.make(1, "resign", random_shuffle(Random(1)))
        assert chances(state)[1] == 0
        state.make(2, "resign", random_shuffle(Random(1)))
        assert chances(state) == (1, 0, 0)


def test_a_sample_is_likelier_if_hidden_cards_go_with_those_on_show() -> None:
    view = table(["1R 2R", "3R"], {"speakeasy1": ["", "9R 9S 9M 9C"]}).full_view(0)
    made = table(["1R 2R", "3R"], {"speakeasy1": ["", "9R 9S 9M 9C"]})
    not_made = table(["1R 2R", "3R"], {"speakeasy1": ["", "4R 12S 9M 9C"]})
    assert likelihood(view, made) > likelihood(view, not_made)
