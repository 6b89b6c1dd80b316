"""The race to 52: the leader, and the effects of 46 and 52 points (rules 2.2, 6.1, 7.4)."""

from __future__ import annotations

import pytest

from games.rules.swedish_chicago import GAME
from tests.rules.swedish_chicago.boards import options, plain
from tests.rules.swedish_chicago.situations import dealt

goal = GAME.presentation.goal

HANDS = ("2c 5d 8h 9s Kc", "3c 6d 9h Js Qc", "4c 7d Th Qs Ac")


def ways(*scores: int, stopped: tuple[int, ...] = (), seat: int | None = 0, **changed: object) -> list[str]:
    state = dealt(HANDS[: len(scores)], options(**changed), scores=scores)
    state.stopped = list(stopped)
    return [f"{plain(way.name)}; {plain(way.nearest)}{'!' * way.close}" for way in goal(state.view(seat))]


@pytest.mark.parametrize(
    ("scores", "first"),
    [
        ((0, 0, 0), "Race to 52; everyone has 0"),
        ((38, 12, 0), "Race to 52; You lead with 38"),
        ((12, 38, 0), "Race to 52; 1: leading with 38"),
        ((12, 12, 0), "Race to 52; You and 1 lead with 12"),
        ((0, 12, 12), "Race to 52; 1, 2: leading with 12"),
        ((47, 12, 12), "Race to 52; You lead with 47!"),
    ],
)
def test_the_race_names_who_is_in_front(scores: tuple[int, ...], first: str) -> None:
    assert ways(*scores)[0] == first


@pytest.mark.parametrize(
    ("stopped", "second"),
    [
        ((), "From 46 points; no more exchanges"),
        ((0,), "From 46 points; You can’t exchange!"),
        ((1,), "From 46 points; 1 can’t exchange!"),
        ((0, 1), "From 46 points; several can’t exchange!"),
    ],
)
def test_from_46_points_on_nobody_exchanges(stopped: tuple[int, ...], second: str) -> None:
    assert ways(47, 48, 2, stopped=stopped)[1] == second


def test_the_most_points_win_once_a_hand_is_over() -> None:
    assert ways(1, 2, 3)[-1] == "With 52 points; the highest score wins after the hand"
    assert ways(53, 2, 3)[-1] == "With 52 points; the highest score wins after the hand!"
    assert ways(1, 2, 3, must_chicago=True)[-1] == "With 52 points; the highest score with a Chicago wins"


def test_a_table_without_a_stop_names_none() -> None:
    assert len(ways(1, 2, 3, exchange_stop="none")) == 2
    assert ways(1, 2, 3, exchange_stop="42")[1] == "From 42 points; no more exchanges"


def test_a_spectator_reads_names() -> None:
    assert ways(5, 2, 3, seat=None)[0] == "Race to 52; 0: leading with 5"
