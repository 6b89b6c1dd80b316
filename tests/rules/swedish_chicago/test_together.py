"""Simultaneous answers, resolved in table order (rules 7, option ``together``)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.contract import Event, Seat, redact
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.state import State
from tests.rules.playout import any_legal, random_shuffle
from tests.rules.swedish_chicago.tables import (
    FOURS,
    HIGH_CARD,
    PAIR,
    TRIPS,
    TWO_PAIRS,
    do,
    events_of_kind,
    points,
    refuses,
    table,
)

hide = GAME.presentation.hide

THREE = [TWO_PAIRS, PAIR, TRIPS]


def together(hands: list[str], phase: str = "exchange", part: int = 1, **more: Any) -> State:
    return table(hands, phase, part, together=True, **more)


def test_all_players_are_to_move_at_once_and_answer_in_any_order() -> None:
    state = together(THREE)
    assert state.to_move == {0, 1, 2}
    events = do(state, "1 exchange 2c")
    assert [event.kind for event in events] == ["sealed"]
    assert events[0].details == {"ask": "exchange"}
    assert events[0].private == {1: {"move": "exchange 2c"}}
    assert state.to_move == {0, 2}
    assert state.hands[1] == ["2c", "Kc", "2d", "7h", "9s"]
    assert state.position()["sealed"] == {"1": "exchange 2c"}
    assert refuses(state, "1 exchange") == "answered 7"
    assert state.legal_moves(1) == []


def test_exchanges_are_served_in_table_order_when_all_are_in() -> None:
    state = together(THREE)
    first, second, third = state.stock[:-4:-1]
    events = do(state, "2 exchange 9c", "1 exchange 2c", "0 exchange Qc")
    assert [event.seat for event in events_of_kind(events, "exchanged")] == [0, 1, 2]
    assert first in state.hands[0] and second in state.hands[1] and third in state.hands[2]
    assert (state.phase, state.sealed, state.to_move) == ("announce", {}, {0, 1, 2})


def test_a_turn_is_counted_once_for_all() -> None:
    state = together(THREE)
    turn = state.turn
    do(state, "2 exchange", "1 exchange")
    assert state.turn == turn
    events = do(state, "0 exchange")
    assert state.turn == turn + 1
    assert [event.seat for event in events_of_kind(events, "turn")] == [0, 1, 2]
    assert events[0].kind == "sealed"


def test_an_announcement_that_table_order_no_longer_allows_becomes_a_pass() -> None:
    state = together(THREE, "announce")
    assert sorted(state.legal_moves(1)) == ["announce", "pass"]
    events = do(state, "2 announce", "1 announce", "0 announce")
    assert state.said[0] == ["two pairs", "pass", "trips"]
    (passed,) = events_of_kind(events, "passed")
    assert (passed.seat, passed.private) == (1, {1: {"lapsed": True}})
    assert points(events) == [(2, 3, "announcement")]


def test_an_announcement_that_comes_too_low_is_a_pass_to_all_others() -> None:
    """The last answer may be too low, too; then the move contains both events."""
    state = together(THREE, "announce")
    do(state, "0 announce", "2 announce")
    events = do(state, "1 announce")
    assert [hide("announce", events, viewer) for viewer in (0, 1, 2, None)] == ["pass", "announce", "pass", "pass"]


def test_a_player_without_a_combination_can_only_pass() -> None:
    assert together([HIGH_CARD, PAIR], "announce").legal_moves(0) == ["pass"]


def test_the_round_before_the_lead_is_sealed_too() -> None:
    state = together([FOURS, PAIR], "quads", 3, four_of_a_kind="reset")
    assert state.to_move == {0, 1}
    do(state, "1 pass", "0 announce")
    assert (state.phase, state.to_move) == ("choose", {0})


def test_the_first_in_table_order_to_declare_plays_the_chicago() -> None:
    state = together(THREE, "chicago", 3, scores=[20, 20, 20])
    events = do(state, "2 declare", "1 declare", "0 pass")
    assert [event.kind for event in events if event.kind in ("passed", "declared")] == ["passed", "declared"]
    assert (state.declarer, state.phase, state.sealed) == (1, "play", {})


def test_a_late_declaration_is_never_revealed() -> None:
    state = together(THREE, "chicago", 3, scores=[20, 20, 20])
    do(state, "0 declare", "1 declare")
    events = do(state, "2 declare")
    assert hide("declare", events, 0) == "?"
    assert hide("declare", events, 2) == "declare"
    assert [event.seat for event in events_of_kind(events, "declared")] == [0]


def test_an_open_card_is_decided_in_its_turn() -> None:
    state = together(THREE, open_card=True)
    stock = state.stock[::-1]
    do(state, "0 exchange Qc", "1 exchange open 7h")
    events = do(state, "2 exchange 9c")
    assert [event.kind for event in events] == ["sealed", "exchanged", "exchanged", "opened", "turn"]
    assert (state.phase, state.to_move, state.sealed) == ("open", {1}, {2: "exchange 9c"})
    assert state.position()["open"] == {"seat": 1, "thrown": "7h", "card": stock[1]}
    assert refuses(state, "2 exchange 9c") == "answered 7"
    events = do(state, "1 refuse")
    assert stock[2] in state.hands[1] and stock[3] in state.hands[2]
    assert (state.phase, state.to_move) == ("announce", {0, 1, 2})
    assert events[0].kind == "refused"


def test_tricks_are_played_one_after_the_other() -> None:
    state = together(THREE, "play", 3)
    assert state.to_move == {0}


def test_6_3_what_a_player_who_leaves_has_sealed_no_longer_counts() -> None:
    state = together(THREE, "announce")
    do(state, "2 announce")
    turn = state.turn
    assert not events_of_kind(do(state, "2 resign"), "turn")
    assert (state.sealed, state.to_move, state.turn) == ({}, {0, 1}, turn)
    assert points(do(state, "0 announce", "1 announce")) == [(0, 2, "announcement")]


def test_6_3_the_last_who_has_not_answered_leaves() -> None:
    state = together(THREE, "announce")
    do(state, "0 announce", "1 pass")
    assert points(do(state, "2 resign")) == [(0, 2, "announcement")]
    assert state.to_move == {0, 1}


def test_6_3_a_player_with_an_open_card_resigns_and_the_others_are_served() -> None:
    state = together(THREE, open_card=True)
    do(state, "0 exchange open Qc", "1 exchange", "2 exchange 9c", "0 resign")
    assert (state.open, state.sealed, state.phase, state.to_move) == (None, {}, "announce", {1, 2})


def told_to(viewer: Seat | None, state: State, move: str, events: list[Event]) -> tuple[Any, ...]:
    """Return everything another player learns about a move: its log text, its events, and the table after it."""
    return hide(move, events, viewer), [redact(event, viewer) for event in events], state.view(viewer)


@pytest.mark.parametrize("seed", range(4))
def test_a_sealed_answer_reveals_nothing_to_others(seed: int) -> None:
    """Until all have answered, others see the same for any sealed answer."""
    rng = Random(seed)
    state, _ = State.new(table(["", "", ""]).options | {"together": True, "open_card": True}, 4, random_shuffle(rng))
    compared = 0
    for _ in range(300):
        if not state.to_move:
            break
        if len(state.to_move) > 1:
            seat = rng.choice(sorted(state.to_move))
            moves = rng.sample(state.legal_moves(seat), min(4, len(state.legal_moves(seat))))
            for viewer in {None, *range(4)} - {seat}:
                learnt = []
                for move in moves:
                    twin = state.copy()
                    learnt.append(told_to(viewer, twin, move, twin.apply(seat, move, random_shuffle(rng))))
                assert all(each == learnt[0] for each in learnt)
                compared += len(learnt) > 1
        state.apply(*any_legal(state, rng), random_shuffle(rng))
    assert compared > 100


def test_nobody_follows_while_answers_are_sealed() -> None:
    state = together(THREE)
    assert state.following is None
    do(state, "1 exchange 2c")
    assert state.following is None
