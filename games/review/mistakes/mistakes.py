"""Learn from your mistakes: the costly decisions in a finished Review, to be tried again."""

from random import Random
from typing import NamedTuple

from django.db import transaction

from games.computers.search import Budget, evaluate
from games.models import Player, Review
from games.review import turn_lines
from games.review.grading import annotation_of
from games.review.report import BEST, GOOD, Grade, Option, Report, from_json
from games.rules.contract import View
from games.rules.game import Rules

SOLVED, MISSED = "solved", "missed"
"""The results of trying a mistake again, as stored in ``Review.tried``."""

WON_BACK = 0.5
"""The maximum loss of a right answer, as a share of the mistake's loss.

An answer that loses more is closer to the mistake than to the best move, and not clearly different from either.
"""

BUDGET = Budget(300, 0.6)


DEALS = 250
"""The number of deals for a move that the Review has not evaluated, in games that grade a turn's actions together."""


class Answer(NamedTuple):
    """An answer to a mistake; ``is_even`` means that the answer is about as bad as the move in the game."""

    option: Option
    loss: float
    annotation: str
    is_even: bool = False

    @property
    def is_right(self) -> bool:
        return self.annotation in (BEST, GOOD)


class MadeReview(NamedTuple):
    review: Review
    report: Report


def made_for(player: Player) -> MadeReview | None:
    """Return the seat's Review, or None unless it is finished."""
    review = Review.objects.filter(player=player, status=Review.Status.DONE).first()
    return MadeReview(review, from_json(review.report)) if review is not None and review.report is not None else None


def mistakes_of(report: Report) -> list[Grade]:
    return [each for each in report.grades if each.annotation not in (BEST, GOOD)]


def first_to_try(mistakes: list[Grade], tried: dict[str, str]) -> Grade:
    """Return the first unsolved mistake, or the first one if all are solved."""
    return next((each for each in mistakes if tried.get(str(each.number)) != SOLVED), mistakes[0])


def answered(rules: Rules, view: View, grade: Grade, move: str) -> Answer:
    """Grade a legal move as an answer to a mistake. Raise `NoSample` if no position fits the full ``view``."""
    best = grade.options[0]
    option = _weighed(rules, view, grade, move) or _weigh(rules, view, grade, move)
    if option.move == grade.move:
        return Answer(option, grade.loss, grade.annotation)
    loss = max(0.0, best.chance - option.chance)
    error = 0.0 if option.move == best.move else max(best.error, option.error)
    annotation = annotation_of(loss, error)
    if annotation not in (BEST, GOOD):
        return Answer(option, loss, annotation, is_even=abs(grade.loss - loss) <= error)
    if loss > WON_BACK * grade.loss:
        return Answer(option, loss, grade.annotation, is_even=True)
    return Answer(option, loss, annotation)


def _weighed(rules: Rules, view: View, grade: Grade, move: str) -> Option | None:
    """Return the Review's option for this move, or for another move with the same label, or None."""
    for option in grade.options:
        if option.move == move:
            return option
    label = rules.presentation.move_texts(move, view)[0]
    return next(
        (option for option in grade.options if rules.presentation.move_texts(option.move, view)[0] == label), None
    )


def _weigh(rules: Rules, view: View, grade: Grade, move: str) -> Option:
    """Compare the move with the best option, as the Review does, and return it with its chance to win."""
    weigh = _searched if rules.automation.TURN_LINES is None else _played_on
    behind, error = weigh(rules, view, grade, move)
    return Option(move, min(1.0, max(0.0, grade.options[0].chance - behind)), error)


def _searched(rules: Rules, view: View, grade: Grade, move: str) -> tuple[float, float]:
    found = evaluate(rules, view, BUDGET, Random(f"{grade.number} {move}"), made=move)
    made = next(each for each in found if each.move == move)
    return found[0].chance - made.chance, max(found[0].error, made.error)


def _played_on(rules: Rules, view: View, grade: Grade, move: str) -> tuple[float, float]:
    return turn_lines.behind(rules, view, move, grade.best, DEALS, Random(f"{grade.number} {move}"))


@transaction.atomic
def note_try(review: Review, number: int, result: str) -> None:
    """Record the result of another try at a mistake; a solved mistake stays solved."""
    row = Review.objects.select_for_update(of=["self"]).get(pk=review.pk)
    if row.tried.get(str(number)) != SOLVED:
        row.tried[str(number)] = result
        row.save(update_fields=["tried"])
    review.tried = row.tried
