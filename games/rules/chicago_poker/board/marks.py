"""Cards on the table that are new since the viewer's last turn, derived from the events known to the viewer."""

from collections.abc import Sequence

from games.rules.chicago_poker.view import View
from games.rules.contract import Event, Seat

Column = tuple[str, Seat]


class Marks:
    """The places (tile, seat, index) of cards newly played by others; in a replay, by anyone.

    They are found by undoing the events, beginning with the current lengths of the columns.
    """

    def __init__(self, view: View, fresh: Sequence[Event]) -> None:
        self.new: set[tuple[str, Seat, int]] = set()
        self._viewer = None if view.past else view.seat
        self._length = {
            (business.tile, seat): len(column)
            for business in view.street
            if business is not None
            for seat, column in enumerate(business.columns)
        }
        self._lost: set[Column] = set()
        for event in reversed(fresh):
            self._undo(event)

    def _undo(self, event: Event) -> None:
        if event.kind == "played" and event.seat is not None:
            self._took_back((event.details["business"], event.seat), 1)
        elif event.kind == "liquidated":
            self._grow((event.details["business"], event.details["target"]), 1)
        elif event.kind == "moved" and event.seat is not None:
            self._took_back((event.details["business"], event.seat), len(event.details["laid"]))
            self._lost.add((event.details["source"], event.seat))

    def _took_back(self, column: Column, count: int) -> None:
        end = self._length.get(column)
        if end is None:
            return
        if column not in self._lost and column[1] != self._viewer:
            self.new |= {(*column, index) for index in range(end - count, end)}
        self._grow(column, -count)

    def _grow(self, column: Column, count: int) -> None:
        if column in self._length:
            self._length[column] += count
