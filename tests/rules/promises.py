"""The contract of every game (games/rules/contract.py), checked in each position, for all options and player counts."""

from __future__ import annotations

import json
from collections import deque
from random import Random
from re import findall
from typing import Any

import pytest

from games.rules.contract import Event, Illegal, Seat, State, redact
from games.rules.standing_orders import ONLY_MOVE
from tests.rules.moments import Moment, Promise
from tests.rules.playout import any_legal, random_shuffle

MANY = 40
"""The maximum number of legal moves tried per seat, and of illegal moves."""


def all_there_is(state: State) -> tuple[Any, ...]:
    """Return all contents of a state."""
    return state.position(), state.facts(), sorted(state.pieces(), key=str)


def frozen(state: State) -> tuple[Any, ...]:
    return state.position(), json.dumps(state.facts(), sort_keys=True), sorted(state.pieces(), key=str)


class Order:
    """Pieces stay the same, turns and shuffles only increase, and exactly the seats to move have moves."""

    __name__ = "pieces_stay_and_turns_go_up"

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.turn = self.shuffles = -1

    def __call__(self, moment: Moment) -> None:
        state = moment.state
        now = sorted(piece.code for piece in state.pieces())
        self.codes = self.codes or now
        assert now == self.codes
        assert self.turn <= state.turn
        assert self.shuffles <= state.shuffles
        self.turn, self.shuffles = state.turn, state.shuffles
        assert (state.outcome is None) == bool(state.to_move)
        for seat in range(moment.seats):
            moves = state.legal_moves(seat)
            assert bool(moves) == (seat in state.to_move)
            assert len(set(moves)) == len(moves)
            assert state.forced_move(seat) in (None, *moves)
        assert state.following is None or len(state.to_move) == 1
        assert state.following not in {*state.to_move, *state.out}


class Events:
    """Events never change, because they share no list with the mutable state."""

    __name__ = "events_stay_as_they_were"

    def __init__(self) -> None:
        self.lately: deque[tuple[Event, str]] = deque(maxlen=30)

    def __call__(self, moment: Moment) -> None:
        assert [(event.kind, _written(event)) for event, _before in self.lately] == [
            (event.kind, before) for event, before in self.lately
        ]
        self.lately += [(event, _written(event)) for event in moment.events]


def _written(event: Event) -> str:
    return json.dumps([event.details, event.private])


class Refusals:
    """Every legal move is accepted; moves of other moments are refused without any change."""

    __name__ = "legal_moves_apply_and_texts_of_other_moments_are_refused"

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, moment: Moment) -> None:
        if not moment.every(20):
            return
        state, rng, before = moment.state, Random(moment.number), frozen(moment.state)
        for seat in range(moment.seats):
            moves = state.legal_moves(seat)
            self.seen.update(moves)
            for move in moves[:MANY]:
                state.copy().apply(seat, move, random_shuffle(rng))
            for move in rng.sample(sorted(self.seen), min(len(self.seen), MANY)):
                if move not in moves:
                    with pytest.raises(Illegal):
                        state.apply(seat, move, random_shuffle(rng))
        assert frozen(state) == before


class Orders:
    """Standing orders, whether current, lapsed or invalid, make legal moves or none."""

    __name__ = "orders_make_legal_moves_or_none"

    def __init__(self, seats: int) -> None:
        self.given: list[dict[str, str]] = [{} for _ in range(seats)]

    def __call__(self, moment: Moment) -> None:
        if moment.number % 7 and len(moment.state.to_move) == 1:
            return
        before = frozen(moment.state)
        for seat in range(moment.seats):
            self._obeyed(moment, seat, Random(moment.number + seat))
        assert frozen(moment.state) == before

    def _obeyed(self, moment: Moment, seat: Seat, rng: Random) -> None:
        rules, view, given = moment.rules, moment.view(seat), self.given[seat]
        for order in rules.automation.orders(view):
            offered = [choice.value for choice in order.choices]
            assert len(set(offered)) == len(offered) > 0
            if rng.random() < 0.3:
                given[order.name] = rng.choice([*offered, "nonsense", ""])
        for orders in (given, {}, {"nonsense": "nonsense"}, dict.fromkeys(given, "resign")):
            assert rules.automation.automatic_move(view, orders) in (None, *moment.state.legal_moves(seat))
        assert rules.automation.automatic_move(view, {}) is None


def the_only_move_is_made_if_that_is_ordered(moment: Moment) -> None:
    """Check that the order makes the player's only move, but no move if there is a choice."""
    orders = {ONLY_MOVE.name: ONLY_MOVE.choices[0].value}
    for seat in moment.state.to_move:
        moves = moment.state.legal_moves(seat)
        made = moment.rules.automation.automatic_move(moment.view(seat), orders)
        assert made == (moves[0] if len(moves) == 1 else None)


def a_replay_shows_what_the_table_showed_then(moment: Moment) -> None:
    """Replay views add no card and no move, render at every step, and leave the state unchanged."""
    if not moment.every(10):
        return
    rules, state, codes = moment.rules, moment.state, set(moment.rules.engine.PIECES)
    before = frozen(state)
    for seat in moment.viewers:
        known = moment.known(seat)
        back, then = state.look_back(seat, reveal_all=False), moment.view(seat)
        assert codes.intersection(findall(r"\w+", repr(back))) <= codes.intersection(findall(r"\w+", repr(then)))
        assert not back.legal
        assert len(rules.presentation.affects(known, seat)) == len(known)
        for shown, told in ((back, known), (state.look_back(seat, reveal_all=True), moment.open)):
            rules.presentation.board(shown, {}, told, (), told)
            for event in told:
                rules.presentation.sentence(event, seat)
    assert frozen(state) == before


def shuffled_pieces_and_facts_restore_the_state(moment: Moment) -> None:
    """Check that the order of restored rows doesn't affect any later event."""
    rules, state, seats = moment.rules, moment.state, moment.seats
    facts = json.loads(json.dumps(state.facts()))
    pieces = Random(moment.number).sample(state.pieces(), len(state.pieces()))
    twin = rules.engine.state_class.restore(moment.options, seats, pieces, facts)
    assert (twin.to_move, twin.outcome, twin.turn) == (state.to_move, state.outcome, state.turn)
    if moment.every(10):
        assert all_there_is(twin) == all_there_is(state)
        assert [twin.view(seat) for seat in moment.viewers] == [moment.view(seat) for seat in moment.viewers]
    if state.to_move:
        seat, move = any_legal(state, Random(moment.number))
        ours = state.copy().apply(seat, move, random_shuffle(Random(1)))
        assert twin.apply(seat, move, random_shuffle(Random(1))) == ours


def what_happened_can_be_stored_and_told(moment: Moment) -> None:
    """Check that events are JSON and show spectators nothing private; players see their own moves unchanged."""
    rules, state = moment.rules, moment.state
    for event in moment.events:
        details = [event.details, *event.private.values()]
        assert json.loads(json.dumps(details)) == details
        assert not redact(event, None).private
    if state.to_move:
        seat, move = any_legal(state, Random(moment.number))
        assert state.commits(seat, move) in (True, False)
        twin = state.copy()
        events = twin.apply(seat, move, random_shuffle(Random(moment.number)))
        assert rules.presentation.hide(move, events, seat) == move
        assert all(isinstance(rules.presentation.hide(move, events, viewer), str) for viewer in moment.viewers)


def promises(seats: int) -> list[Promise]:
    """Return all promises for one game with this number of seats."""
    return [
        Order(),
        Events(),
        Refusals(),
        Orders(seats),
        the_only_move_is_made_if_that_is_ordered,
        a_replay_shows_what_the_table_showed_then,
        shuffled_pieces_and_facts_restore_the_state,
        what_happened_can_be_stored_and_told,
    ]
