"""Selects the moves to play back to a viewer who has not seen them."""

from collections.abc import Iterable, Sequence

from games.models import Player
from games.presentation.log import LoggedMove
from games.rules.contract import CLOSES, OPENS, Event, Seat


def visible_events(events: Iterable[Event], mover: Seat | None, viewer: Seat | None) -> list[Event]:
    """Return the events of a move to play back to ``viewer``. Omit turn starts, turn ends and the viewer's own acts."""
    own = mover is not None and mover == viewer
    return [event for event in events if event.kind not in (OPENS, CLOSES) and not (own and event.seat == viewer)]


def last_visible_move(moves: Sequence[LoggedMove], viewer: Seat | None) -> int:
    """Return the number of the last move that has an event to show to ``viewer``, or 0."""
    return max((move.number for move in moves if visible_events(move.events, move.seat, viewer)), default=0)


def seen_before(moves: Sequence[LoggedMove], me: Player | None) -> int:
    """Return the number of the last move that the viewer has certainly seen. Spectators have seen all moves."""
    if me is None or me.seat is None:
        return moves[-1].number if moves else 0
    # The move that ended the viewer's turn is theirs, but its consequences are not.
    return max(0, me.last_turn_end - 1) if me.last_turn_end else 0
