"""The ways to win, and the distance of the nearest players (rules 8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.chicago_poker import GAME
from tests.rules.chicago_poker.boards import english
from tests.rules.chicago_poker.tables import ENGLISH, SHORT, table

goal = GAME.presentation.goal

ME, BOB = 0, 1


def ways(*controlled: str, seat: int | None = ME, options: dict[str, object] = ENGLISH) -> list[str]:
    state = table([""] * len(controlled), {"speakeasy1": []}, controlled=controlled, options=options, due=0, extra=1)
    return [f"{english(way.name)}; {english(way.nearest)}{'!' * way.close}" for way in goal(state.view(seat))]


@pytest.mark.parametrize(
    ("controlled", "expected"),
    [
        (("", "", ""), ["Three of one type; nobody yet", "One of each type; nobody yet", "Any five; nobody yet"]),
        (
            ("speakeasy2", "jazz1 jazz2 gambling1", "brewery1"),
            ["Three of one type; 1: one more!", "One of each type; 1: 2 more", "Any five; 1: 2 more"],
        ),
        (
            ("speakeasy2 jazz1", "jazz2 gambling1", ""),
            [
                "Three of one type; You and 1: 2 more",
                "One of each type; You and 1: 2 more",
                "Any five; You and 1: 3 more",
            ],
        ),
        (
            ("speakeasy2", "jazz2", "brewery1"),
            ["Three of one type; several: 2 more", "One of each type; several: 3 more", "Any five; several: 4 more"],
        ),
        (
            ("", "jazz2", "brewery1"),
            ["Three of one type; 1, 2: 2 more", "One of each type; 1, 2: 3 more", "Any five; 1, 2: 4 more"],
        ),
        (
            ("speakeasy2 jazz1 brewery1", "", ""),
            ["Three of one type; You: 2 more", "One of each type; You: one more!", "Any five; You: 2 more"],
        ),
    ],
)
def test_each_way_names_who_is_nearest(controlled: Sequence[str], expected: list[str]) -> None:
    assert ways(*controlled) == expected


def test_the_short_game_takes_two_of_a_type_or_any_three() -> None:
    assert ways("jazz1", "speakeasy2 brewery1", options=SHORT) == [
        "Two of one type; You and 1: one more!",
        "Any three; 1: one more!",
    ]


def test_a_spectator_reads_the_same_by_name() -> None:
    assert ways("jazz1 jazz2", "", seat=None)[0] == "Three of one type; 0: one more!"


def test_marks_show_what_the_nearest_holds() -> None:
    state = table(["", ""], {"speakeasy1": []}, controlled=["", "jazz1 jazz2 gambling1"], due=0, extra=1)
    one_type, each, five = goal(state.view(ME))
    assert [(mark.symbol, mark.won) for mark in one_type.marks] == [("jazz", True), ("jazz", True), ("jazz", False)]
    assert [mark.symbol for mark in each.marks if mark.won] == ["jazz", "gambling"]
    assert [mark.won for mark in five.marks] == [True, True, True, False, False]


def test_whoever_has_resigned_is_not_nearest() -> None:
    state = table(["", "", ""], {"speakeasy1": []}, controlled=["", "jazz1 jazz2", "brewery1"], due=0, extra=1)
    state.out = [BOB]
    assert [english(way.nearest) for way in goal(state.view(ME))] == ["2: 2 more", "2: 3 more", "2: 4 more"]
