"""Dealing and exchanging (rules 1.2, 1.3, 2, 7.6)."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.rules.swedish_chicago.pieces import canonical
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.tables import (
    FOURS,
    HIGH_CARD,
    HIGHER_FOURS,
    PAIR,
    PLAIN,
    TRIPS,
    TWO_PAIRS,
    as_it_lies,
    do,
    events_of_kind,
    refuses,
    table,
)

THREE = [PAIR, TWO_PAIRS, TRIPS]


def test_1_2_the_first_dealer_is_drawn_and_the_deal_moves_clockwise() -> None:
    state, events = State.new(PLAIN, 3, lambda pieces: list(pieces)[::-1])
    assert state.dealer == 2
    assert state.order() == [0, 1, 2]
    assert events_of_kind(events, "dealt")[0].details == {"hand": 1, "dealer": 2, "first": 0}
    state = table([FOURS, HIGH_CARD, TRIPS], "choose", 2, four_of_a_kind="reset_ends")
    state.due = [0]
    do(state, "0 score")
    assert (state.hand, state.dealer, state.due) == (2, 0, [1, 2, 0])


def test_1_2_a_player_who_has_left_does_not_deal() -> None:
    state = table([FOURS, HIGH_CARD, TRIPS], "choose", 2, four_of_a_kind="reset_ends")
    state.due = [1]
    do(state, "0 resign", "1 score")
    assert (state.dealer, state.order()) == (1, [2, 1])


def test_1_3_one_card_at_a_time_from_the_dealers_left() -> None:
    state, events = State.new(PLAIN, 3, as_it_lies)
    assert state.dealer == 0
    assert state.hands == [
        ["4c", "7c", "Tc", "Kc", "3d"],
        ["2c", "5c", "8c", "Jc", "Ac"],
        ["3c", "6c", "9c", "Qc", "2d"],
    ]
    assert state.stock[::-1][:3] == ["4d", "5d", "6d"]
    assert events_of_kind(events, "dealt")[0].private == {seat: {"cards": state.hands[seat]} for seat in range(3)}
    assert [event.seat for event in events_of_kind(events, "turn")] == [1]


def test_2_1_any_cards_are_thrown_and_as_many_received() -> None:
    state = table(THREE)
    stock = state.stock[::-1]
    (exchanged, *_) = do(state, "exchange 2c Kc 9s")
    assert state.hands[0] == canonical(["2d", "7h", *stock[:3]])
    assert state.discards == ["2c", "Kc", "9s"]
    assert exchanged.details == {"count": 3, "open": False}
    assert exchanged.private == {0: {"thrown": ["2c", "Kc", "9s"], "cards": stock[:3]}}
    assert state.due == [1, 2]


def test_2_1_every_choice_of_cards_is_offered_in_canonical_order() -> None:
    state = table(THREE)
    hand = state.hands[0]
    choices = [choice for size in range(6) for choice in combinations(hand, size)]
    assert sorted(state.legal_moves(0)) == sorted(" ".join(["exchange", *choice]) for choice in choices)
    assert state.legal_moves(1) == []


def test_2_1_exchanging_no_cards() -> None:
    state = table(THREE)
    hand = state.hands[0].copy()
    (exchanged, *_) = do(state, "exchange")
    assert state.hands[0] == hand
    assert exchanged.details["count"] == 0


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("0 exchange 3c", "not_your_card 2.1"),
        ("0 exchange 2c 2c", "twice 2.1"),
        ("0 exchange Kc 2c", "order 8"),
        ("0 exchange open 2c", "no_open 7.6"),
        ("0 exchange 2C", "unknown 8"),
        ("0 exchange ", "unknown 8"),
        ("0 pass", "wrong_phase 2.1"),
        ("0 take", "wrong_phase 2.1"),
        ("0 score", "no_choice 2.1"),
        ("1 exchange", "not_your_turn 2.1"),
        ("2 play 4c", "not_your_turn 2.1"),
    ],
)
def test_2_1_what_is_no_exchange_is_refused(move: str, refusal: str) -> None:
    assert refuses(table(THREE), move) == refusal


@pytest.mark.parametrize(("stop", "stopped"), [("46", [2]), ("42", [1, 2]), ("none", [])])
def test_2_2_who_had_enough_when_the_hand_was_dealt_is_skipped(stop: str, stopped: list[int]) -> None:
    state = table(
        [FOURS, HIGH_CARD, TRIPS], "choose", 2, scores=[0, 45, 46], four_of_a_kind="reset_ends", exchange_stop=stop
    )
    state.due = [0]
    do(state, "score")
    assert state.stopped == stopped
    assert state.due == [seat for seat in (1, 2, 0) if seat not in stopped]
    view = state.view(None)
    assert [seat.seat for seat in view.seats if seat.stopped] == stopped


def test_2_2_reaching_it_during_a_hand_has_no_effect_on_that_hand() -> None:
    state = table([HIGH_CARD, TRIPS], "announce", scores=[0, 44])
    do(state, "pass", "announce")
    assert state.scores == [0, 47]
    assert (state.phase, state.part, state.due) == ("exchange", 2, [0, 1])


def test_2_2_where_all_are_stopped_the_announcing_begins_at_once() -> None:
    state = table([FOURS, HIGH_CARD], "choose", 2, scores=[39, 48], four_of_a_kind="reset_ends")
    state.due = [0]
    events = do(state, "score")
    assert state.stopped == [0, 1]
    assert (state.phase, state.due) == ("announce", [1, 0])
    assert events_of_kind(events, "dealt")[0].details["first"] == 1


def test_2_3_an_empty_stock_is_reshuffled_from_earlier_discards() -> None:
    state = table(THREE, stock="As", discards="5s 6d 8c")
    events = do(state, "exchange 2c 2d")
    assert [event.kind for event in events][:2] == ["reshuffled", "exchanged"]
    assert state.hands[0] == ["8c", "Kc", "7h", "9s", "As"]
    assert events[1].private[0]["cards"] == ["As", "8c"]
    assert state.stock[::-1] == ["6d", "5s"]
    assert state.discards == ["2c", "2d"]
    assert state.shuffles == 1


def test_2_3_the_stock_is_reshuffled_only_when_a_card_is_needed() -> None:
    state = table(THREE, stock="As Ad", discards="5s 6d 8c")
    assert not events_of_kind(do(state, "exchange 2c 2d"), "reshuffled")
    assert state.stock == []


def _announced(*announcing: str) -> State:
    """Return part 2's exchange after these answers in part 1."""
    state = table([PAIR, TRIPS, TRIPS.replace("4", "6")], "announce")
    do(state, *announcing)
    assert (state.phase, state.part) == ("exchange", 2)
    return state


def test_2_4_a_player_who_breaks_their_highest_announced_combination_shows_it_first() -> None:
    state = _announced("announce", "announce", "announce")
    do(state, "0 exchange 2c 2d")
    assert state.shown[0] == []
    events = do(state, "1 exchange 4c 9c")
    assert [event.kind for event in events][:2] == ["showed", "exchanged"]
    assert events[0].details == {"type": "trips", "cards": ["4c", "4d", "4h"]}
    assert state.shown[1] == ["4c", "4d", "4h"]
    do(state, "2 exchange 6h")
    assert state.shown[2] == ["6c", "6d", "6h"]


def test_2_4_odd_cards_may_be_thrown_unseen() -> None:
    state = _announced("announce", "announce", "announce")
    do(state, "exchange", "exchange 9c Jd")
    assert state.shown == [[], [], []]


def test_2_4_what_was_not_announced_may_be_broken_unseen() -> None:
    state = _announced("announce", "pass", "announce")
    do(state, "exchange", "exchange 4c 4d 4h")
    assert state.shown[1] == []


def test_2_4_each_record_is_shown_once_and_one_throw_may_break_two() -> None:
    state = table([PAIR, HIGH_CARD], "announce")
    do(state, "announce", "pass")
    assert state.view(0).recorded == (("pair", ("2c", "2d")),)
    assert state.view(1).recorded == ()
    state.stock += ["Ks"]
    do(state, "exchange 7h", "exchange", "announce", "pass")
    assert state.view(0).recorded == (("pair", ("2c", "2d")), ("two pairs", ("2c", "Kc", "2d", "Ks")))
    events = do(state, "exchange 2c 2d")
    assert [event.details["type"] for event in events_of_kind(events, "showed")] == ["pair", "two pairs"]
    assert state.shown[0] == ["2c", "Kc", "2d", "Ks"]
    assert state.view(0).recorded == ()


def test_2_4_the_same_combination_announced_twice_is_one_record() -> None:
    state = table([PAIR, HIGH_CARD], "announce")
    do(state, "announce", "pass", "exchange", "exchange", "announce", "pass")
    assert state.view(0).recorded == (("pair", ("2c", "2d")),)


@pytest.mark.parametrize("limit", "12345")
def test_7_throw_limit(limit: str) -> None:
    state = table(THREE, throw_limit=limit)
    longest = max(len(move.split()) - 1 for move in state.legal_moves(0))
    assert longest == int(limit)
    assert len(state.legal_moves(0)) == [6, 16, 26, 31, 32][int(limit) - 1]
    if limit != "5":
        too_many = " ".join(state.hands[0][: int(limit) + 1])
        assert refuses(state, f"0 exchange {too_many}") == "too_many 7"


def test_7_6_an_open_card_is_shown_and_taken() -> None:
    state = table(THREE, open_card=True)
    card = state.stock[-1]
    assert [move for move in state.legal_moves(0) if "open" in move] == [
        f"exchange open {each}" for each in state.hands[0]
    ]
    turn = state.turn
    events = do(state, "exchange open 7h")
    assert [event.kind for event in events] == ["exchanged", "opened"]
    assert events[1].details == {"card": card}
    assert state.position()["open"] == {"seat": 0, "thrown": "7h", "card": card}
    assert (state.position()["phase"], state.to_move, state.turn) == ("open", {0}, turn)
    assert sorted(state.legal_moves(0)) == ["refuse", "take"]
    assert all("7h" not in held for held in state.hands)
    assert refuses(state, "0 exchange") == "wrong_phase 7.6"
    do(state, "take")
    assert card in state.hands[0]
    assert state.discards == ["7h"]
    assert (state.phase, state.due, state.turn) == ("exchange", [1, 2], turn + 1)


def test_7_6_a_refused_open_card_is_replaced_by_the_next() -> None:
    state = table(THREE, open_card=True)
    refused, kept = state.stock[-1], state.stock[-2]
    events = do(state, "exchange open 7h", "refuse")
    assert events_of_kind(events, "refused")[0].details == {"card": refused}
    assert events_of_kind(events, "refused")[0].private == {0: {"drawn": kept}}
    assert kept in state.hands[0]
    assert state.position()["discards"] == canonical([refused, "7h"])
    assert state.due == [1, 2]


def test_7_6_neither_throw_nor_refused_card_is_in_a_reshuffle_in_between() -> None:
    state = table(THREE, open_card=True, stock="As", discards="6d 8c")
    do(state, "exchange open 7h", "refuse")
    assert state.hands[0] == ["2c", "8c", "Kc", "2d", "9s"]
    assert state.stock == ["6d"]
    assert state.position()["discards"] == ["7h", "As"]


def test_7_6_a_card_of_a_record_thrown_for_an_open_one_shows_it() -> None:
    state = table([FOURS, HIGH_CARD, HIGHER_FOURS], "announce", open_card=True)
    do(state, "announce", "pass", "pass")
    assert events_of_kind(do(state, "exchange open 5c"), "showed")[0].details["cards"] == ["5c", "5d", "5h", "5s"]


@pytest.mark.parametrize("move", ["0 exchange open", "0 exchange open 2c 7h"])
def test_7_6_it_is_for_exactly_one_card(move: str) -> None:
    assert refuses(table(THREE, open_card=True), move) == "open_one 7.6"
