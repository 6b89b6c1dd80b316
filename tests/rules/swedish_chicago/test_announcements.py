"""Announcing, the staged reveal, and the choice that four of a kind gives (rules 3, 7.1, 7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.contract import Event
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.tables import (
    FOURS,
    HIGH_CARD,
    HIGHER_FOURS,
    PAIR,
    TRIPS,
    TWO_PAIRS,
    do,
    events_of_kind,
    points,
    refuses,
    table,
)

KINGS, OTHER_KINGS = "9c Jd 4h Ks Kh", "9d Jc 3h Kd Kc"
LEVEL_KINGS = "9d Jc 4s Kd Kc"


def announcing(*hands: str, part: int = 1, phase: str = "announce", **more: Any) -> tuple[State, list[Event]]:
    """Return the result of a round in which all players who may announce do so."""
    state, events = table([*hands], phase, part, **more), []
    for seat in range(len(hands)):
        events += do(state, state.legal_moves(seat)[0])
    return state, events


def stages_of(events: list[Event]) -> list[tuple[str, dict[str, str]]]:
    (revealed,) = events_of_kind(events, "revealed")
    return [(stage["name"], stage["ranks"]) for stage in revealed.details["stages"]]


def test_3_1_each_player_is_prompted_once_in_table_order_and_passes_without_a_combination() -> None:
    state = table([HIGH_CARD, PAIR, TRIPS], "announce")
    assert state.legal_moves(0) == ["pass"]
    assert refuses(state, "0 announce") == "nothing_to_say 3.1"
    assert refuses(state, "1 announce") == "not_your_turn 3.1"
    do(state, "pass")
    assert sorted(state.legal_moves(1)) == ["announce", "pass"]
    do(state, "announce", "pass")
    assert state.said[0] == ["pass", "pair", "pass"]


def test_3_1_a_type_equals_or_beats_the_highest_so_far() -> None:
    state = table([TWO_PAIRS, PAIR, TWO_PAIRS.replace("3", "6")], "announce")
    do(state, "announce")
    assert state.legal_moves(1) == ["pass"]
    assert refuses(state, "1 announce") == "nothing_to_say 3.1"
    do(state, "pass")
    assert sorted(state.legal_moves(2)) == ["announce", "pass"]


def test_3_1_a_forced_pass_looks_like_a_chosen_one() -> None:
    def passed(hand: str) -> Event:
        return do(table([hand, TRIPS], "announce"), "pass")[0]

    assert passed(HIGH_CARD) == passed(PAIR) == Event("passed", "3.1", 0, {"ask": "announce"}, {})


def test_3_2_without_announcements_no_one_scores() -> None:
    state = table([PAIR, TRIPS], "announce")
    events = do(state, "pass", "pass")
    assert events_of_kind(events, "silent")[0].details == {"part": 1}
    assert state.scores == [0, 0]
    assert (state.phase, state.part) == ("exchange", 2)


def test_3_2_one_holds_the_highest_type_and_only_that_is_known() -> None:
    state, events = announcing(PAIR, TWO_PAIRS, TRIPS)
    assert points(events) == [(2, 3, "announcement")]
    assert state.scores == [0, 0, 3]
    assert not events_of_kind(events, "revealed")
    assert events_of_kind(events, "announced")[2].details == {"type": "trips", "part": 1}


def test_3_3_the_lower_ones_drop_out_stage_by_stage() -> None:
    _state, events = announcing(KINGS, PAIR, OTHER_KINGS)
    assert stages_of(events) == [
        ("pair", {"0": "K", "1": "2", "2": "K"}),
        ("odd", {"0": "J", "2": "J"}),
        ("odd", {"0": "9", "2": "9"}),
        ("odd", {"0": "4", "2": "3"}),
    ]
    (revealed,) = events_of_kind(events, "revealed")
    assert [stage["left"] for stage in revealed.details["stages"]] == [[0, 2], [0, 2], [0, 2], [0]]
    assert revealed.details["winner"] == 0
    assert points(events) == [(0, 1, "announcement")]


def test_3_3_it_ends_when_one_is_left() -> None:
    _, events = announcing(TRIPS, TRIPS.replace("4", "6"))
    assert stages_of(events) == [("three", {"0": "4", "1": "6"})]
    assert points(events) == [(1, 3, "announcement")]


@pytest.mark.parametrize(
    ("hands", "names"),
    [
        (("3c 3d 8h 8s Qc", "3h 3s 8c 8d Kc"), ["high pair", "low pair", "odd"]),
        (("2c 3c 4c 5d 6d", "2h 3h 4d 5s 6s"), ["top"]),
        (("2c 4c 6c 8c Tc", "2d 4d 6d 8d Td"), ["card"] * 5),
        (("2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d"), ["top"]),
        (("Tc Jc Qc Kc Ac", "Td Jd Qd Kd Ad"), []),
    ],
)
def test_3_3_the_stages_of_each_type(hands: tuple[str, str], names: list[str]) -> None:
    _, events = announcing(*hands)
    assert [name for name, _ in stages_of(events)] == names


def test_3_4_still_equal_no_one_scores_nor_does_a_lower_announcement() -> None:
    state, events = announcing(PAIR.replace("2", "5"), KINGS, LEVEL_KINGS)
    assert events_of_kind(events, "revealed")[0].details["winner"] is None
    assert events_of_kind(events, "level")[0].details == {"type": "pair", "seats": [1, 2], "why": "equal"}
    assert state.scores == [0, 0, 0]


def test_3_5_reaching_52_does_not_stop_the_hand() -> None:
    state, _ = announcing(TRIPS, HIGH_CARD, scores=[51, 0])
    assert state.scores[0] == 54
    assert state.outcome is None
    assert (state.phase, state.part) == ("exchange", 2)


def test_7_ties_combination_leaves_the_odd_cards_out() -> None:
    state, events = announcing(KINGS, OTHER_KINGS, ties="combination")
    assert stages_of(events) == [("pair", {"0": "K", "1": "K"})]
    assert state.scores == [0, 0]
    _, events = announcing("2c 4c 6c 8c Jc", "2d 4d 6d 8d Td", ties="combination")
    assert points(events) == [(0, 5, "announcement")]


@pytest.mark.parametrize("exact_tie", ["nobody", "suit"])
def test_7_ties_none_no_one_scores_and_nothing_is_revealed(exact_tie: str) -> None:
    state, events = announcing(TRIPS, TRIPS.replace("4", "6"), ties="none", exact_tie=exact_tie)
    assert not events_of_kind(events, "revealed")
    assert events_of_kind(events, "level")[0].details == {"type": "trips", "seats": [0, 1], "why": "none"}
    assert state.scores == [0, 0]
    assert [len(records) for records in state.records] == [1, 1]


@pytest.mark.parametrize(("ties", "winner"), [("full", 1), ("combination", 0)])
def test_7_2_of_exactly_equal_hands_the_best_suit_scores(ties: str, winner: int) -> None:
    """If all five cards count, the king of hearts wins; if only the combination counts, the nine of hearts does."""
    hands = ("9c 9h 3d 4s Ks", "9d 9s 3c 4d Kh")
    _, events = announcing(*hands, exact_tie="suit", ties=ties)
    assert events_of_kind(events, "revealed")[0].details["suit"]
    assert points(events) == [(winner, 1, "announcement")]
    _, events = announcing(*hands, ties=ties)
    assert points(events) == []


def choosing(*hands: str, **more: Any) -> tuple[State, list[Event]]:
    """Return the result of ``announcing`` if four of a kind gives the choice to reset all scores."""
    return announcing(*hands, **{"four_of_a_kind": "reset"} | more)


def test_7_1_the_winner_with_four_of_a_kind_chooses() -> None:
    state, events = choosing(PAIR, FOURS, scores=[10, 20])
    assert events_of_kind(events, "choosing")[0].details == {"part": 1}
    assert points(events) == []
    assert (state.position()["phase"], state.to_move) == ("choose", {1})
    assert sorted(state.legal_moves(1)) == ["reset", "score"]
    assert refuses(state, "0 reset") == "not_your_turn 7.1"


def test_7_1_score_and_the_hand_continues() -> None:
    state, _ = choosing(PAIR, FOURS, scores=[10, 20])
    events = do(state, "score")
    assert points(events) == [(1, 7, "announcement")]
    assert (state.phase, state.part, state.scores) == ("exchange", 2, [10, 27])


def test_7_1_reset_all_others_fall_to_0_and_the_hand_ends() -> None:
    state, _ = choosing(PAIR, FOURS, scores=[10, 20])
    events = do(state, "reset")
    assert points(events) == []
    assert events_of_kind(events, "reset")[0].details == {"scores": [0, 20]}
    assert (state.hand, state.dealer, state.scores) == (2, 0, [0, 20])


def test_7_1_reset_ends_score_ends_the_hand_too() -> None:
    state, _ = choosing(PAIR, FOURS, scores=[10, 20], four_of_a_kind="reset_ends")
    events = do(state, "score")
    assert points(events) == [(1, 7, "announcement")]
    assert (state.hand, state.scores) == (2, [10, 27])


def test_7_1_without_the_option_it_scores_at_once() -> None:
    _, events = choosing(PAIR, FOURS, four_of_a_kind="score")
    assert points(events) == [(1, 7, "announcement")]
    assert not events_of_kind(events, "choosing")


def test_7_1_of_two_only_the_higher_chooses() -> None:
    state, _ = choosing(FOURS, HIGHER_FOURS)
    assert state.to_move == {1}


def test_7_1_under_a_straight_flush_there_is_no_choice() -> None:
    state, events = choosing(HIGHER_FOURS, "2s 3s 4s 5s As")
    assert points(events) == [(1, 8, "announcement")]
    assert state.phase == "exchange"


def test_7_1_a_player_who_passed_has_no_choice() -> None:
    state = table([PAIR, FOURS], "announce", four_of_a_kind="reset")
    do(state, "announce", "pass")
    assert state.phase == "exchange"


def test_7_1_a_reset_lifts_negative_totals() -> None:
    state, _ = choosing(PAIR, FOURS, scores=[-10, -20], negative=True)
    do(state, "reset")
    assert state.scores == [0, -20]


@pytest.mark.parametrize(
    ("options", "asked"), [({}, False), ({"four_of_a_kind": "reset"}, True), ({"straight_flush": "wins"}, True)]
)
def test_4_1_the_round_before_the_lead_is_held_where_it_could_bring_something(
    options: dict[str, Any], asked: bool
) -> None:
    state = table([PAIR, FOURS], part=3, **options)
    do(state, "exchange", "exchange")
    assert state.phase == ("quads" if asked else "play")


def test_7_1_before_the_lead_only_four_of_a_kind_or_better_is_announced() -> None:
    state = table([TRIPS, FOURS], "quads", 3, four_of_a_kind="reset")
    assert state.legal_moves(0) == ["pass"]
    assert refuses(state, "0 announce") == "nothing_to_say 7.1"
    do(state, "pass")
    assert sorted(state.legal_moves(1)) == ["announce", "pass"]
    do(state, "announce")
    assert state.said[2] == ["pass", "four of a kind"]
    assert state.records == [[], []]


def before_the_lead(choice: str, four_of_a_kind: str) -> tuple[State, list[Event]]:
    state, _ = choosing(TRIPS, FOURS, part=3, phase="quads", scores=[9, 3], four_of_a_kind=four_of_a_kind)
    assert state.phase == "choose"
    return state, do(state, choice)


def test_7_1_before_the_lead_reset() -> None:
    state, _ = before_the_lead("reset", "reset")
    assert (state.hand, state.scores) == (2, [0, 3])


def test_7_1_before_the_lead_score_waits_for_the_end_of_the_hand() -> None:
    state, events = before_the_lead("score", "reset")
    assert points(events) == []
    assert (state.hand, state.phase, state.scores) == (1, "play", [9, 3])


def test_7_1_before_the_lead_score_with_reset_ends() -> None:
    state, events = before_the_lead("score", "reset_ends")
    assert points(events) == [(1, 7, "quads")]
    assert (state.hand, state.scores) == (2, [9, 10])


def test_7_1_before_the_lead_a_straight_flush_brings_nothing_by_itself() -> None:
    state, events = choosing(HIGHER_FOURS, "2s 3s 4s 5s As", part=3, phase="quads")
    assert points(events) == []
    assert state.phase == "play"


@pytest.mark.parametrize("ties", ["full", "combination", "none"])
@pytest.mark.parametrize(("part", "phase"), [(1, "announce"), (2, "announce"), (3, "quads")])
@pytest.mark.parametrize("effect", ["reset", "reset_ends"])
def test_7_1_of_two_the_higher_chooses_however_ties_are_scored(ties: str, part: int, phase: str, effect: str) -> None:
    state, events = choosing(FOURS, HIGHER_FOURS, part=part, phase=phase, ties=ties, four_of_a_kind=effect)
    assert (state.phase, state.to_move) == ("choose", {1})
    assert [name for name, _ranks in stages_of(events)] == ["four"]


def test_7_ties_none_two_fours_without_a_choice_score_nothing() -> None:
    _, events = choosing(FOURS, HIGHER_FOURS, ties="none", four_of_a_kind="score")
    assert points(events) == []
    assert not events_of_kind(events, "revealed")
