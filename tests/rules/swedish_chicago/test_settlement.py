"""The end of a game, payments and resignations (rules 6, 7.3, 7.4, 7.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.contract import Outcome
from games.rules.swedish_chicago import GAME, game_end
from games.rules.swedish_chicago.options import OPTIONS, SEATS
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.tables import (
    FOURS,
    HIGH_CARD,
    PAIR,
    PLAIN,
    ROYAL,
    STRAIGHT_FLUSH,
    TRIPS,
    do,
    events_of_kind,
    play_hand,
    points,
    refuses,
    table,
)
from tests.rules.swedish_chicago.test_tricks import ALL_FOR_0, play_out

FOUR = [PAIR, HIGH_CARD, TRIPS, FOURS]


def ended(scores: list[int], out: tuple[int, ...] = (), **options: Any) -> Outcome:
    """Return the outcome of a hand that ends with these totals."""
    state = table(
        [PAIR, HIGH_CARD, TRIPS, FOURS, ROYAL][: len(scores)], "choose", 2, four_of_a_kind="reset_ends", **options
    )
    state.scores, state.out = [*scores], [*out]
    game_end.hand_over(state, lambda pieces: list(pieces), [])
    assert state.outcome is not None
    return state.outcome


def test_6_1_looked_at_only_when_a_hand_is_over() -> None:
    state = play_hand(ALL_FOR_0, scores=[52, 60])
    events = play_out(state, ALL_FOR_0)
    assert points(events) == [(0, 5, "last trick"), (1, 1, "best hand")]
    assert state.outcome == Outcome((1,), "52 points", (57, 61), {"settlement": ["-4", "4"]})
    assert events_of_kind(events, "over")[0].details == {
        "winners": [1], "reason": "52 points", "scores": [57, 61], "settlement": ["-4", "4"],
    }  # fmt: skip
    assert (state.hand, state.to_move, state.position()["phase"]) == (1, frozenset(), "over")
    assert refuses(state, "0 pass") == refuses(state, "0 resign") == "over 6.1"


def test_6_1_below_52_the_game_continues() -> None:
    state = play_hand(ALL_FOR_0, scores=[46, 50])
    play_out(state, ALL_FOR_0)
    assert (state.outcome, state.hand, state.scores) == (None, 2, [51, 51])


@pytest.mark.parametrize(
    ("scores", "winners", "settlement"),
    [
        ([53, 45, 53, 47], (0, 2), ["7", "-8", "7", "-6"]),
        ([54, 45, 53, 47], (0,), ["17", "-9", "-1", "-7"]),
        ([52, 52, 41, 42], (0, 1), ["21/2", "21/2", "-11", "-10"]),
        ([52, 52, 52, 47], (0, 1, 2), ["5/3", "5/3", "5/3", "-5"]),
        ([60, 60], (0, 1), ["0", "0"]),
    ],
)
def test_6_2_all_others_pay_the_difference(scores: list[int], winners: tuple[int, ...], settlement: list[str]) -> None:
    assert ended(scores) == Outcome(winners, "52 points", tuple(scores), {"settlement": settlement})


def test_6_2_who_left_with_more_points_pays_nothing_and_does_not_win() -> None:
    assert ended([52, 70, 40], out=(1,)) == Outcome((0,), "52 points", (52, 70, 40), {"settlement": ["12", "0", "-12"]})


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=4), st.integers(52, 80))
def test_6_2_what_is_paid_is_what_is_won(scores: list[int], best: int) -> None:
    paid = [Fraction(each) for each in ended([*scores, best], negative=True).extra["settlement"]]
    assert sum(paid) == 0
    assert all((each < 0) == (score < max(*scores, best)) for each, score in zip(paid, [*scores, best], strict=True))


def test_7_5_a_total_below_0_pays_double_its_difference() -> None:
    assert ended([52, -3, 0], negative=True).extra["settlement"] == ["162", "-110", "-52"]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("part", [1, 2])
def test_7_3_a_straight_flush_that_wins_a_round_wins_the_game(seats: int, part: int) -> None:
    state = table([PAIR, STRAIGHT_FLUSH, HIGH_CARD][:seats], "announce", part, straight_flush="wins")
    events = do(state, *["announce", "announce", "pass"][:seats])
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((1,), "straight flush")
    assert state.scores == [0, 52, 0][:seats]
    assert points(events) == []
    assert events_of_kind(events, "won")[0].details == {"type": "straight flush"}


@pytest.mark.parametrize(
    ("scores", "out", "total"),
    [([0, 0, 0], [], 52), ([0, 57, 3], [], 57), ([60, 10, 70], [], 70), ([60, 10, 70], [2], 70)],
)
def test_7_3_the_total_becomes_the_highest_of_all(scores: list[int], out: list[int], total: int) -> None:
    state = table([HIGH_CARD, ROYAL, PAIR], "announce", 2, scores=scores, straight_flush="wins")
    for seat in out:
        do(state, f"{seat} resign")
    do(state, "pass", "announce", *(["pass"] if not out else []))
    assert state.scores[1] == total
    assert state.outcome is not None and state.outcome.winners == (1,)


def test_7_3_announced_before_the_lead_it_wins_too() -> None:
    state = table([PAIR, STRAIGHT_FLUSH], "quads", 3, straight_flush="wins")
    do(state, "pass", "announce")
    assert state.outcome is not None and state.outcome.reason == "straight flush"


def test_7_3_and_as_the_best_hand_at_the_end() -> None:
    tricks = ["3s 9c", "4s 9d", "6s Jh", "7s Qh", "5s Kd"]
    state = play_hand(tricks, straight_flush="wins", scores=[0, 51])
    events = play_out(state, tricks)
    assert points(events) == [(0, 5, "last trick")]
    assert state.outcome == Outcome((0,), "straight flush", (52, 51), {"settlement": ["1", "-1"]})
    assert not events_of_kind(events, "hand over")


def test_7_3_exactly_equal_ones_have_no_effect() -> None:
    hands = ["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d"]
    state = table(hands, "announce", straight_flush="wins")
    do(state, "announce", "announce")
    assert (state.outcome, state.scores, state.part) == (None, [0, 0], 2)
    state = table(hands, "announce", straight_flush="wins", exact_tie="suit")
    do(state, "announce", "announce")
    assert state.outcome is not None and state.outcome.winners == (1,)


def test_7_3_takes_precedence_over_must_chicago() -> None:
    state = table([PAIR, ROYAL, HIGH_CARD], "announce", straight_flush="wins", must_chicago=True)
    events = do(state, "announce", "announce", "pass")
    assert state.outcome is not None and state.outcome.scores == (0, 52, 0)
    assert not events_of_kind(events, "fell")


@pytest.mark.parametrize(("before", "after"), [(48, 51), (49, 0), (50, 0)])
def test_7_4_reaching_52_without_a_chicago_resets_the_score_to_0(before: int, after: int) -> None:
    state = table([TRIPS, HIGH_CARD, "2s 7c 9c Jh Qs"], "announce", scores=[before, 0, 0], must_chicago=True)
    events = do(state, "announce", "pass", "pass")
    assert state.scores[0] == after
    assert [event.details for event in events_of_kind(events, "fell")] == ([] if after else [{"from": before + 3}])
    assert state.outcome is None


def test_7_4_a_royal_does_not_help() -> None:
    state = table([ROYAL, HIGH_CARD, PAIR], "announce", must_chicago=True)
    do(state, "announce", "pass", "pass")
    assert state.scores == [0, 0, 0]


def test_7_4_a_chicago_made_in_that_scoring_or_earlier_counts() -> None:
    tricks = [f"{trick} {card}" for trick, card in zip(ALL_FOR_0, ["2d", "3d", "5h", "6s", "8s"], strict=True)]
    state = play_hand(tricks, scores=[37, 0, 0], declarer=0, must_chicago=True)
    play_out(state, tricks)
    assert state.outcome is not None and state.outcome.scores[0] == 57
    state = table([TRIPS, HIGH_CARD, PAIR], "announce", scores=[50, 0, 0], must_chicago=True)
    state.made = [0]
    do(state, "announce", "pass", "pass")
    assert state.scores[0] == 53


@pytest.mark.parametrize("seats", SEATS)
def test_7_4_holds_for_every_number_of_players(seats: int) -> None:
    GAME.engine.check_options(PLAIN | {"must_chicago": True}, seats)
    passing = [HIGH_CARD, PAIR, "2s 7c 9c Jh Qs", "2d 7d 9s Jc Qh", "3h 8h 9d Jd Kc"][: seats - 1]
    state = table([TRIPS, *passing], "announce", scores=[50] + [0] * (seats - 1), must_chicago=True)
    do(state, "announce", *["pass"] * (seats - 1))
    assert state.scores[0] == 0


def test_7_the_options_are_those_of_the_table_in_its_order() -> None:
    told = {option.name: ([choice.value for choice in option.choices], option.default) for option in OPTIONS}
    assert told == {
        "target": (["52", "31", "15"], "52"),
        "together": ([False, True], False),
        "announcing": (["exact", "lower"], "exact"),
        "four_of_a_kind": (["score", "reset", "reset_ends"], "score"),
        "ties": (["full", "combination", "none"], "full"),
        "exact_tie": (["nobody", "suit"], "nobody"),
        "straight_flush": (["8", "10", "wins"], "8"),
        "exchange_stop": (["46", "42", "none"], "46"),
        "chicago_lead": (["left", "declarer"], "left"),
        "chicago_last_trick": (["adds", "replaced"], "adds"),
        "must_chicago": ([False, True], False),
        "breaker": (["0", "8"], "0"),
        "negative": ([False, True], False),
        "open_card": ([False, True], False),
        "throw_limit": (["5", "4", "3", "2", "1"], "5"),
    }
    assert list(told) == list(PLAIN)


def test_6_3_of_two_players_the_other_wins_and_the_rest_is_unchanged() -> None:
    state = table([PAIR, TRIPS], "announce", scores=[20, 31])
    do(state, "announce")
    hands, said = [[*hand] for hand in state.hands], [[*each] for each in state.said]
    do(state, "1 resign")
    assert state.outcome == Outcome((0,), "resignation", (20, 31), {"settlement": ["0", "0"]})
    assert (state.hands, state.said, state.out) == (hands, said, [1])


def test_6_3_a_resigned_player_is_skipped_and_their_hand_discarded_unseen() -> None:
    state = table(FOUR, scores=[1, 2, 3, 4])
    hand = state.hands[0]
    events = do(state, "0 resign")
    assert [event.kind for event in events] == ["resigned", "turn"]
    assert state.position()["discards"] == hand
    assert (state.hands[0], state.due, state.out) == ([], [1, 2, 3], [0])
    assert refuses(state, "0 exchange") == refuses(state, "0 resign") == "not_playing 6.3"
    do(state, "2 resign")
    assert (state.due, state.turn) == ([1, 3], 1)


def test_6_3_announcements_of_the_resigned_player_in_the_current_round_are_void() -> None:
    state = table([TRIPS, PAIR, HIGH_CARD, FOURS], "announce")
    do(state, "0 announce")
    assert state.legal_moves(1) == ["pass"]
    do(state, "0 resign")
    assert state.said[0] == [None] * 4
    assert sorted(state.legal_moves(1)) == ["announce", "pass"]
    events = do(state, "announce", "pass", "pass")
    assert points(events) == [(1, 1, "announcement")]


def test_6_3_the_last_player_of_a_round_resigns_and_the_round_ends() -> None:
    state = table([TRIPS, PAIR, HIGH_CARD], "announce")
    do(state, "announce", "pass")
    assert points(do(state, "2 resign")) == [(0, 3, "announcement")]
    assert (state.phase, state.due) == ("exchange", [0, 1])


def test_6_3_an_open_card_and_its_throw_are_discarded_too() -> None:
    state = table(FOUR, open_card=True)
    hand, card = [*state.hands[0]], state.stock[-1]
    do(state, "exchange open 7h", "0 resign")
    assert set(state.discards) == {*hand, card}
    assert (state.open, state.phase, state.due) == (None, "exchange", [1, 2, 3])


def test_6_3_the_score_of_a_resigned_player_is_frozen_in_a_reset_too() -> None:
    state = table([PAIR, FOURS, HIGH_CARD], "announce", scores=[11, 12, 13], four_of_a_kind="reset")
    do(state, "pass", "announce", "2 resign", "1 reset")
    assert state.scores == [0, 12, 13]


def test_6_3_if_the_resigned_player_was_to_choose_nothing_is_scored_and_the_hand_continues() -> None:
    state = table([PAIR, FOURS, HIGH_CARD], "announce", four_of_a_kind="reset_ends")
    do(state, "pass", "announce", "pass")
    events = do(state, "1 resign")
    assert points(events) == []
    assert (state.phase, state.part, state.due) == ("exchange", 2, [0, 2])


TRICKS = ["2c Ac 5c", "3d Kd 5d", "4h Qh 6h", "7s Js 8s", "9c 9d 9h"]


def test_6_3_if_the_resigned_player_was_to_lead_the_next_clockwise_leads() -> None:
    state = play_hand(TRICKS)
    do(state, "0 resign")
    assert (state.leader, state.due) == (1, [1, 2])


def test_6_3_a_trick_won_by_a_resigned_player_counts_for_no_one_and_the_next_leads() -> None:
    state = play_hand(TRICKS)
    events = do(state, "play 2c", "play Ac", "1 resign", "2 play 5c")
    assert events_of_kind(events, "trick")[0].seat is None
    assert (state.tricks, state.leader, state.due) == ([0, 0, 0], 2, [2, 0])
    assert state.played[1] == ["Ac"]


def test_6_3_a_last_trick_won_by_a_resigned_player_counts_for_no_one() -> None:
    state = play_hand([*TRICKS[:4], "9c Tc Td"])
    state.leader = 0
    play_out(state, TRICKS[:4])
    events = do(state, "1 play Tc", "1 resign", "2 play Td", "0 play 9c")
    assert events_of_kind(events, "trick")[0].seat is None
    assert points(events) == [(2, 1, "best hand")]
    assert [hand["seat"] for hand in events_of_kind(events, "hands")[0].details["hands"]] == [0, 2]


def test_6_3_a_resigned_player_breaks_a_chicago_without_scoring() -> None:
    state = play_hand(TRICKS, scores=[20, 0, 0], declarer=0, breaker="8")
    events = do(state, "play 2c", "play Ac", "1 resign", "2 play 5c")
    assert events_of_kind(events, "broken")[0].details == {"by": None}
    assert points(events) == [(0, -15, "broken")]
    assert state.hand == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_6_3_a_resigning_declarer_has_failed(seats: int) -> None:
    tricks = [" ".join(trick.split()[:seats]) for trick in TRICKS]
    state = play_hand(tricks, scores=[20, 0, 0][:seats], declarer=0, breaker="8")
    events = do(state, "0 resign")
    assert points(events) == [(0, -15, "broken")]
    assert state.scores[0] == 5
    if seats == 2:
        assert state.outcome == Outcome((1,), "resignation", (5, 0), {"settlement": ["0", "0"]})
    else:
        assert (state.outcome, state.hand, state.order()) == (None, 2, [2, 1])


def test_6_3_a_resigned_player_neither_wins_nor_ends_the_game() -> None:
    state = play_hand(TRICKS, scores=[60, 0, 0])
    do(state, "0 resign")
    for moves in (
        ("1 play Ac", "2 play 5c"),
        ("1 play Kd", "2 play 5d"),
        ("1 play Qh", "2 play 6h"),
        ("1 play Js", "2 play 8s"),
    ):
        do(state, *moves)
    do(state, "1 play 9d", "2 play 9h")
    assert state.outcome is None
    assert state.scores[0] == 60


def test_6_3_who_has_resigned_pays_at_the_end() -> None:
    assert ended([50, 52, 40], out=(2,)).extra["settlement"] == ["-2", "14", "-12"]


def test_a_resigned_dealer_remains_dealer_until_the_next_deal() -> None:
    state = State.new(PLAIN, 3, lambda pieces: list(pieces)[::-1])[0]
    do(state, "2 resign")
    assert (state.position()["dealer"], state.order()) == (2, [0, 1])
