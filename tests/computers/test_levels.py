"""Levels of computer players: legal, repeatable, blind to hidden information, fast, and never absurd."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

import pytest

from games.computers.levels import LEVELS, Level, _forgotten, _picked, choose
from games.computers.search import Budget, Candidate, shuffling
from games.core.computer_turns import LEASE, LONG, LONG_THINKERS
from games.models import Player
from games.rules import RULES
from games.rules.automation import STYLES, Automation
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.contract import DISCARD, State, View
from games.rules.game import Rules
from tests.combinations import combined
from tests.computers.blunders import SUITES, Position, read
from tests.computers.test_search import GAMES, dealt
from tests.crazy_eights import GAME as crazy_eights
from tests.crazy_eights import CrazyEightsAutomation

SEEDS = range(6)


def unhurried(name: str) -> Level:
    """Return a level with a fixed number of playouts, so that the speed of the machine doesn't matter."""
    level = LEVELS[name]
    return level._replace(budget=Budget(min(level.budget.playouts, 400), 60.0))


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.engine.VARIANT)
def test_a_level_makes_a_legal_move_the_same_for_the_same_seed_whatever_is_hidden(rules: Rules, name: str) -> None:
    state = dealt(rules, 2)
    seat = min(state.to_move)
    view = state.full_view(seat)
    other = rules.automation.determinize(view, Random(7))
    level = unhurried(name)._replace(budget=Budget(40, 60.0))
    chosen = [choose(rules, each.full_view(seat), level, Random(3)) for each in (state, state, other)]
    assert chosen[0] in view.legal
    assert len(set(chosen)) == 1


POSITIONS = [(RULES[variant], position) for variant in SUITES for position in read(variant)]


@pytest.mark.parametrize(
    ("position", "name"),
    combined(POSITIONS, LEVELS),
    ids=lambda each: each if isinstance(each, str) else f"{each[0].engine.VARIANT}-{each[1].name}",
)
def test_no_level_makes_an_absurd_move(position: tuple[Rules, Position], name: str) -> None:
    rules, found = position
    view = found.state.full_view(0)
    for seed in SEEDS:
        assert not choose(rules, view, unhurried(name), Random(seed)).startswith(found.blunders)


@pytest.mark.parametrize("variant", SUITES)
def test_the_suite_of_blunders_has_legal_ones(variant: str) -> None:
    positions = read(variant)
    assert len(positions) >= 6
    for position in positions:
        legal = position.state.legal_moves(0)
        assert all(any(move.startswith(blunder) for move in legal) for blunder in position.blunders)
        assert not all(move.startswith(position.blunders) for move in legal)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.engine.VARIANT)
def test_what_comes_to_mind_is_legal_and_the_first_looks_best(rules: Rules) -> None:
    for seed in range(20):
        state = dealt(rules, seed, moves=seed % 5)
        view = state.full_view(min(state.to_move))
        looks = rules.automation.move_prior(view)
        assert set(looks) <= set(view.legal)
        assert next(iter(looks.values())) == max(looks.values()) == 0


def test_a_weaker_level_follows_a_spontaneous_move_more_often() -> None:
    states = [dealt(chicago_poker, seed, moves=seed % 12) for seed in range(40)]
    views = [state.full_view(min(state.to_move)) for state in states]
    rated = {name: LEVELS[name]._replace(ceiling=1.0, budget=Budget(4, 60.0)) for name in ("novice", "club")}
    others = {
        name: sum(
            choose(chicago_poker, view, level, Random(seed)) != chicago_poker.automation.candidates(view)[0]
            for view in views
            for seed in range(4)
        )
        for name, level in rated.items()
    }
    assert others["novice"] > others["club"] > 0


def test_a_spontaneous_move_that_loses_more_than_the_ceiling_is_not_followed() -> None:
    view = read("chicago_poker")[2].state.full_view(0)
    level = Level(Budget(40, 60.0), temperature=0, ceiling=0.01, prior_temperature=1e9)
    looks = dict.fromkeys(["play 8R brewery1", "draw"], 0.0)
    rules = replace_move_prior(looks)
    assert {choose(rules, view, level, Random(seed)) for seed in range(8)} == {"play 8R brewery1"}
    level = level._replace(ceiling=1.0)
    assert {choose(rules, view, level, Random(seed)) for seed in range(8)} == set(looks)


def replace_move_prior(looks: dict[str, float]) -> Rules:
    """Return Chicago Poker with a move prior that prefers these moves."""

    class Beginners(type(chicago_poker.automation)):
        def move_prior(self, view: object) -> dict[str, float]:
            return looks

    return replace(chicago_poker, automation=Beginners(chicago_poker.engine))


def _views(rules: Rules) -> Iterator[View]:
    for seed in count():
        state = dealt(rules, seed, moves=20 + seed % 40)
        if state.to_move:
            yield state.full_view(min(state.to_move))


def _gone(view: View) -> set[str]:
    """Return the cards that the viewer has seen discarded."""
    return {piece.code for piece in view.pieces if piece.zone == DISCARD and not piece.is_hidden}


def _taken_to_be_gone(rules: Rules, name: str, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return whether every sample of a spontaneous level keeps all discards that its seat has seen."""
    view = next(view for view in _views(rules) if _gone(view) and len(rules.automation.move_prior(view)) > 1)
    found, sampler = list[bool](), rules.automation.sampler

    def watched(remembered: View) -> Callable[[Random], State]:
        sample = sampler(remembered)

        def noted(rng: Random) -> State:
            made = sample(rng)
            found.append(_gone(view) <= {piece.code for piece in made.pieces() if piece.zone == DISCARD})
            return made

        return noted

    with monkeypatch.context() as watching:
        watching.setattr(rules.automation, "sampler", watched)
        for seed in range(8):
            assert choose(rules, view, unhurried(name)._replace(prior_temperature=1e9), Random(seed)) in view.legal
    assert found
    return found


@pytest.mark.parametrize("variant", SUITES)
def test_the_weakest_levels_forget_which_cards_are_gone(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, level in LEVELS.items():
        if level.prior_temperature:
            assert all(_taken_to_be_gone(RULES[variant], name, monkeypatch)) != level.forgets
    assert [name for name, level in LEVELS.items() if level.forgets] == ["novice", "casual"]


@pytest.mark.parametrize("forgets", [False, True], ids=["remembered", "forgotten"])
@pytest.mark.parametrize("variant", SUITES)
def test_a_sample_has_every_card_and_tile_of_the_view_once(variant: str, forgets: bool) -> None:
    rules = RULES[variant]
    for view in islice((view for view in _views(rules) if _gone(view)), 20):
        expected = sorted(code for pack in rules.engine.packs(view.options).values() for code in pack)
        sample = rules.automation.sampler(_forgotten(view, ()) if forgets else view)
        for seed in range(3):
            assert sorted(piece.code for piece in sample(Random(seed)).pieces()) == expected


def test_who_forgets_can_still_have_a_card_back_that_was_thrown_away() -> None:
    view, move = next(
        (view, move)
        for view in _views(chicago_poker)
        for move in view.legal
        if move.startswith("bribery") and _gone(view) & set(move.split())
    )
    level = LEVELS["novice"]._replace(budget=Budget(8, 60.0), prior_temperature=1e9, ceiling=1.0)
    others = [other for other in view.legal if not _gone(view) & set(other.split())]
    rules = replace_move_prior({others[0]: 0.0, move: 0.0})
    assert {choose(rules, view, level, Random(seed)) for seed in range(8)} == {others[0], move}


def test_a_weaker_level_makes_the_better_moves_more_often_and_none_that_loses_more_than_its_ceiling() -> None:
    found = tuple(
        Candidate(move, 0.5 - loss, 0.0, 9) for move, loss in {"a": 0, "b": 0.01, "c": 0.03, "d": 0.2}.items()
    )
    level, rng = Level(Budget(1, 1), temperature=0.02, ceiling=0.05), Random(1)
    made = Counter(_picked(found, "abcd", level, rng) for _ in range(2000))
    assert made["a"] > made["b"] > made["c"] > 0 == made["d"]
    assert made["b"] / made["a"] == pytest.approx(0.61, abs=0.1)  # e ** -0.5
    assert {_picked(found, "acd", level, rng) for _ in range(100)} == {"a", "c"}
    assert {_picked(found, "bcd", level, rng) for _ in range(100)} == {"a", "b", "c"}


def test_a_level_hesitates_between_few_moves() -> None:
    found = tuple(Candidate(str(number), 0.5, 0.0, 9) for number in range(30))
    level, rng = Level(Budget(1, 1), temperature=1, ceiling=1), Random(1)
    sensible = [each.move for each in found]
    assert {_picked(found, sensible, level, rng) for _ in range(500)} == {"0", "1", "2", "3"}


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.engine.VARIANT)
def test_without_a_position_that_fits_the_log_says_so_and_the_plain_move_is_made(
    rules: Rules, name: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A policy may need the pieces that this view lacks.
    monkeypatch.setattr(type(rules.automation), "plain_move", lambda self, view: view.legal[-1])
    state = dealt(rules, 3)
    view = replace(state.full_view(min(state.to_move)), pieces=())
    with caplog.at_level(logging.ERROR):
        assert choose(rules, view, LEVELS[name], Random(1)) == view.legal[-1]
    assert "the plain move is made" in caplog.text


def test_a_player_who_is_not_to_move_can_not_choose() -> None:
    for rules in RULES.values():
        with pytest.raises(ValueError, match="no move"):
            choose(rules, dealt(rules, 1).full_view(None), LEVELS["novice"], Random(1))


def test_the_levels_are_those_of_the_seats_from_weak_to_strong() -> None:
    assert list(LEVELS) == [bot.value for bot in Player.Bot if bot not in (Player.Bot.STEADY, Player.Bot.RANDOM)]
    seconds = [level.budget.seconds for level in LEVELS.values()]
    assert seconds == sorted(seconds)


def test_a_level_answers_within_the_time_that_is_promised() -> None:
    assert frozenset({"strong", "master"}) == LONG_THINKERS
    assert LEVELS["casual"].budget.seconds < LEVELS["club"].budget.seconds < LONG
    assert LEVELS["master"].budget.seconds < 1 < LEASE.total_seconds() / 10


def test_a_habit_decides_among_moves_that_look_alike_and_no_others() -> None:
    level = Level(Budget(1, 1), temperature=0.01, ceiling=0.02)
    found = (Candidate("a", 0.5, 0, 9), Candidate("b", 0.499, 0, 9), Candidate("c", 0.4, 0, 9))
    made = Counter(_picked(found, "abc", level, Random(seed), lambda move: float(move != "a")) for seed in range(900))
    assert made["b"] > 2 * made["a"] > 0 == made["c"]


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
@pytest.mark.parametrize("style", ["", *STYLES])
def test_every_habit_has_an_opinion_of_every_move(variant: str, style: str) -> None:
    rules = RULES[variant]
    options, rng = {option.name: option.default for option in rules.engine.OPTIONS}, Random(2)
    state, _events = rules.engine.state_class.new(options, 3, shuffling(rng))
    opinions = set()
    for _ in range(150):
        if not state.to_move:
            break
        seat = min(state.to_move)
        view = state.full_view(seat)
        opinions |= {rules.automation.style_bias(view, move, style) for move in view.legal}
        state.make(seat, rules.automation.quick_policy(state, seat, rng), shuffling(rng))
    assert all(-1 <= each <= 1 for each in opinions)
    assert (len(opinions) > 1) == bool(style)


def test_a_master_has_no_habit() -> None:
    assert [bool(level.style) for level in LEVELS.values()] == [True, True, True, True, False]


class WithoutPolicy(CrazyEightsAutomation):
    """Automation without any preference between moves."""

    quick_policy = Automation.quick_policy


SILENT = replace(crazy_eights, automation=WithoutPolicy(crazy_eights.engine))


def _choice(rules: Rules) -> View:
    """Return the full view of a player who has more than three moves, the first of which is not the policy's choice."""
    states = (dealt(rules, seed) for seed in count())
    views = (state.full_view(min(state.to_move)) for state in states)
    return next(view for view in views if len(view.legal) > 3 and rules.automation.policy(view) != view.legal[0])


def test_the_levels_of_a_game_follow_its_policy_the_stronger_the_more_often() -> None:
    def followed(name: str) -> int:
        level, move = unhurried(name)._replace(budget=Budget(8, 60.0)), rules.automation.policy(view)
        return sum(choose(rules, view, level, Random(seed)) == move for seed in range(120))

    rules = crazy_eights
    view = _choice(rules)
    novice, casual, club = map(followed, ("novice", "casual", "club"))
    assert novice < casual < club


def test_the_first_candidate_of_a_game_is_the_move_of_its_policy() -> None:
    computer, silent = crazy_eights.automation, SILENT.automation
    view = _choice(crazy_eights)
    assert computer.candidates(view)[0] == computer.policy(view) != view.legal[0]
    assert sorted(computer.candidates(view)) == sorted(view.legal) == sorted(silent.candidates(view))
    assert set(computer.move_prior(view).values()) == {0.0, -1.0} and set(silent.move_prior(view).values()) == {0.0}


def test_a_game_without_a_policy_makes_the_default_move_where_nothing_can_be_sampled() -> None:
    rules = SILENT
    state = dealt(rules, 5)
    view = replace(state.full_view(min(state.to_move)), pieces=())
    assert choose(rules, view, LEVELS["club"], Random(1)) == rules.automation.default_move(view)
