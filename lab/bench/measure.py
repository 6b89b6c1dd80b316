"""A figure with its limit, and a race between two implementations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

ROUNDS = 15


@dataclass(frozen=True)
class Measure:
    """One line of the report. ``bar`` is the limit: a minimum if ``at_least``, otherwise a maximum."""

    what: str
    figure: float
    bar: float
    unit: str
    at_least: bool

    @property
    def met(self) -> bool:
        return self.figure >= self.bar if self.at_least else self.figure <= self.bar

    def __str__(self) -> str:
        verdict, sign = "ok  " if self.met else "MISS", "≥" if self.at_least else "≤"
        digits = 2 if self.unit == "×" else 1
        return f"{verdict} {self.what}: {self.figure:.{digits}f}{self.unit} ({sign} {self.bar:g}{self.unit})"


def rate(work: Callable[[], int]) -> float:
    """Call ``work``, which returns a number of units, and return the units per second of CPU time."""
    begun = process_time()
    done = work()
    return done / (process_time() - begun)


def race(what: str, ours: Callable[[], int], theirs: Callable[[], int], bar: float) -> Measure:
    """Measure the speed of ``ours`` relative to ``theirs``, as the median ratio of ROUNDS rounds."""
    return Measure(what, median(rate(ours) / rate(theirs) for _round in range(ROUNDS)), bar, "×", True)
