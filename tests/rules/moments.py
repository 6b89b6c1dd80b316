"""Walk through one random game of each kind, and check all promises at the same moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import pytest

from games.rules.contract import Event, Seat, State, lay_open, redact
from games.rules.game import Rules
from tests.rules.playout import any_legal, or_resign, playout

SEED = 400
"""The first seed of the random games; the number of seats is added, so that all deals differ."""


class Moment:
    """The ``number``-th state of a game, with the events that led to it. Views are computed once for all promises."""

    def __init__(self, rules: Rules, options: dict[str, Any], seats: int, number: int, state: State) -> None:
        self.rules, self.options, self.seats, self.number, self.state = rules, options, seats, number, state
        self.events: Sequence[Event] = ()
        self._views: dict[Seat | None, Any] = {}
        self._known: dict[Seat | None, list[Event]] = {}

    @property
    def viewers(self) -> Sequence[Seat | None]:
        return (None, *range(self.seats))

    @cached_property
    def rng(self) -> Random:
        """A generator seeded by this moment, so that failures are reproducible."""
        return Random(self.number)

    def view(self, viewer: Seat | None) -> Any:
        if viewer not in self._views:
            self._views[viewer] = self.state.view(viewer)
        return self._views[viewer]

    def known(self, viewer: Seat | None) -> list[Event]:
        """Return the last events, redacted for ``viewer``."""
        if viewer not in self._known:
            self._known[viewer] = [redact(event, viewer) for event in self.events]
        return self._known[viewer]

    @cached_property
    def open(self) -> list[Event]:
        """The last events with everything revealed."""
        return [lay_open(event) for event in self.events]

    def every(self, number: int) -> bool:
        """Return whether this is the last moment or one of every ``number`` moments."""
        return self.number % number == 0 or not self.state.to_move


Promise = Callable[[Moment], None]
"""A check that raises `AssertionError` at a moment that violates the promise."""


def walk(rules: Rules, options: dict[str, Any], seats: int, resigning: float = 0.002) -> Iterator[Moment]:
    """Yield the moments of one random game; each is valid until the next one."""
    choose = or_resign(resigning) if resigning else any_legal
    for number, (state, events) in enumerate(playout(rules, options, seats, SEED + seats, choose)):
        moment = Moment(rules, options, seats, number, state)
        moment.events = events
        yield moment


def check(moments: Iterator[Moment], promises: Sequence[Promise], subtests: pytest.Subtests) -> None:
    """Check all promises at all moments, and report each violated promise once, at the first moment."""
    broken: dict[str, tuple[int, BaseException]] = {}
    for moment in moments:
        for promise in promises:
            if promise.__name__ not in broken:
                try:
                    promise(moment)
                # Any exception is reported below, under the name of the promise.
                except Exception as error:  # noqa: BLE001
                    broken[promise.__name__] = moment.number, error
    for name, (number, error) in broken.items():
        with subtests.test(name, moment=number):
            raise error
