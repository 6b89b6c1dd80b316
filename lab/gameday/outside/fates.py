"""The fates of requests on an unreliable network: every tenth response is lost, and connections are cut."""

from __future__ import annotations

import itertools
from enum import Enum
from threading import Lock

EVERY_TENTH = 10
CUT_EVERY, HALF_EVERY = 37, 41
"""One in CUT_EVERY requests is cut before it arrives; one in HALF_EVERY gets half of its response."""


class Fate(Enum):
    WELL = "answered"
    LOST = "answers lost"
    HALF = "answers cut in the middle"
    CUT = "cut before they arrived"


class Fates:
    """A thread-safe sequence of fates, one for each request."""

    def __init__(self) -> None:
        self._numbers, self._lock = itertools.count(1), Lock()

    def next(self) -> Fate:
        with self._lock:
            number = next(self._numbers)
        if number % EVERY_TENTH == 0:
            return Fate.LOST
        if number % CUT_EVERY == 0:
            return Fate.CUT
        return Fate.HALF if number % HALF_EVERY == 0 else Fate.WELL
