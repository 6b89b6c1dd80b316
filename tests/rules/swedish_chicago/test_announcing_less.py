"""The option to announce less than one holds (rule 7.8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.contract import Event
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.state import State
from tests.rules.plain_text import text_of
from tests.rules.swedish_chicago.tables import FOURS, HIGH_CARD, PAIR, ROYAL, do, events_of_kind, points, refuses, table

FULL_HOUSE, ACES = "4c 4d 4h 9s 9c", "Ac Ad 3h 6s Jc"
LOWER = {"announcing": "lower"}


def asked(*hands: str, phase: str = "announce", part: int = 1, **options: Any) -> State:
    return table([*hands], phase, part, **LOWER | options)


def said(state: State, seat: int = 0) -> list[str]:
    return [move.removeprefix("announce ") for move in state.legal_moves(seat)]


@pytest.mark.parametrize(
    ("hand", "types"),
    [
        (HIGH_CARD, []),
        (PAIR, ["pair"]),
        (FULL_HOUSE, ["full house", "trips", "two pairs", "pair"]),
        (FOURS, ["four of a kind", "trips", "pair"]),
        (ROYAL, ["royal", "straight flush", "flush", "straight"]),
    ],
)
def test_7_8_every_combination_in_the_cards_may_be_named(hand: str, types: list[str]) -> None:
    assert said(asked(hand, HIGH_CARD.replace("2", "3"))) == [*types, "pass"]


def test_7_8_only_what_equals_or_beats_the_highest_so_far() -> None:
    state = asked("3c 3d 8h 8s Qc", FULL_HOUSE)
    do(state, "announce two pairs")
    assert said(state, 1) == ["full house", "trips", "two pairs", "pass"]
    assert refuses(state, "announce pair") == "too_low 3.1"
    assert refuses(state, "announce flush") == "not_contained 7.8"
    assert refuses(state, "announce") == "name_it 7.8"


def test_3_1_elsewhere_nothing_is_named() -> None:
    state = table([FULL_HOUSE, HIGH_CARD], "announce")
    assert state.legal_moves(0) == ["announce", "pass"]
    assert refuses(state, "announce trips") == "exactly 3.1"


def test_7_8_what_is_named_is_compared_and_scored() -> None:
    state = asked(ACES, FULL_HOUSE)
    events = do(state, "announce pair", "announce pair")
    assert events_of_kind(events, "revealed")[0].details["stages"] == [
        {"name": "pair", "ranks": {"0": "A", "1": "9"}, "left": [0]}
    ]
    assert points(events) == [(0, 1, "announcement")]


def test_7_8_the_odd_cards_of_a_lower_combination_are_all_others() -> None:
    assert stages_named(["9c 9d 4h 4s 4c", "9h 9s 4d 3c 2c"], "pair", "pair") == [
        {"0": "9", "1": "9"},
        {"0": "4", "1": "4"},
        {"0": "4", "1": "3"},
    ]
    assert stages_named(["9c 9d 4h 4s 4c", "9h 9s 3d 3c 2c"], "two pairs", "two pairs") == [
        {"0": "9", "1": "9"},
        {"0": "4", "1": "3"},
    ]


def stages_named(hands: list[str], *types: str) -> list[dict[str, str]]:
    events = do(asked(*hands), *[f"announce {each}" for each in types])
    return [stage["ranks"] for stage in events_of_kind(events, "revealed")[0].details["stages"]]


def test_2_4_only_the_cards_of_what_was_named_are_noted() -> None:
    state = asked("9c 9d 9h 4s 4c", HIGH_CARD)
    do(state, "announce pair", "pass")
    assert not events_of_kind(do(state.copy(), "exchange 4c 9h 4s"), "showed")
    (showed,) = events_of_kind(do(state, "exchange 9d"), "showed")
    assert showed.details == {"type": "pair", "cards": ["9c", "9d"]}


def test_7_1_a_lower_name_gives_no_choice() -> None:
    events = do(asked(FOURS, HIGH_CARD, four_of_a_kind="reset"), "announce trips", "pass")
    assert points(events) == [(0, 3, "announcement")]
    assert not events_of_kind(events, "choosing")


def test_7_a_sealed_name_that_is_too_low_becomes_a_pass() -> None:
    state = asked("3c 3d 8h 8s Qc", FULL_HOUSE, together=True)
    events = do(state, "0 announce two pairs", "1 announce pair")
    assert state.said[0] == ["two pairs", "pass"]
    assert GAME.presentation.hide("announce pair", hidden(events, 1), 0) == "pass"
    assert GAME.presentation.hide("announce two pairs", hidden(events, 0), 1) == "announce two pairs"


def hidden(events: list[Event], seat: int) -> list[Event]:
    return [event for event in events if event.seat == seat]


@pytest.mark.parametrize("hand", ["4c 4d 4h 9s Jc", FULL_HOUSE])
def test_7_8_nobody_can_tell_a_lower_name_from_the_whole_hand(hand: str) -> None:
    state = asked(hand, HIGH_CARD)
    events = do(state, "announce trips", "pass")
    told = [(event.kind, event.details, event.private) for event in events]
    assert told[:2] == [("announced", {"type": "trips", "part": 1}, {}), ("turn", {"turn": 1, "ask": "announce"}, {})]
    assert GAME.presentation.hide("announce trips", events[:1], 1) == "announce trips"


def test_computers_name_less_only_to_keep_from_falling() -> None:
    automation = GAME.automation
    for score, move in ((10, "announce full house"), (48, "announce trips"), (51, "pass")):
        state = asked(FULL_HOUSE, HIGH_CARD, scores=[score, 0], must_chicago=True)
        assert automation.policy(state.view(0)) == move
        assert automation.quick_policy(state, 0, Random(1)) == move
    state = asked(FULL_HOUSE, HIGH_CARD)
    assert automation.candidates(state.view(0)) == ["announce full house"]
    assert automation.automatic_move(state.view(0), {"announce": "best"}) == "announce full house"


def test_every_button_and_spoken_move_has_its_own_words() -> None:
    view = asked(FULL_HOUSE, HIGH_CARD).view(0)
    says = [text_of(GAME.presentation.move_texts(move, view)[0]) for move in view.legal]
    assert says == [
        "Announce a full house",
        "Announce three of a kind",
        "Announce two pairs",
        "Announce a pair",
        "Pass",
    ]
    answers = GAME.presentation.board(view, {}, ()).answers
    assert [(each.move, text_of(each.note), each.main) for each in answers[:2]] == [
        ("announce full house", "+6 if yours is the best", True),
        ("announce trips", "+3 if yours is the best", False),
    ]
