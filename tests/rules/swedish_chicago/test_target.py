"""Races to 31 and 15 points: their end, the exchange stop, the texts and the chances (rule 7.7)."""

from __future__ import annotations

import pytest

from games.rules.contract import BadOption, Outcome
from games.rules.swedish_chicago import GAME, game_end
from games.rules.swedish_chicago.bot import race
from tests.rules.plain_text import text_of
from tests.rules.swedish_chicago.boards import options, plain, see
from tests.rules.swedish_chicago.situations import dealt
from tests.rules.swedish_chicago.tables import (
    FOURS,
    HIGH_CARD,
    PAIR,
    STRAIGHT_FLUSH,
    TRIPS,
    do,
    events_of_kind,
    play_hand,
    table,
)
from tests.rules.swedish_chicago.test_tricks import ALL_FOR_0, play_out

HANDS = ("2c 5d 8h 9s Kc", "3c 6d 9h Js Qc", "4c 7d Th Qs Ac")


@pytest.mark.parametrize(("target", "below", "reached"), [("31", 25, 26), ("15", 9, 10)])
def test_the_score_ends_the_game_after_a_hand(target: str, below: int, reached: int) -> None:
    """Seat 0 scores 5 for the last trick, and seat 1 gets 1 for the best hand."""
    state = play_hand(ALL_FOR_0, scores=[below, 0], target=target)
    play_out(state, ALL_FOR_0)
    assert (state.outcome, state.hand) == (None, 2)
    state = play_hand(ALL_FOR_0, scores=[reached, 0], target=target)
    play_out(state, ALL_FOR_0)
    total, gain = int(target), int(target) - 1
    settlement = [f"{gain}", f"-{gain}"]
    assert state.outcome == Outcome((0,), f"{target} points", (total, 1), {"settlement": settlement})


@pytest.mark.parametrize(
    ("target", "stop", "scores", "stopped"),
    [
        ("31", "46", [24, 25], [1]),
        ("31", "42", [20, 21], [1]),
        ("31", "none", [24, 30], []),
        ("15", "46", [9, 14], []),
        ("15", "42", [5, 14], []),
    ],
)
def test_2_2_the_exchange_stop_is_as_far_from_the_end(
    target: str, stop: str, scores: list[int], stopped: list[int]
) -> None:
    state = table(
        [FOURS, HIGH_CARD, TRIPS], "choose", 2, scores=[0, *scores], four_of_a_kind="reset_ends", exchange_stop=stop,
        target=target,
    )  # fmt: skip
    state.scores[0], state.due = -7, [0]
    do(state, "score")
    assert state.stopped == [seat + 1 for seat in stopped]


def test_7_3_a_straight_flush_that_wins_gets_the_points_raced_for() -> None:
    state = table([PAIR, STRAIGHT_FLUSH], "announce", 1, straight_flush="wins", target="31")
    do(state, "announce", "announce")
    assert state.scores == [0, 31]


def test_7_4_a_player_without_a_needed_chicago_falls_at_31() -> None:
    state = play_hand(ALL_FOR_0, scores=[26, 0], target="31", must_chicago=True)
    events = play_out(state, ALL_FOR_0)
    assert [event.details for event in events_of_kind(events, "fell")] == [{"from": 31}]
    assert state.outcome is None


def test_7_4_a_needed_chicago_is_refused_in_a_race_to_15() -> None:
    """Nobody could declare one before falling back to 0."""
    with pytest.raises(BadOption) as refused:
        GAME.engine.check_options(options(target="15", must_chicago=True), 3)
    assert refused.value.name == "must_chicago"
    GAME.engine.check_options(options(target="31", must_chicago=True), 3)


def test_a_record_without_the_option_is_a_race_to_52() -> None:
    older = {name: value for name, value in options().items() if name != "target"}
    assert GAME.engine.complete(older) == options()
    assert GAME.engine.complete(options(target="15")) == options(target="15")


@pytest.mark.parametrize(
    ("target", "ways"),
    [
        ("31", ["Race to 31; You lead with 26!", "From 25 points; no more exchanges"]),
        ("15", ["Race to 15; You lead with 26!"]),
    ],
)
def test_the_goal_names_the_race(target: str, ways: list[str]) -> None:
    state = dealt(HANDS, options(target=target), scores=(26, 2, 3))
    told = [
        f"{plain(way.name)}; {plain(way.nearest)}{'!' * way.close}" for way in GAME.presentation.goal(state.view(0))
    ]
    assert told[:-1] == ways
    assert told[-1].startswith(f"With {target} points")


@pytest.mark.parametrize(("target", "marks"), [("52", [15, 46, 52]), ("31", [15, 25, 31]), ("15", [15])])
def test_the_board_draws_the_race(target: str, marks: list[int]) -> None:
    shown = see(dealt(HANDS, options(target=target), scores=(3, 2, 5))).race
    assert plain(shown.name) == f"Race to {target}"
    assert [mark.points for mark in shown.marks] == marks
    assert shown.marks[-1].at == "100.0%"


@pytest.mark.parametrize("target", ["52", "31", "15"])
def test_every_race_ends_with_the_points_of_the_winner(target: str) -> None:
    state = play_hand(ALL_FOR_0, scores=[52, 0], target=target)
    (over,) = events_of_kind(play_out(state, ALL_FOR_0), "over")
    assert f"{target} points" == over.details["reason"] in game_end.REASONS
    line = GAME.presentation.sentence(over, 0)
    assert line is not None
    assert text_of(line) == "You win the game with 57 points."


@pytest.mark.parametrize("target", [31, 15])
def test_6_1_the_chances_are_those_of_the_race(target: int) -> None:
    assert race.after([target, 0], [0, 1], target) == (1, 0)
    assert race.before([target - 1, 0], [0, 1], target)[0] > 0.85
    assert race.before([0, target - 1], [0, 1], target)[0] < 0.15
    assert race.before([10, 0], [0, 1], target)[0] > race.before([10, 0], [0, 1], 52)[0]
    assert sum(race.before([1, 2, 3], [0, 1, 2], target)) == pytest.approx(1)
