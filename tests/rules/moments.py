"""One random game of each kind, walked through once: every promise is checked at the same moments of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import pytest

from games.rules import Rules
from games.rules.contract import Event, Seat, State, lay_open, redact
from tests.rules.playout import any_legal, or_resign, playout

SEED = 400
"""The random games begin here; the number of seats is added, so that no two tables are dealt alike."""


class Moment:
    """A state of a game, the ``number``-th of it, with what led there. Views are made once, for all promises.

    Promises may read ``state``, but have to copy what they move on.
    """

    def __init__(self, rules: Rules, options: dict[str, Any], seats: int, number: int, state: State) -> None:
        self.rules, self.options, self.seats, self.number, self.state = rules, options, seats, number, state
        self.events: Sequence[Event] = ()
        self._views: dict[Seat | None, Any] = {}
        self._known: dict[Seat | None, list[Event]] = {}

    @property
    def viewers(self) -> Sequence[Seat | None]:
        """A spectator, then the players."""
        return (None, *range(self.seats))

    @cached_property
    def rng(self) -> Random:
        """Chance of this moment alone: a promise that fails does so again."""
        return Random(self.number)

    def view(self, viewer: Seat | None) -> Any:
        """What ``viewer`` sees."""
        if viewer not in self._views:
            self._views[viewer] = self.state.view(viewer)
        return self._views[viewer]

    def known(self, viewer: Seat | None) -> list[Event]:
        """What has just happened, as far as ``viewer`` may know."""
        if viewer not in self._known:
            self._known[viewer] = [redact(event, viewer) for event in self.events]
        return self._known[viewer]

    @cached_property
    def open(self) -> list[Event]:
        """What has just happened, with nothing hidden any more."""
        return [lay_open(event) for event in self.events]

    def every(self, number: int) -> bool:
        """Whether this is one of every so many moments, or the last one."""
        return self.number % number == 0 or not self.state.to_move


Promise = Callable[[Moment], None]
"""Raises AssertionError where a moment breaks it."""


def walk(rules: Rules, options: dict[str, Any], seats: int, resigning: float = 0.002) -> Iterator[Moment]:
    """The moments of one random game, each good until the next one is asked for."""
    choose = or_resign(resigning) if resigning else any_legal
    for number, (state, events) in enumerate(playout(rules, options, seats, SEED + seats, choose)):
        moment = Moment(rules, options, seats, number, state)
        moment.events = events
        yield moment


def check(moments: Iterator[Moment], promises: Sequence[Promise], subtests: pytest.Subtests) -> None:
    """Check all promises at all moments. Each that is broken is a failure of its own, with the first such moment."""
    broken: dict[str, tuple[int, BaseException]] = {}
    for moment in moments:
        for promise in promises:
            if promise.__name__ not in broken:
                try:
                    promise(moment)
                # Whatever a promise meets is reported below, under its name.
                except Exception as error:  # noqa: BLE001
                    broken[promise.__name__] = moment.number, error
    for name, (number, error) in broken.items():
        with subtests.test(name, moment=number):
            raise error
