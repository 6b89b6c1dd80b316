"""Ratings as people read them: points around 1500, with the band in which the true strength most likely lies."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import F
from django.db.models.expressions import CombinedExpression

from games.models import RatingChange

START, MIDDLE, POINTS = 1500, 25.0, 25
"""Where everybody starts, which estimate that is, and how many points are one of the model's units."""

SIGMAS = 2
"""So many standard deviations to either side hold the true strength 19 times in 20, if the model is right."""


class Shown(NamedTuple):
    """A rating: the ``estimate`` and how far the true strength may be from it, in points."""

    estimate: int
    spread: int

    @property
    def low(self) -> int:
        """Where the band begins: what boards of the best are ordered by, so that luck in few games leads nowhere."""
        return self.estimate - self.spread

    @property
    def high(self) -> int:
        """Where the band ends."""
        return self.estimate + self.spread


def points(mu: float) -> int:
    """The model's estimate in points."""
    return round(START + POINTS * (mu - MIDDLE))


def shown(mu: float, sigma: float) -> Shown:
    """A rating in points."""
    return Shown(points(mu), round(POINTS * SIGMAS * sigma))


def gained(change: RatingChange) -> int:
    """How many points one game brought, or cost if below 0: the difference of what was shown before and after."""
    return points(change.mu) - points(change.mu_before)


def lower_end() -> CombinedExpression:
    """The beginning of the band, for ordering rows of ratings by."""
    return F("mu") - SIGMAS * F("sigma")
