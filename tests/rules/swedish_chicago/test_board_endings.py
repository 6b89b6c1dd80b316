"""The board: revealed cards, the settlement and the race."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.rules.contract import Event, redact
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.board.over import written
from games.rules.swedish_chicago.board.stage import hand_end
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.boards import (
    BOB,
    EVE,
    HIGH,
    LOWER,
    ME,
    PAIR,
    TWO_PAIRS,
    make,
    options,
    plain,
    see,
)
from tests.rules.swedish_chicago.situations import dealt, in_tricks
from tests.rules.swedish_chicago.tables import table

board = GAME.presentation.board

# --- the revelations of a move


def end_of_a_hand() -> tuple[State, list[Event]]:
    state = in_tricks("As", "Js", scores=(50, 7))
    state.hand, state.told.scores[:] = 2, [(50, 7)]
    return state, make(state, "0 play As")


def test_4_3_the_end_of_a_hand_is_staged_with_its_points() -> None:
    _state, events = end_of_a_hand()
    (stage,) = board(end_of_a_hand()[0].view(BOB), {}, [], (), [redact(event, BOB) for event in events]).stages
    assert any(event.kind in GAME.presentation.HIGHLIGHTS.kinds for event in events)
    assert plain(stage.title) == "Hand 2 is over"
    assert plain(stage.says[0]) == "0 took the last trick."
    assert stage.order == (BOB, ME)
    assert [row.points for row in stage.rows[:2]] == [("7", "50"), ("", "+5")]
    assert [len(hand.cards) for hand in stage.hands] == [5, 5]


def test_7_5_points_below_0_are_written_with_a_minus_sign() -> None:
    state = in_tricks("As", "Js", scores=(10, -15))
    events = make(state, "0 play As")
    (stage,) = board(state.view(BOB), {}, [], (), [redact(event, BOB) for event in events]).stages
    assert stage.rows[-1].points[0] == "−15"


def test_6_3_a_staged_reset_leaves_the_score_of_a_resigned_player() -> None:
    hands = ("8c 8d 8h 8s 2c", HIGH, PAIR)
    state = dealt(hands, options(four_of_a_kind="reset"), "announce", scores=(3, 20, 30))
    events = make(state, "0 announce", "1 pass", "2 pass", "2 resign", "0 reset")
    (stage,) = board(state.view(ME), {}, [], (), events).stages
    assert [row.points for row in stage.rows] == [("", "0", ""), ("3", "0", "30")]


def test_3_3_a_comparison_is_staged_by_itself() -> None:
    state = dealt((PAIR, LOWER), phase="announce")
    events = make(state, "0 announce", "1 announce")
    (stage,) = board(state.view(ME), {}, [], (), events).stages
    assert plain(stage.title) == "You score 1 for a pair"
    (compared,) = stage.reveals
    assert ([stage.cards for stage in compared.stages], compared.untold, compared.points) == ([2], 3, "+1")


def test_what_is_not_staged_leaves_the_table_as_it_is() -> None:
    state = dealt((PAIR, LOWER))
    events = make(state, "0 exchange")
    assert board(state.view(BOB), {}, [], (), events).mode == "exchange"


# --- the end


def test_6_2_the_settlement_and_the_race() -> None:
    state, _events = end_of_a_hand()
    over = see(state).over
    assert over is not None
    first, second = over.settled
    assert (first.seat, first.place, first.score, first.short) == (ME, 1, state.scores[ME], "")
    assert second.short == f"{state.scores[ME]} − {state.scores[BOB]} = {state.scores[ME] - state.scores[BOB]}"
    assert second.units == f"−{state.scores[ME] - state.scores[BOB]}"
    assert plain(over.title) == "You win"
    assert over.last.rows[-1].points == (str(state.scores[ME]), str(state.scores[BOB]))
    assert see(state).mode == "over"


def test_6_3_after_a_resignation_the_other_one_wins() -> None:
    state = dealt((PAIR, LOWER), scores=(10, 4))
    make(state, "0 resign")
    over = see(state, BOB).over
    assert over is not None
    assert plain(over.says) == "You win: the others have resigned."
    assert plain(over.title) == "You win"
    assert [(each.seat, each.out, each.short) for each in over.settled] == [(BOB, False, ""), (ME, True, "0")]


def test_6_3_a_hand_that_a_resignation_broke_off_tells_its_points_alone() -> None:
    """Earlier tricks and gains of the resigned player must not appear at the end of the hand."""
    state = in_tricks("As 9d", "Js", scores=(10, 4))
    make(state, "0 play As", "0 resign")
    over = see(state, BOB).over
    assert over is not None
    last = over.last
    assert plain(last.title) == "Hand 1, cut short"
    assert (last.verdict, last.says, last.trick, last.hands) == (None, (), (), ())
    assert last.rows[-1].points == ("4", "10")


@pytest.mark.parametrize(
    ("units", "text"), [("7", "+7"), ("-8", "−8"), ("13/2", "+6 1/2"), ("-1/3", "−1/3"), ("0", "0")]
)
def test_units_are_written_exactly(units: str, text: str) -> None:
    assert written(Fraction(units)) == text


def test_7_3_the_hand_that_won_on_the_spot_is_shown() -> None:
    state = dealt(("3s 4s 6s 7s 5s", PAIR), phase="announce", options=options(straight_flush="wins"))
    make(state, "0 announce", "1 pass")
    over = see(state, BOB).over
    assert over is not None
    (won,) = over.last.hands
    assert (won.seat, won.best, plain(won.says)) == (ME, True, "a straight flush, seven high")
    assert len(won.cards) == 5


def test_names_stand_once_for_all_who_end_with_the_same_points() -> None:
    """A line connects the end of each curve with the names."""
    state = dealt((PAIR, LOWER, HIGH, TWO_PAIRS), scores=(0, 0, 2, 0))
    state.told.scores.extend([(0, 0, 1, 0), (0, 0, 2, 0), (0, 0, 2, 0)])
    make(state, "0 resign", "1 resign", "2 resign")
    over = see(state).over
    assert over is not None
    assert over.plot is not None
    two, none = over.plot.labels
    assert (two.lines, two.score) == (((EVE,),), 2)
    assert (none.lines, none.score) == (((ME, BOB), (3,)), 0)
    assert two.middle < two.end
    assert two.middle + 15 <= none.y - 4
    assert len(over.plot.curves) == 4


def test_7_3_a_straight_flush_that_wins_is_not_told_beside_an_earlier_comparison() -> None:
    stages = [{"name": "pair", "ranks": {"0": "K", "1": "Q"}, "left": [0]}]
    pairs = {"type": "pair", "seats": [0, 1], "stages": stages, "winner": 0, "suit": False}
    events = [Event("revealed", "3.3", 0, pairs), Event("won", "7.3", 1, {"type": "straight flush"})]
    stage = hand_end(events, ME)
    assert plain(stage.verdict) == "1 wins with a straight flush"
    assert (stage.reveals, stage.why) == ((), ())
    stages = [{"name": "top", "ranks": {"0": "9", "1": "J"}, "left": [1]}]
    flushes = pairs | {"type": "straight flush", "stages": stages, "winner": 1}
    (shown,) = hand_end([events[0], Event("revealed", "3.3", 1, flushes), events[1]], ME).reveals
    assert plain(shown.verdict) == "1 has the best hand."


def test_a_hand_is_reckoned_from_its_beginning_on_every_page() -> None:
    """The hand's points include announcements made by earlier moves."""
    state = table([TWO_PAIRS, "3c 9d Jd Qh Kh"], "play", 3, scores=(44, 7))
    state.hand, state.told.scores[:] = 3, [(20, 7), (38, 7)]
    events = [Event("hand over", "3.5", None, {"hand": 3, "scores": [52, 7]})]
    events.insert(0, Event("scored", "4.2", 0, {"why": "last trick", "points": 8, "score": 52, "from": 44}))
    (stage,) = board(state.view(ME), {}, [], (), events).stages
    assert stage.verdict is not None
    assert plain(stage.verdict) == "You go from 38 to 52"
    assert [(plain(row.says), row.points[0]) for row in stage.rows] == [
        ("Before", "38"),
        ("Announced earlier", "+6"),
        ("Last trick", "+8"),
        ("Now", "52"),
    ]


def test_the_final_page_names_the_same_points_as_the_stage() -> None:
    state = in_tricks("As", "Js", scores=(50, 7))
    state.hand, state.told.scores[:] = 2, [(44, 7)]  # and 6 for an announcement
    (stage,) = board(state.view(ME), {}, [], (), make(state, "0 play As")).stages
    over = see(state).over
    assert stage.verdict is not None
    assert over is not None
    assert plain(stage.verdict).startswith("You go from 44 to ")
    assert over.last.verdict == stage.verdict
