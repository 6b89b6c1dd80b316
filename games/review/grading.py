"""Grades of decisions, from a search that knows only the player's view, never the state. Independent of Django."""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.computers.search import Budget, Candidate, evaluate
from games.review.report import (
    BEST,
    BLUNDER,
    END,
    GOOD,
    INACCURACY,
    MIDDLE,
    MISTAKE,
    OPENING,
    Grade,
    Option,
)
from games.rules.contract import View
from games.rules.game import Rules

PLAYOUTS = 5
"""Number of playouts per decision, for each of a Review's samples.

With 160 samples, Reviews with two different seeds agree on fewer errors at half this number, but not on more at twice
the number.
"""

SECONDS = 2.0
"""Time limit for a decision, which matters only on machines that are much too slow."""

LOSSES = ((0.07, BLUNDER), (0.03, MISTAKE), (0.01, INACCURACY))
"""The minimum loss of winning chance, beyond noise, for each kind of error, the worst first."""

NEARLY = 0.002

TURNING_POINTS = 3


def budget(samples: int) -> Budget:
    return Budget(PLAYOUTS * samples, SECONDS)


class Place(NamedTuple):
    number: int
    turn: int
    phase: str


def grade_move(rules: Rules, view: View, move: str, place: Place, budget: Budget, rng: Random) -> Grade:
    """Grade ``move``, a choice made with this full view. Raise `NoSample` if no position fits the view."""
    candidates = evaluate(rules, view, budget, rng, made=move)
    best, made = candidates[0], next(each for each in candidates if each.move == move)
    loss, error = best.chance - made.chance, _error(best, made)
    options = tuple(Option(each.move, each.chance, each.error) for each in candidates)
    return Grade(*place, move, best.move, made.chance, loss, error, annotation_of(loss, error), options)


def _error(best: Candidate, made: Candidate) -> float:
    """Return the standard error of the loss; the search measures all other moves against the same first one."""
    return 0.0 if best is made else max(best.error, made.error)


def annotation_of(loss: float, error: float) -> str:
    """Return the annotation for a decision with this loss and error; the player gets the benefit of the doubt."""
    sure = loss - error
    return next((annotation for least, annotation in LOSSES if sure >= least), BEST if loss <= NEARLY else GOOD)


def phase(turn: int, turns: int) -> str:
    """Return the third of the game that contains a turn."""
    return (OPENING, MIDDLE, END)[min(2, 3 * (turn - 1) // max(1, turns))]


def error_rates(grades: Sequence[Grade]) -> dict[str, float]:
    return {
        each: fmean(found)
        for each in (OPENING, MIDDLE, END)
        if (found := [grade.loss for grade in grades if grade.phase == each])
    }


def error_rate(grades: Sequence[Grade]) -> float:
    """Return the mean loss of all decisions, or 0 if there are none."""
    return fmean(grade.loss for grade in grades) if grades else 0.0


def turning_points(grades: Iterable[Grade]) -> tuple[int, ...]:
    """Return the moves of at most three errors, in game order: those with the largest loss minus standard error."""
    errors = [grade for grade in grades if grade.annotation not in (BEST, GOOD)]
    dearest = sorted(errors, key=lambda grade: grade.loss - grade.error, reverse=True)
    return tuple(sorted(grade.number for grade in dearest[:TURNING_POINTS]))
