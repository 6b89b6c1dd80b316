"""Tricks, the best hand, and the Chicago (rules 4, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.contract import Event
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.tables import (
    HIGH_CARD,
    PAIR,
    TRIPS,
    do,
    events_of_kind,
    play_hand,
    points,
    refuses,
    table,
)

ALL_FOR_0 = ["Ac 2c", "Kc 3c", "Qc 4d", "Jc 4h", "9h 7h"]
"""Hands with which seat 0 takes every trick without a combination, while seat 1 has a pair."""

LAST_FOR_1 = ["Ac 2c", "Kc 3c", "Qc 4d", "Jc 4h", "9h Th"]


def play_out(state: State, tricks: list[str]) -> list[Event]:
    """Play the tricks, each given in the order of seats regardless of the leader, and return the events."""
    events: list[Event] = []
    for trick in tricks:
        cards = trick.split()
        while cards and state.phase == "play":
            seat = state.due[0]
            events += do(state, f"{seat} play {trick.split()[seat]}")
            cards.pop()
    return events


def test_4_2_the_dealers_left_leads_and_suit_is_followed() -> None:
    state = table(["2c 5d 7h 9s Kc", "3c 3d 8h 8s Qc", "4d 4h 4s 9h Jd"], "play", 3)
    assert len(state.legal_moves(0)) == 5
    do(state, "play 2c")
    assert sorted(state.legal_moves(1)) == ["play 3c", "play Qc"]
    assert refuses(state, "1 play 8h") == "follow 4.2"
    assert refuses(state, "1 play 9s") == "not_your_card 4.2"
    assert refuses(state, "2 play Jd") == "not_your_turn 4.2"
    do(state, "play 3c")
    assert len(state.legal_moves(2)) == 5


def test_4_2_the_highest_card_of_the_suit_led_wins_and_leads() -> None:
    state = table(["2c 5d 7h 9s Kc", "3c 3d 8h 8s Qc", "4d 4h 4s 9h Jd"], "play", 3)
    events = do(state, "play 2c", "play 3c", "play Jd")
    assert events_of_kind(events, "trick")[0].seat == 1
    assert events_of_kind(events, "trick")[0].details == {"cards": [["2c", 0], ["3c", 1], ["Jd", 2]], "number": 1}
    assert [event.details["leads"] for event in events_of_kind(events, "played")] == [True, False, False]
    assert (state.tricks, state.leader, state.due, state.trick) == ([0, 1, 0], 1, [1, 2, 0], [])
    assert state.played == [["2c"], ["3c"], ["Jd"]]


def test_4_2_the_winner_of_the_last_trick_gets_5() -> None:
    state = play_hand(LAST_FOR_1)
    events = play_out(state, LAST_FOR_1)
    assert points(events) == [(1, 5, "last trick"), (1, 1, "best hand")]
    assert (state.hand, state.dealer, state.scores) == (2, 0, [0, 6])


def test_4_3_all_hands_are_open_and_the_best_scores_regardless_of_announcements() -> None:
    state = play_hand(ALL_FOR_0)
    state.said = [["pass", "pass"], ["pass", "pass"], [None, None]]
    events = play_out(state, ALL_FOR_0)
    (hands,) = events_of_kind(events, "hands")
    assert hands.details["hands"] == [
        {"seat": 0, "cards": ["Ac", "Kc", "Qc", "Jc", "9h"], "type": None},
        {"seat": 1, "cards": ["2c", "3c", "4d", "4h", "7h"], "type": "pair"},
    ]
    assert points(events) == [(0, 5, "last trick"), (1, 1, "best hand")]
    assert events_of_kind(events, "best")[0].seat == 1


def test_4_3_equal_types_are_compared_as_in_3_3() -> None:
    tricks = ["2c 9c", "2d 9d", "5h 8h", "6s Kd", "8c 3s"]
    state = play_hand(tricks)
    events = play_out(state, tricks)
    (revealed,) = events_of_kind(events, "revealed")
    assert [stage["name"] for stage in revealed.details["stages"]] == ["pair"]
    assert points(events)[-1] == (1, 1, "best hand")


@pytest.mark.parametrize(("exact_tie", "best"), [("nobody", None), ("suit", 1)])
def test_4_3_level_hands(exact_tie: str, best: int | None) -> None:
    tricks = ["2c 3c", "3d 2d", "4h 5h", "5s 4s", "6d 6h"]
    state = play_hand(tricks, exact_tie=exact_tie)
    events = play_out(state, tricks)
    assert events_of_kind(events, "best")[0].seat == best
    assert [seat for seat, _, why in points(events) if why == "best hand"] == ([] if best is None else [best])


def test_4_3_without_any_combination() -> None:
    tricks = ["2c 3d", "4c 5d", "6h 7h", "8s 9s", "Tc Jd"]
    events = play_out(state := play_hand(tricks), tricks)
    assert events_of_kind(events, "best")[0].details == {"type": None}
    assert [why for _, _, why in points(events)] == ["last trick"]
    assert state.hand == 2


def asking(scores: list[int], **options: Any) -> State:
    state = table([PAIR, HIGH_CARD, TRIPS], part=3, scores=scores, **options)
    do(state, "exchange", "exchange", "exchange")
    return state


def test_5_1_players_with_15_points_may_declare() -> None:
    state = asking([15, 14, 40])
    assert (state.phase, state.due) == ("chicago", [0, 2])
    assert sorted(state.legal_moves(0)) == ["declare", "pass"]
    assert refuses(state, "1 declare") == "below_15 5.1"
    do(state, "pass")
    assert state.due == [2]
    do(state, "pass")
    assert (state.phase, state.declarer, state.leader) == ("play", None, 0)


def test_5_1_the_first_to_declare_plays_it_and_no_one_else_is_prompted() -> None:
    state = asking([15, 14, 40])
    events = do(state, "declare")
    assert events_of_kind(events, "declared")[0].details == {"score": 15}
    assert (state.phase, state.declarer) == ("play", 0)


def test_5_1_points_of_this_hand_count() -> None:
    state = table([HIGH_CARD, TRIPS], "announce", 2, scores=[0, 12])
    do(state, "pass", "announce", "exchange", "exchange")
    assert (state.phase, state.due) == ("chicago", [1])


def test_5_1_with_too_few_points_no_one_is_prompted() -> None:
    assert asking([14, 14, 0]).phase == "play"


def test_7_5_with_negative_points_all_may_declare() -> None:
    state = asking([-20, 0, 14], negative=True)
    assert (state.phase, state.due) == ("chicago", [0, 1, 2])


@pytest.mark.parametrize(("lead", "leader"), [("left", 0), ("declarer", 2)])
def test_5_4_who_leads(lead: str, leader: int) -> None:
    state = asking([15, 14, 40], chicago_lead=lead)
    do(state, "pass", "declare")
    assert (state.leader, state.due[0]) == (leader, leader)


def test_5_4_without_a_chicago_the_dealers_left_leads_all_the_same() -> None:
    state = asking([15, 14, 40], chicago_lead="declarer")
    do(state, "pass", "pass")
    assert state.leader == 0


@pytest.mark.parametrize(
    ("rule", "scored"),
    [
        ("adds", [(0, 15, "chicago"), (0, 5, "last trick"), (1, 1, "best hand")]),
        ("replaced", [(0, 15, "chicago"), (1, 1, "best hand")]),
    ],
)
def test_5_2_all_five_tricks_make_it(rule: str, scored: list[tuple[int, int, str]]) -> None:
    state = play_hand(ALL_FOR_0, scores=[15, 0], declarer=0, chicago_last_trick=rule)
    events = play_out(state, ALL_FOR_0)
    assert points(events) == scored
    assert events_of_kind(events, "made")[0].seat == 0
    assert state.made == [0]
    assert state.view(None).seats[0].made_chicago


def test_5_2_without_a_chicago_the_last_trick_is_not_replaced() -> None:
    events = play_out(play_hand(ALL_FOR_0, chicago_last_trick="replaced"), ALL_FOR_0)
    assert points(events)[0] == (0, 5, "last trick")


def test_5_3_the_first_trick_taken_by_another_ends_the_hand() -> None:
    state = play_hand(["Ac 2c", "Kc Ad", "3d 4d", "4h 5h", "6s 7s"], scores=[20, 3], declarer=0)
    events = do(state, "play Ac", "play 2c", "play 3d", "play 4d")
    assert events_of_kind(events, "broken")[0].details == {"by": 1}
    assert points(events) == [(0, -15, "broken")]
    assert not events_of_kind(events, "hands")
    assert (state.hand, state.scores, state.made) == (2, [5, 3], [])


def test_5_3_a_score_never_falls_below_0() -> None:
    state = play_hand(["2c Ac", "Kc Ad", "3d 4d", "4h 5h", "6s 7s"], scores=[9, 3], declarer=0)
    events = do(state, "play 2c", "play Ac")
    assert events_of_kind(events, "scored")[0].details == {"points": -15, "score": 0, "why": "broken", "from": 9}


def test_7_5_but_with_negative_points_it_does() -> None:
    state = play_hand(["2c Ac", "Kc Ad", "3d 4d", "4h 5h", "6s 7s"], scores=[9, 3], declarer=0, negative=True)
    do(state, "play 2c", "play Ac")
    assert state.scores == [-6, 3]


def test_7_breaker_gets_8() -> None:
    state = play_hand(["2c Ac", "Kc Ad", "3d 4d", "4h 5h", "6s 7s"], scores=[20, 3], declarer=0, breaker="8")
    events = do(state, "play 2c", "play Ac")
    assert points(events) == [(0, -15, "broken"), (1, 8, "breaker")]


def test_the_last_card_of_a_hand_is_played_by_itself() -> None:
    state = play_hand(ALL_FOR_0)
    play_out(state, ALL_FOR_0[:4])
    assert state.forced_move(0) == "play 9h"
    assert state.forced_move(1) is None
    assert play_hand(ALL_FOR_0).forced_move(0) is None


def test_the_next_player_in_a_trick_follows_and_nobody_after_its_last_card() -> None:
    state = play_hand(ALL_FOR_0)
    assert (state.to_move, state.following) == ({0}, 1)
    for seat in range(1, state.seats):
        do(state, state.legal_moves(seat - 1)[0])
    assert (state.to_move, state.following) == ({state.seats - 1}, None)
