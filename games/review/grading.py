"""The quality of decisions, by a search from the player's knowledge: their view, never the state. Pure: no Django."""

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
"""Playouts for a decision, times the samples of a Review.

Of 160 samples, with half of these two seeds agree on fewer errors, with double on no more.
"""

SECONDS = 2.0
"""For a decision, on a machine that is much too slow."""

LOSSES = ((0.07, BLUNDER), (0.03, MISTAKE), (0.01, INACCURACY))
"""The smallest loss of winning chance beyond the noise of each kind of error, the worst first."""

NEARLY = 0.002
"""The loss up to which a move counts as the best."""

TURNING_POINTS = 3


def budget(samples: int) -> Budget:
    """Return the budget for judging a decision in a Review of ``samples`` samples."""
    return Budget(PLAYOUTS * samples, SECONDS)


class Place(NamedTuple):
    """Where in the game a decision stands: the number of its move, its turn and its phase."""

    number: int
    turn: int
    phase: str


def grade_move(rules: Rules, view: View, move: str, place: Place, budget: Budget, rng: Random) -> Grade:
    """Return the grade of a ``move`` made with this full view of a seat with a choice. Raise `search.NoSample`."""
    candidates = evaluate(rules, view, budget, rng, made=move)
    best, made = candidates[0], next(each for each in candidates if each.move == move)
    loss, error = best.chance - made.chance, _error(best, made)
    options = tuple(Option(each.move, each.chance, each.error) for each in candidates)
    return Grade(*place, move, best.move, made.chance, loss, error, annotation_of(loss, error), options)


def _error(best: Candidate, made: Candidate) -> float:
    """Return the standard error of the difference: both stand for leads over the same first move."""
    return 0.0 if best is made else max(best.error, made.error)


def annotation_of(loss: float, error: float) -> str:
    """Return the annotation of a decision with this loss and error: possible noise counts in the player's favour."""
    sure = loss - error
    return next((annotation for least, annotation in LOSSES if sure >= least), BEST if loss <= NEARLY else GOOD)


def phase(turn: int, turns: int) -> str:
    """Return the third of the game that a turn is in."""
    return (OPENING, MIDDLE, END)[min(2, 3 * (turn - 1) // max(1, turns))]


def error_rates(grades: Sequence[Grade]) -> dict[str, float]:
    """Return the mean loss of each phase that has a decision."""
    return {
        each: fmean(found)
        for each in (OPENING, MIDDLE, END)
        if (found := [grade.loss for grade in grades if grade.phase == each])
    }


def error_rate(grades: Sequence[Grade]) -> float:
    """Return the mean loss of all decisions; 0 without any."""
    return fmean(grade.loss for grade in grades) if grades else 0.0


def turning_points(grades: Iterable[Grade]) -> tuple[int, ...]:
    """Return the errors, at most three, that lost most for sure (loss less its error), in the order of the game."""
    errors = [grade for grade in grades if grade.annotation not in (BEST, GOOD)]
    dearest = sorted(errors, key=lambda grade: grade.loss - grade.error, reverse=True)
    return tuple(sorted(grade.number for grade in dearest[:TURNING_POINTS]))
