"""No view or event reveals a hidden card (rules 2.1, 2.4, 3.2, 4.3, 6.3, 7.6)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from re import findall
from typing import Any

import pytest

from games.rules.contract import Event, Piece, Seat, redact
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.needs import EVERYTHING
from tests.rules.playout import kinds_of_games, or_resign, playout
from tests.rules.swedish_chicago.tables import PAIR, PLAIN, TRIPS, TWO_PAIRS, do, table

hide = swedish_chicago.presentation.hide

KINDS = kinds_of_games(swedish_chicago)
TOGETHER = PLAIN | {"together": True, "open_card": True, "four_of_a_kind": "reset"}


def is_hidden(state: State, piece: Piece, viewer: Seat | None) -> bool:
    """Return whether a piece is hidden, according to the text of the rules."""
    if state.outcome is not None and piece.zone != "discard":
        return piece.zone == "stock"
    if piece.zone == "discard":
        return viewer is None or piece.code not in state.thrown_cards[viewer]
    if piece.zone == "stock":
        return True
    return piece.zone in ("hand", "thrown") and piece.seat != viewer


def permuted(state: State, viewer: Seat | None, rng: Random) -> State:
    """Return the same table with hidden cards permuted, and without sealed answers."""
    codes = [piece.code for piece in state.pieces() if is_hidden(state, piece, viewer)]
    new = dict(zip(codes, rng.sample(codes, len(codes)), strict=True))
    pieces = [piece._replace(code=new.get(piece.code, piece.code)) for piece in state.pieces()]
    facts = state.facts()
    for seat in range(state.seats):
        if seat != viewer:
            facts["records"][seat] = []
    facts["thrown_cards"] = [[new.get(card, card) for card in cards] for cards in facts["thrown_cards"]]
    facts["sealed"] = {seat: text if seat == str(viewer) else "pass" for seat, text in facts["sealed"].items()}
    return State.restore(state.options, state.seats, pieces, facts)


@pytest.mark.parametrize(("options", "seats"), [*KINDS, (PLAIN, 4), (TOGETHER, 3)])
def test_what_is_hidden_has_no_influence_on_the_view(options: dict[str, Any], seats: int) -> None:
    rng = Random(seats)
    for number, (state, _) in enumerate(playout(swedish_chicago, options, seats, 10, or_resign(0.003))):
        if number % (7 if EVERYTHING else 11) and state.outcome is None and state.open is None:
            continue
        for viewer in (None, *range(seats)):
            other = permuted(state, viewer, rng)
            assert other.full_view(viewer) == state.full_view(viewer)
            assert other.look_back(viewer, reveal_all=False) == state.look_back(viewer, reveal_all=False)


def cards_in(*told: Any) -> set[str]:
    return set(findall(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])", json.dumps(told, default=str)))


def laid_open(events: Iterable[Event]) -> set[str]:
    """Return the cards that these events reveal to everybody."""
    public = [
        event.details
        for event in events
        if event.kind in ("showed", "opened", "took", "refused", "played", "trick", "hands")
    ]
    return cards_in(public)


@pytest.mark.parametrize(("options", "seats"), [*KINDS, (PLAIN, 4), (TOGETHER, 3)])
def test_events_name_a_card_only_to_seats_that_held_or_saw_it(options: dict[str, Any], seats: int) -> None:
    """Checks the log, the events and the table; the cards of a hand are forgotten at the next deal."""
    known: dict[Seat | None, set[str]] = {viewer: set() for viewer in (None, *range(seats))}
    drawn: dict[Seat, set[str]] = {seat: set() for seat in range(seats)}
    hand = 0
    for state, events in playout(swedish_chicago, options, seats, 20, or_resign(0.003)):
        opened = laid_open(events)
        for seat in range(seats):
            drawn[seat] = cards_in([event.private.get(seat) for event in events])
        for viewer, seen in known.items():
            own = set() if viewer is None else drawn[viewer] | set(state.hands[viewer])
            fresh = own if state.hand != hand else set()
            seen |= opened | own
            assert cards_in([redact(event, viewer).details for event in events]) <= seen
            if state.outcome is None:
                if fresh:
                    seen.clear()
                    seen |= set(state.hands[viewer]) if viewer is not None else set()
                view = replace(state.view(viewer), told=(), legal=())
                assert cards_in(_as_json(view)) <= seen | opened
        hand = state.hand


def _as_json(view: Any) -> Any:
    seats = [(seat.hand, seat.thrown_cards, seat.shown, seat.played) for seat in view.seats]
    return seats, view.sealed, view.recorded, view.trick, view.open and (view.open.card, view.open.thrown)


def test_event_details_are_public() -> None:
    for options, seats in [*KINDS, (TOGETHER, 3)]:
        for _, events in playout(swedish_chicago, options, seats, 30, or_resign(0.003)):
            for event in events:
                if event.kind in ("exchanged", "sealed", "dealt", "passed", "announced", "resigned", "reshuffled"):
                    assert not cards_in(event.details)


def test_2_1_how_many_is_public_which_is_not() -> None:
    state = table([PAIR, TRIPS, TWO_PAIRS])
    events = do(state, "exchange 2c Kc")
    assert hide("exchange 2c Kc", events, 0) == "exchange 2c Kc"
    assert hide("exchange 2c Kc", events, 1) == hide("exchange 2c Kc", events, None) == "exchange ? ?"
    view = state.view(1)
    assert view.seats[0].thrown == (2, None, None)
    assert (view.seats[0].hand, view.seats[0].hand_size, view.discards, view.stock) == (None, 5, 2, 35)


def test_2_1_they_see_what_they_have_thrown_until_it_is_shuffled_back() -> None:
    state = table([PAIR, TRIPS, TWO_PAIRS])
    do(state, "exchange Kc 7h", "exchange 9c")
    assert [of.thrown_cards for of in state.view(0).seats] == [("Kc", "7h"), None, None]
    assert [of.thrown_cards for of in state.view(None).seats] == [None] * 3
    assert {piece.code for piece in state.full_view(1).pieces if piece.zone == "discard"} == {"9c", "?0", "?1"}
    state.stock = []
    do(state, "exchange 3c")
    assert [state.view(seat).seats[seat].thrown_cards for seat in range(3)] == [(), (), ("3c",)]


def test_7_6_for_an_open_card_too() -> None:
    state = table([PAIR, TRIPS], open_card=True)
    do(state, "exchange open 7h", "refuse")
    assert state.view(0).seats[0].thrown_cards == ("7h",)


def test_2_1_a_sample_leaves_what_they_have_thrown_among_the_discards() -> None:
    state = table([PAIR, TRIPS])
    do(state, "exchange Kc 7h", "exchange")
    samples = [swedish_chicago.automation.determinize(state.full_view(0), Random(seed)) for seed in range(20)]
    assert all(sorted(sample.discards) == ["7h", "Kc"] for sample in samples)


def test_a_hand_stored_without_what_was_thrown_goes_on_without_it() -> None:
    state = table([PAIR, TRIPS])
    do(state, "exchange Kc 7h")
    facts = state.facts()
    del facts["thrown_cards"]
    older = State.restore(state.options, state.seats, state.pieces(), facts)
    do(older, "exchange 9c")
    assert older.view(1).seats[1].thrown_cards == ()
    assert "thrown_cards" not in older.facts()
    older.clear()
    assert older.thrown_cards == [[], []]


def test_7_6_the_discard_for_an_open_card_remains_hidden() -> None:
    state = table([PAIR, TRIPS], open_card=True)
    card = state.stock[-1]
    events = do(state, "exchange open 7h")
    assert hide("exchange open 7h", events, 1) == "exchange open ?"
    seen = state.view(1).open
    assert seen is not None and (seen.seat, seen.card, seen.thrown) == (0, card, None)
    own = state.view(0).open
    assert own is not None and own.thrown == "7h"


def test_6_3_the_hand_of_one_who_leaves_is_not_shown() -> None:
    state = table([PAIR, TRIPS, TWO_PAIRS])
    events = do(state, "0 resign")
    assert not cards_in([event.details for event in events], [event.private for event in events])
    assert hide("resign", events, 1) == "resign"


def test_when_the_game_is_over_every_hand_is_open() -> None:
    state = table([PAIR, TRIPS])
    do(state, "0 resign")
    assert [seat.hand for seat in state.view(None).seats] == [
        ("2c", "Kc", "2d", "7h", "9s"),
        ("4c", "9c", "4d", "Jd", "4h"),
    ]


def test_a_replay_reveals_hands_only_by_option() -> None:
    state = table([PAIR, TRIPS])
    assert [seat.hand for seat in state.look_back(None, reveal_all=False).seats] == [None, None]
    shown = state.look_back(None, reveal_all=True)
    assert all(seat.hand for seat in shown.seats)
    assert (shown.past, shown.reveal_all, shown.legal) == (True, True, ())
