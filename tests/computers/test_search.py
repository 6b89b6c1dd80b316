"""Search from a view: repeatable, blind to hidden information, and an error if sampling is impossible."""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random

import pytest

from games.computers.levels import Level, choose
from games.computers.search import Budget, NoSample, Sample, Sampler, compare, evaluate, shuffling
from games.rules import RULES
from games.rules.contract import State, View
from games.rules.game import Rules
from tests.computers.blunders import read
from tests.crazy_eights import GAME as crazy_eights
from tests.crazy_eights import CrazyEightsAutomation

SMALL = Budget(playouts=40, seconds=60.0)
GAMES: list[Rules] = [*RULES.values(), crazy_eights]


def dealt(rules: Rules, seed: int, moves: int = 4) -> State:
    """Return a game between two after some random moves, where a player has a choice."""
    rng = Random(seed)
    options = {option.name: option.default for option in rules.engine.OPTIONS}
    state, _events = rules.engine.state_class.new(options, 2, shuffling(rng))
    while moves > 0 or len(state.legal_moves(min(state.to_move))) < 2:
        seat = min(state.to_move)
        state.make(seat, rng.choice(state.legal_moves(seat)), shuffling(rng))
        moves -= 1
    return state


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.engine.VARIANT)
class TestEveryGame:
    def test_candidates_are_legal_and_have_chances(self, rules: Rules) -> None:
        state = dealt(rules, 1)
        view = state.full_view(min(state.to_move))
        found = evaluate(rules, view, SMALL, Random(1))
        assert sorted(each.move for each in found) == sorted(rules.automation.candidates(view))
        assert {each.move for each in found} <= set(view.legal)
        assert all(0 <= each.chance <= 1 and each.error > 0 and each.playouts > 0 for each in found)

    def test_the_same_seed_gives_the_same_choice_whatever_is_hidden(self, rules: Rules) -> None:
        state = dealt(rules, 2)
        seat = min(state.to_move)
        view = state.full_view(seat)
        other = rules.automation.determinize(view, Random(7))
        assert other.facts() != state.facts() or other.pieces() != state.pieces()
        first, second = (evaluate(rules, each.full_view(seat), SMALL, Random(3)) for each in (state, other))
        assert first == second

    def test_samples_look_like_the_view_and_differ(self, rules: Rules) -> None:
        for seed in range(10):
            state = dealt(rules, seed)
            view = state.full_view(min(state.to_move))
            sample, rng = rules.automation.sampler(view), Random(seed)
            made = [sample(rng) for _ in range(4)]
            assert all(each.full_view(view.seat) == view for each in made)
            assert all(rules.automation.likelihood(view, each) > 0 for each in made)
            assert len({repr(each.pieces()) for each in made}) == len(made)

    def test_the_quick_policy_looks_at_no_hidden_card(self, rules: Rules) -> None:
        for seed in range(20):
            state = dealt(rules, seed)
            seat = min(state.to_move)
            others = [rules.automation.determinize(state.full_view(seat), Random(number)) for number in range(3)]
            chosen = {rules.automation.quick_policy(each, seat, Random(5)) for each in (state, *others)}
            assert len(chosen) == 1
            assert chosen <= set(state.legal_moves(seat))

    def test_chances_of_a_game_add_up_to_one(self, rules: Rules) -> None:
        state = dealt(rules, 4)
        assert sum(rules.automation.chances(state)) == pytest.approx(1)
        state.make(0, "resign", shuffling(Random(1)))
        assert rules.automation.chances(state) == (0, 1)

    def test_the_ceiling_of_time_stops_the_search(self, rules: Rules) -> None:
        state = dealt(rules, 5)
        found = evaluate(rules, state.full_view(min(state.to_move)), Budget(10**9, 0.0), Random(1))
        assert {each.playouts for each in found} == {1}


def test_without_any_sample_the_plain_move_is_made_and_the_log_says_why(caplog: pytest.LogCaptureFixture) -> None:
    rules = crazy_eights
    state = dealt(rules, 6)
    view = state.view(min(state.to_move))
    assert view.pieces

    class Doubtful(CrazyEightsAutomation):
        def likelihood(self, view: View, state: State) -> float:
            return 0.0

    doubtful = replace(rules, automation=Doubtful(rules.engine))
    with pytest.raises(NoSample):
        evaluate(doubtful, view, SMALL, Random(1))
    with caplog.at_level(logging.ERROR, "games.computers.levels"):
        level = Level(SMALL, temperature=0, ceiling=0)
        assert choose(doubtful, view, level, Random(1)) == rules.automation.plain_move(view)
    assert "no position fits what seat" in caplog.text


@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.engine.VARIANT)
def test_a_view_without_pieces_can_t_be_sampled(rules: Rules) -> None:
    state = dealt(rules, 8)
    view = replace(state.view(min(state.to_move)), pieces=())
    with pytest.raises(NoSample, match="only a full view can be sampled"):
        evaluate(rules, view, SMALL, Random(1))


def test_a_view_of_a_spectator_is_refused() -> None:
    rules = crazy_eights
    with pytest.raises(ValueError, match="no move to choose"):
        evaluate(rules, dealt(rules, 7).full_view(None), SMALL, Random(1))


def test_a_move_without_alternative_is_played_out_only_a_few_times() -> None:
    state = dealt(GAMES[0], 3)
    seat = min(state.to_move)
    (alone,) = compare(GAMES[0], seat, state.legal_moves(seat)[:1], sampled(state), Budget(10_000, 60.0), Random(1))
    assert alone.playouts < 50


def test_a_search_ends_when_it_is_clear_what_is_best() -> None:
    state = read("chicago_poker")[2].state
    moves = ["draw", "play 8R brewery1"]
    for order in (moves, moves[::-1]):
        best, worse = compare(GAMES[0], 0, order, sampled(state), Budget(10_000, 60.0), Random(1))
        assert best.move == moves[1]
        assert best.playouts == worse.playouts < 10_000 // 2


def sampled(state: State) -> Sampler:
    """Return the position itself, as if nothing were hidden."""
    return lambda rng: Sample(state, 1.0)
