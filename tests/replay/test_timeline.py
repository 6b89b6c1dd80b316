"""The timeline of a replay: the beginnings of turns, and the targets of the steps on either side."""

from __future__ import annotations

from datetime import UTC, datetime

from games.presentation.log import LoggedMove
from games.replay.replay_page import Navigation, Timeline, navigation, timeline
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.contract import Event, Seat


def opens(seat: Seat) -> Event:
    return Event("turn", "3.2", seat, {"turn": 1, "actions": 3})


NOTHING = Event("ended", "3.5", 0)
SHOOTOUT = Event("shootout", "6.2", 0)
# Turns begin at 0 (seat 1), 3 (seat 0), 5 (seat 1), 8 (seat 0); shootouts at 3 and 8; the last move is 9.
HAPPENED: list[list[Event]] = [
    [opens(1)], [NOTHING], [NOTHING], [NOTHING, opens(0), SHOOTOUT], [NOTHING], [NOTHING, opens(1)],
    [NOTHING], [NOTHING], [NOTHING, opens(0), SHOOTOUT], [NOTHING],
]  # fmt: skip


def line(viewer: Seat | None = 0) -> Timeline:
    moves = [LoggedMove(number, 0, events, datetime(2026, 11, 3, tzinfo=UTC)) for number, events in enumerate(HAPPENED)]
    return timeline(moves, chicago_poker, viewer)


def test_navigation_from_the_middle_of_a_turn() -> None:
    """The previous turn is the beginning of the current one."""
    assert navigation(line(), 6, running=False) == Navigation(
        first=0, turn_before=3, before=5, after=7, turn_after=8, last=9, my_last_turn=8, next_highlight=8
    )
    assert (line().turn_at(6), line().seats_to_move_at(6)) == (3, (1,))


def test_navigation_from_the_deal_has_no_way_back() -> None:
    there = navigation(line(), 0, running=False)
    assert (there.first, there.turn_before, there.before) == (None, None, None)
    assert (there.after, there.turn_after, there.next_highlight) == (1, 3, 3)


def test_navigation_from_the_end_has_no_way_forward() -> None:
    """There is no next highlight either, because the last one has passed."""
    there = navigation(line(), 9, running=False)
    assert (there.after, there.turn_after, there.last, there.next_highlight) == (None, None, None, None)
    assert there.turn_before == 5


def test_the_turn_after_the_last_is_the_last_move() -> None:
    assert navigation(line(), 8, running=False).turn_after == 9


def test_the_viewers_last_turn_has_ended() -> None:
    """A viewer who is to move goes to the previous turn, because the news came after it."""
    assert navigation(line(), 0, running=True).my_last_turn == 3
    assert navigation(line(1), 0, running=True).my_last_turn == 5
    assert navigation(line(None), 0, running=True).my_last_turn is None


def test_the_list_shows_the_nearest_turns() -> None:
    assert line().listed_range(0) == (0, 8)
    assert line().listed_range(9) == (3, 10)
