"""Every game's promises (games/rules/contract.py): these tests run over all of RULES, including any new game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.contract import BadOption, Illegal, Outcome, Piece, Seat, State, redact
from games.rules.game import Rules
from games.rules.record import outcome_json
from games.rules.standing_orders import ONLY_MOVE
from games.stats.placements import placements
from tests.combinations import every
from tests.needs import EVERYTHING
from tests.rules.games import ALL
from tests.rules.moments import Moment, check, walk
from tests.rules.playout import (
    LONGEST,
    any_legal,
    kinds_of_games,
    left_to_default_moves,
    or_resign,
    playout,
    random_shuffle,
)
from tests.rules.promises import Order, frozen, promises
from tests.rules.promises_of_words import PROMISES as PROMISES_OF_WORDS

GAMES = [
    pytest.param(rules, options, seats, id=f"{variant}-{seats}-{'-'.join(str(value) for value in options.values())}")
    for variant, rules in ALL.items()
    for options, seats in kinds_of_games(rules)
]
every_game = pytest.mark.parametrize(("rules", "options", "seats"), GAMES)
some_games = pytest.mark.parametrize(("rules", "options", "seats"), every(GAMES, 2))
every_rules = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


def defaults(rules: Rules) -> dict[str, Any]:
    return {option.name: option.default for option in rules.engine.OPTIONS}


def viewers(seats: int) -> Sequence[Seat | None]:
    return (None, *range(seats))


@pytest.mark.slow
@every_game
def test_the_contract_holds_in_every_position(
    rules: Rules, options: dict[str, Any], seats: int, subtests: pytest.Subtests
) -> None:
    """Some players resign at random; each violated promise is reported under its own name."""
    last: list[Moment] = []

    def moments() -> Iterator[Moment]:
        for moment in walk(rules, options, seats):
            last[:] = [moment]
            yield moment

    check(moments(), [*promises(seats), *PROMISES_OF_WORDS], subtests)
    outcome = last[0].state.outcome
    assert outcome is not None
    assert len(outcome.scores) == seats
    assert list(outcome.winners) == sorted(set(outcome.winners))
    _has_places(outcome)


@some_games
def test_random_games_end_without_resignations(rules: Rules, options: dict[str, Any], seats: int) -> None:
    order = Order()
    for moment in walk(rules, options, seats, resigning=0):
        order(moment)
    assert moment.state.outcome is not None
    assert len(moment.state.outcome.scores) == seats
    _has_places(moment.state.outcome)


def _has_places(outcome: Outcome) -> None:
    """Check that the outcome has placements, which profiles and ratings read (games/stats/placements.py)."""
    seats = range(len(outcome.scores))
    places = placements(json.loads(json.dumps(outcome_json(outcome))))
    assert len(places) == len(seats)
    assert [seat for seat in seats if places[seat] == 1] == list(outcome.winners or seats)
    others = sorted((seat for seat in seats if places[seat] > 1), key=places.__getitem__)
    scores = [outcome.scores[seat] for seat in others]
    assert scores == sorted(scores, reverse=True)


@every_rules
def test_a_copy_is_independent(rules: Rules) -> None:
    seats = rules.engine.SEATS[-1]
    for number, (state, _) in enumerate(playout(rules, defaults(rules), seats, seed=4, choose=or_resign(0.002))):
        if number % 10 or not state.to_move:
            continue
        before, twin, rng = frozen(state), state.copy(), Random(number)
        assert frozen(twin) == before
        for _ in range(15):
            if twin.to_move:
                twin.apply(*any_legal(twin, rng), random_shuffle(rng))
        assert frozen(state) == before


@cache
def some_states(rules: Rules, *, seed: int, step: int) -> Sequence[State]:
    """Return every ``step``-th state of a random game; examples must copy a state before making moves."""
    return [state.copy() for state, _ in playout(rules, defaults(rules), rules.engine.SEATS[0], seed)][::step]


@every_rules
@given(text=st.text() | st.text(alphabet="0123456789RMSCF abcdeghijklmnopqstuvwxyz", max_size=40), data=st.data())
def test_any_text_is_a_move_or_refused(rules: Rules, text: str, data: st.DataObject) -> None:
    seats = rules.engine.SEATS[0]
    state = data.draw(st.sampled_from(some_states(rules, seed=5, step=50))).copy()
    for seat in range(-1, seats + 1):
        before = frozen(state)
        moves = state.legal_moves(seat)
        state.commits(seat, text)
        if text not in (*moves, "resign"):
            with pytest.raises(Illegal):
                state.apply(seat, text, random_shuffle(Random(0)))
            assert frozen(state) == before


@every_rules
@given(data=st.data())
def test_any_altered_move_is_a_move_or_refused(rules: Rules, data: st.DataObject) -> None:
    states = [state for state in some_states(rules, seed=6, step=40) if state.to_move]
    state = data.draw(st.sampled_from(states)).copy()
    seat = min(state.to_move)
    moves = state.legal_moves(seat)
    words = data.draw(st.sampled_from(moves)).split(" ")
    extra = data.draw(st.sampled_from(moves)).split(" ")
    text = " ".join(data.draw(st.permutations(words + data.draw(st.lists(st.sampled_from(extra), max_size=3)))))
    before = frozen(state)
    try:
        state.apply(seat, text, random_shuffle(Random(0)))
    except Illegal:
        assert text not in moves
        assert frozen(state) == before
    else:
        assert text in moves


@every_rules
def test_resigning_is_always_legal_and_never_listed(rules: Rules) -> None:
    for seats in rules.engine.SEATS:
        for state, _ in playout(rules, defaults(rules), seats, seed=7):
            for player in state.view(None).seats:
                assert "resign" not in state.legal_moves(player.seat)
                if state.to_move and state.shuffles % 2 and not player.out:
                    state.copy().apply(player.seat, "resign", random_shuffle(Random(1)))


@every_rules
def test_a_target_is_another_seat_and_public(rules: Rules) -> None:
    for seats in rules.engine.SEATS:
        for _state, events in playout(rules, defaults(rules), seats, seed=8):
            for event in events:
                struck = rules.presentation.target_of(event)
                assert struck is None or (struck != event.seat and struck in range(seats)), event
                assert rules.presentation.target_of(redact(event, None)) == struck


@every_rules
def test_options_are_checked(rules: Rules) -> None:
    good, seats = defaults(rules), rules.engine.SEATS[0]
    rules.engine.check_options(good, seats)
    for name in good:
        for bad in ({**good, name: "nonsense"}, {**good, name: None}, {**good, name: 1}, _without(good, name)):
            with pytest.raises(BadOption) as refusal:
                rules.engine.check_options(bad, seats)
            assert refusal.value.name == name
    with pytest.raises(BadOption) as refusal:
        rules.engine.check_options({**good, "colour": "red"}, seats)
    assert refusal.value.name == "colour"
    for number in (rules.engine.SEATS[0] - 1, rules.engine.SEATS[-1] + 1):
        with pytest.raises(BadOption):
            rules.engine.check_options(good, number)


def _without(options: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != name}


@every_rules
def test_the_rows_are_rows(rules: Rules) -> None:
    """They contain exactly the codes in PIECES, each once and at a different position."""
    for state, _ in playout(rules, defaults(rules), rules.engine.SEATS[-1], seed=8):
        pieces = state.pieces()
        assert {piece.code for piece in pieces} <= set(rules.engine.PIECES)
        assert {piece.zone for piece in pieces} <= set(rules.engine.ZONES)
        assert all(isinstance(piece, Piece) and piece.kind in ("card", "tile") for piece in pieces)
        ordered = [piece[2:6] for piece in pieces if piece.zone not in ("hand", "sent")]
        assert len(set(ordered)) == len(ordered)


@some_games
def test_a_game_of_default_moves_only_ends(rules: Rules, options: dict[str, Any], seats: int) -> None:
    for seed in range(3 if EVERYTHING else 1):
        *_, (state, _) = playout(rules, options, seats, seed, left_to_default_moves(rules, range(seats)), LONGEST)
        assert state.outcome is not None


@some_games
def test_default_moves_never_get_stuck(rules: Rules, options: dict[str, Any], seats: int) -> None:
    """Some seats make default moves from the start, and at any moment all seats may begin to."""
    rng = Random(seats)
    absent = rng.sample(range(seats), rng.randint(1, seats - 1))
    choose = left_to_default_moves(rules, absent, or_resign(0.001))
    for number, (state, _) in enumerate(playout(rules, options, seats, seed=300 + seats, choose=choose)):
        for seat in state.to_move:
            move = rules.automation.default_move(state.view(seat))
            assert move in state.legal_moves(seat)
            assert rules.automation.default_move(state.copy().view(seat)) == move
        if number == 60:
            _end_plainly(rules, state.copy(), rng)
    assert state.outcome is not None


def _end_plainly(rules: Rules, state: State, rng: Random) -> None:
    for _ in range(LONGEST):
        if not state.to_move:
            return
        seat = min(state.to_move)
        state.apply(seat, rules.automation.default_move(state.view(seat)), random_shuffle(rng))
    raise AssertionError("the plainest moves do not end the game")


@every_rules
def test_progress_is_the_same_for_all_viewers_and_grows(rules: Rules) -> None:
    told: list[str] = []
    for state, _ in playout(rules, defaults(rules), rules.engine.SEATS[0], seed=7):
        (said,) = {str(rules.presentation.progress(state.view(viewer))) for viewer in viewers(rules.engine.SEATS[0])}
        told += [said] if said not in told[-1:] else []
    assert len(told) == len(set(told)) > 1


@every_rules
def test_a_seat_not_to_move_has_no_default_move(rules: Rules) -> None:
    state, _ = rules.engine.state_class.new(defaults(rules), rules.engine.SEATS[-1], random_shuffle(Random(1)))
    for viewer in viewers(rules.engine.SEATS[-1]):
        if viewer not in state.to_move:
            with pytest.raises(ValueError, match="no move"):
                rules.automation.default_move(state.view(viewer))


@every_rules
def test_orders_are_named_and_in_words(rules: Rules) -> None:
    state, _ = rules.engine.state_class.new(defaults(rules), rules.engine.SEATS[-1], random_shuffle(Random(2)))
    for seat in range(rules.engine.SEATS[-1]):
        orders = rules.automation.orders(state.view(seat))
        names = [order.name for order in orders]
        assert ONLY_MOVE.name in names
        assert len(set(names)) == len(names)
        assert all(order.label.text and order.help.text for order in orders)
        assert all(choice.label.text for order in orders for choice in order.choices)


@every_rules
def test_only_seats_that_may_move_again_have_orders(rules: Rules) -> None:
    for seats in rules.engine.SEATS:
        *_, (state, _) = playout(rules, defaults(rules), seats, seed=9)
        assert {rules.automation.orders(state.view(viewer)) for viewer in viewers(seats)} == {()}
        begun, _ = rules.engine.state_class.new(defaults(rules), seats, random_shuffle(Random(3)))
        assert rules.automation.orders(begun.view(None)) == ()
        if seats > 2:
            begun.apply(seats - 1, "resign", random_shuffle(Random(4)))
            assert rules.automation.orders(begun.view(seats - 1)) == ()
