"""The actions of a turn are graded as one decision, by the player's knowledge at the time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import hypot, sqrt
from random import Random
from statistics import fmean

import pytest

from games.computers.search import shuffling
from games.review import turn_lines
from games.review.grading import Place
from games.review.report import BEST, BLUNDER, GOOD, MISTAKE, OPENING
from games.review.turn_lines import Action, Comparison, Deals, Effort, Gathering, TurnLine
from games.rules import RULES
from games.rules.contract import END, Seat, State

POKER = RULES["chicago_poker"]
OPTIONS = {option.name: option.default for option in POKER.engine.OPTIONS}
EFFORT = Effort.of(20)


def position(moves: int) -> State:
    """Return a position at the beginning of a turn, in a duel after some quick moves."""
    rng = Random(4)
    state, _events = POKER.engine.state_class.new(OPTIONS, 2, shuffling(rng))
    turn, number = 0, 0
    while number < moves or state.turn == turn or state.phase != "turn":
        turn, number = state.turn, number + 1
        seat = min(state.to_move)
        state.make(seat, POKER.automation.quick_policy(state, seat, rng), shuffling(rng))
    return state


def plays(state: State, seat: Seat, count: int) -> list[str]:
    """Return ``count`` plays of different cards that are legal one after another."""
    twin, found = state.copy(), list[str]()
    for _ in range(count):
        cards = {move.split()[1] for move in found}
        legal = [move for move in twin.legal_moves(seat) if move.startswith("play") and move.split()[1] not in cards]
        found.append(legal[-1])
        twin.make(seat, found[-1], lambda pieces: list(pieces))
    return found


def actions_of(state: State, moves: list[str]) -> list[Action]:
    """Return these moves as actions of the active player, made one after another."""
    twin, seat, found = state.copy(), min(state.to_move), list[Action]()
    for number, move in enumerate(moves):
        found.append(Action(Place(10 + number, twin.turn, OPENING), twin.full_view(seat), move))
        twin.make(seat, move, lambda pieces: list(pieces))
    return found


def compare(actions: list[Action], *missed: str) -> Comparison:
    found = turn_lines.compare(POKER, actions, frozenset(missed), EFFORT, Random(3))
    found.play(POKER, actions[0].view, EFFORT, "seed")
    return found


def test_what_the_player_could_not_know_changes_nothing() -> None:
    state = position(20)
    moves = plays(state, min(state.to_move), 2)
    twin = POKER.automation.determinize(state.full_view(min(state.to_move)), Random(5))
    assert compare(actions_of(state, moves)) == compare(actions_of(twin, moves))


def test_another_order_of_the_same_actions_is_no_other_plan() -> None:
    state = position(20)
    moves = plays(state, min(state.to_move), 2)
    for done in (moves, moves[::-1]):
        others = turn_lines._others(POKER, actions_of(state, done), frozenset(), Random(3))
        chosen = turn_lines._chosen(TurnLine(tuple(done)), [TurnLine(tuple(moves[::-1]), 0), *others])
        sets = [sorted(move for move in line.moves if move != END) for line in chosen]
        assert chosen and sorted(done) not in sets
        assert len({tuple(each) for each in sets}) == len(sets)


def test_a_plan_leaves_what_was_done_at_its_place_and_stops_where_something_new_is_seen() -> None:
    state = position(20)
    seat = min(state.to_move)
    done = plays(state, seat, 2)
    for line in turn_lines._others(POKER, actions_of(state, done), frozenset(), Random(3)):
        assert line.moves[: line.leaves] == tuple(done[: line.leaves])
        assert line.moves[line.leaves] != done[line.leaves]
        twin = state.copy()
        for move in line.moves[:-1]:
            assert not twin.commits(seat, move)
            twin.make(seat, move, lambda pieces: list(pieces))


def test_an_earlier_mistake_of_the_turn_is_not_reported_again() -> None:
    actions = actions_of(position(20), ["draw"])
    every = [line.moves[0] for line in turn_lines._others(POKER, actions, frozenset(), Random(3))]
    assert len(every) > 1
    rest = [line.moves[0] for line in turn_lines._others(POKER, actions, frozenset(every[:1]), Random(3))]
    assert rest == every[1:]


def test_two_reviews_try_the_same_plans() -> None:
    """With different seeds, trying different alternatives would give different annotations."""
    state = position(20)
    actions = actions_of(state, plays(state, min(state.to_move), 2))
    first, second = (list(turn_lines._others(POKER, actions, frozenset(), Random(seed))) for seed in (1, 2))
    assert first == second
    for action in actions:
        tried = {line.moves[line.leaves] for line in first} | {action.move}
        assert tried >= set(POKER.automation.candidates(action.view))


def test_a_decision_ends_with_what_is_seen_with_the_turn_and_with_a_move_that_is_no_choice() -> None:
    state = position(20)
    first, second = actions_of(state, plays(state, min(state.to_move), 2))
    other = second._replace(place=second.place._replace(turn=99))
    gathering = Gathering()
    assert list(gathering.add(first)) == [] and list(gathering.add(second, commits=True)) == [[first, second]]
    assert list(gathering.add(first)) == [] and list(gathering.add(other)) == [[first]]
    assert list(gathering.add(None)) == [[other]] and list(gathering.add(None)) == [] and list(gathering.end()) == []


def test_a_comparison_is_kept_between_slices() -> None:
    state = position(20)
    found = compare(actions_of(state, plays(state, min(state.to_move), 2)))
    assert Comparison.from_json(json.loads(json.dumps(found.to_json()))) == found


def told(gain: float, number: int = 400) -> Comparison:
    """Return a comparison in which the line is better by ``gain`` in every deal."""
    found = gain / turn_lines.turn_lines_of(POKER).scale
    deals = Deals([0.4] * number, [0.4 + found] * number)
    return Comparison(
        Place(10, 5, OPENING), TurnLine(("a", "b")), TurnLine(("a", "c"), 1), [("d", found / 2, 0.01)], deals
    )


@pytest.mark.parametrize(
    ("gain", "annotation"), [(-0.05, BEST), (0.0, BEST), (0.03, GOOD), (0.06, MISTAKE), (0.08, MISTAKE), (0.1, BLUNDER)]
)
def test_an_annotation_is_beyond_the_error_of_the_model(gain: float, annotation: str) -> None:
    """A loss of six points with an error of 2.5 is a mistake; a loss of three points in another decision is not."""
    grade = told(gain).grade(POKER)
    assert grade.annotation == annotation
    assert grade.loss == pytest.approx(max(0.0, gain))
    assert all(option.error >= turn_lines.turn_lines_of(POKER).error for option in grade.options)


def test_a_loss_is_told_at_the_first_action_that_the_better_plan_leaves() -> None:
    grade = told(0.1).grade(POKER)
    assert (grade.number, grade.move, grade.best) == (11, "b", "c")
    assert [option.move for option in grade.options] == ["c", "d", "b"]
    assert grade.chance == pytest.approx(0.4) and grade.options[0].chance == pytest.approx(0.5)
    good = told(-0.1).grade(POKER)
    assert (good.number, good.move, good.best, len(good.options)) == (10, "a", "a", 1)


def test_more_is_played_only_while_the_annotation_is_open() -> None:
    clear, effort = told(0.2), Effort.of(160)
    assert clear.is_clear(POKER, effort)
    noisy = replace(clear, deals=Deals([0.4] * 200, [0.0, 0.9] * 100))
    assert hypot(noisy.deals.gain()[1], 0.025) > 0.03 and not noisy.is_clear(POKER, effort)
    assert replace(noisy, plan=noisy.done).is_clear(POKER, effort)
    assert noisy.is_clear(POKER, effort._replace(least=200, most=200))


def scattered(gain: float, number: int) -> Comparison:
    """Return the comparison with ``number`` deals that scatter by ten points."""
    found = gain / turn_lines.turn_lines_of(POKER).scale
    deals = Deals([0.4] * number, [0.4 + found + side for side in (-0.1, 0.1)] * (number // 2))
    return replace(told(gain), deals=deals)


@pytest.mark.parametrize(("gain", "is_clear"), [(0.056, False), (0.0355, True), (0.096, True)])
def test_most_deals_are_played_where_a_mistake_is_uncertain(gain: float, is_clear: bool) -> None:
    """Other doubts (good or inaccuracy, mistake or blunder) need fewer deals."""
    effort = Effort.of(160)
    assert not scattered(gain, effort.least - 100).is_clear(POKER, effort)
    assert scattered(gain, effort.least).is_clear(POKER, effort) == is_clear
    assert scattered(gain, effort.most).is_clear(POKER, effort)


def raced(
    monkeypatch: pytest.MonkeyPatch, gains: dict[TurnLine, float]
) -> tuple[list[TurnLine], list[tuple[int, int]]]:
    """Race the lines with these gains in every deal; return the ranking and each round's numbers of lines and deals."""
    rounds: list[tuple[int, int]] = []

    def played(
        rules: object, view: object, tried: tuple[TurnLine, ...], deals: int, rng: object
    ) -> Iterator[list[float]]:
        rounds.append((len(tried) - 1, deals))
        yield from ([0.4 + gains.get(line, 0.0) for line in tried] for _ in range(deals))

    monkeypatch.setattr(turn_lines, "_played", played)
    state = position(20)
    view = state.full_view(min(state.to_move))
    return [*turn_lines._raced(POKER, view, TurnLine(("a",)), [*gains], Effort.of(160), Random(1))], rounds


def test_a_plan_that_may_be_the_best_and_an_annotation_stays_in_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = {TurnLine((name,)): gain for name, gain in zip("bcdef", (0.1, 0.2, 0.194, 0.0, 0.199), strict=True)}
    ranked, rounds = raced(monkeypatch, gains)
    assert ranked[0] == TurnLine(("c",)) and sorted(ranked) == sorted(gains)
    assert rounds == [(5, 20), (3, 20), (3, 40), (2, 80)]


def test_a_race_ends_with_the_one_plan_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = {TurnLine((name,)): gain for name, gain in zip("bcd", (0.1, 0.3, 0.0), strict=True)}
    ranked, rounds = raced(monkeypatch, gains)
    assert ranked[0] == TurnLine(("c",)) and rounds == [(3, 20)]


def test_a_race_ends_when_nothing_in_it_can_be_an_annotation(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = {TurnLine((name,)): gain for name, gain in zip("bcd", (-0.1, -0.05, -0.2), strict=True)}
    ranked, rounds = raced(monkeypatch, gains)
    assert ranked[0] == TurnLine(("c",)) and rounds == [(3, 20)]


def test_what_was_done_is_the_best_if_no_plan_is_better_in_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(20)
    monkeypatch.setattr(turn_lines, "_others", lambda *_arguments: iter([TurnLine(("b",)), TurnLine(("c",))]))
    for gain, is_best in ((-0.05, True), (0.05, False)):
        raced(monkeypatch, {TurnLine(("b",)): gain})  # replaces the playouts
        comparison = turn_lines.compare(POKER, actions_of(state, ["draw"]), frozenset(), Effort.of(160), Random(1))
        assert (comparison.plan == comparison.done) == is_best


def test_plans_dropped_early_from_a_race_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few deals can make a bad line look good, and the page of the mistake would present it as the answer."""
    gains = {TurnLine((name,)): gain for name, gain in zip("bcdef", (0.1, 0.2, 0.198, 0.0, 0.199), strict=True)}
    raced(monkeypatch, gains)  # replaces the playouts
    monkeypatch.setattr(turn_lines, "_others", lambda *_arguments: iter(gains))
    actions = actions_of(position(20), ["draw"])
    comparison = turn_lines.compare(POKER, actions, frozenset(), Effort.of(160), Random(1))
    assert comparison.plan == TurnLine(("c",))
    assert sorted(move for move, *_gain in comparison.others) == ["d", "f"]


def test_a_single_plan_is_tried_in_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    assert raced(monkeypatch, {TurnLine(("b",)): 0.3}) == ([TurnLine(("b",))], [(1, 20)])


def test_the_best_of_equal_plans_gains_nothing_by_being_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck makes one of several equal lines the best, but the reported loss comes from other deals."""
    rng, claims = Random(7), list[float]()

    def played(
        rules: object, view: object, tried: tuple[TurnLine, ...], deals: int, _rng: object
    ) -> Iterator[list[float]]:
        yield from ([rng.gauss(0.4, 0.1) for _plan in tried] for _ in range(deals))

    monkeypatch.setattr(turn_lines, "_played", played)
    state = position(20)
    actions, view = actions_of(state, ["draw"]), state.full_view(min(state.to_move))
    others = [TurnLine((name,)) for name in "bcdef"]
    monkeypatch.setattr(turn_lines, "_others", lambda *_arguments: iter(others))
    for _ in range(40):
        comparison = turn_lines.compare(POKER, actions, frozenset(), Effort.of(160), rng)
        comparison.play(POKER, view, Effort.of(160), "seed")
        claims.append(comparison.deals.gain()[0])
    assert abs(fmean(claims)) < 3 * 0.1 * sqrt(2 / (40 * Effort.of(160).round))
