"""Simultaneous turns are shown as one: in the log, in the recap and in a replay."""

from __future__ import annotations

from datetime import UTC, datetime

from games.presentation.log import LoggedMove, LogTurn, by_turn, recap, turns_begun
from games.presentation.narration import Narrator
from games.replay.replay_page import Timeline, navigation, timeline
from games.rules.contract import Event
from games.rules.swedish_chicago import GAME as swedish_chicago

NAMES = {0: "anna", 1: "bertil", 2: "cecilia"}
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)

DEALT = Event("dealt", "1.3", None, {"hand": 1, "dealer": 2, "first": 0})


def asks(*seats: int) -> list[Event]:
    return [Event("turn", "2.1", seat, {"turn": 1, "ask": "exchange"}) for seat in seats]


def seals(seat: int) -> list[Event]:
    return [Event("sealed", "7", seat, {"ask": "exchange"})]


def exchanged(seat: int) -> Event:
    return Event("exchanged", "2.1", seat, {"count": 2, "open": False})


MOVES = [
    LoggedMove(number, seat, events, NOON)
    for number, (seat, events) in enumerate(
        [
            (None, [DEALT, *asks(0, 1, 2)]),
            (2, seals(2)),
            (0, seals(0)),
            (1, [*seals(1), exchanged(0), exchanged(1), exchanged(2), *asks(0, 2, 1)]),
            (1, seals(1)),
        ]
    )
]


def groups(viewer: int | None) -> list[LogTurn]:
    return by_turn(MOVES, Narrator(swedish_chicago, NAMES, viewer))


def test_a_simultaneous_turn_names_all_its_players() -> None:
    """The log names the viewer first."""
    assert [(group.seats, group.name, group.initial, group.is_you) for group in groups(1)] == [
        ((), "", "", False),
        ((0, 1, 2), "You, anna, and cecilia", "", False),
        ((0, 2, 1), "You, anna, and cecilia", "", False),
    ]
    _deal, first, _second = groups(None)
    assert first.opening is not None
    assert first.opening.text == "Now anna, bertil, and cecilia exchange cards."
    assert [line.text for line in first.lines][:2] == [
        "cecilia has chosen an exchange. It’s hidden for now.",
        "anna has chosen an exchange. It’s hidden for now.",
    ]


def test_a_turn_of_one_player_names_that_player() -> None:
    """The text is the same as in games without simultaneous turns."""
    alone = [LoggedMove(0, 0, [*asks(0), exchanged(0), *asks(1)], NOON)]
    assert turns_begun(alone[0].events) == [(0,), (1,)]
    first, second = by_turn(alone, Narrator(swedish_chicago, NAMES, 0))
    assert (first.name, first.is_you, second.name, second.initial) == ("You", True, "bertil", "B")


def test_a_recap_names_all_who_moved_in_a_turn_that_began_before_it() -> None:
    """The recap begins with the viewer's own last answer, and includes all answers."""
    told = recap(MOVES[2:], Narrator(swedish_chicago, NAMES, 0))
    first, second = told.turns
    assert (first.name, second.name) == ("You and bertil", "You, cecilia, and bertil")
    assert "bertil exchanged 2 cards." in [line.text for line in first.lines]


def line(viewer: int | None) -> Timeline:
    return timeline(MOVES, swedish_chicago, viewer)


def test_a_replay_counts_it_as_one_turn() -> None:
    """Otherwise, the link to the previous turn would lead nowhere."""
    assert line(1).turns == ((0, (0, 1, 2)), (3, (0, 2, 1)))
    assert line(1).mine == (0, 3)
    assert line(None).mine == ()
    assert navigation(line(1), 4, running=True).turn_before == 0
    assert navigation(line(1), 0, running=True).turn_after == 3
    assert navigation(line(1), 4, running=True).my_last_turn == 0
