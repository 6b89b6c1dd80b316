"""The game as seen by the reviewed player: texts for each graded decision, from one replay."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.models import Game, Player
from games.presentation.narration import Narrator
from games.replay.verification import replay_steps
from games.review.report import Grade, Report
from games.review.text import FAULTLESS
from games.rules.contract import OPENS, Event
from games.rules.game import Rules
from games.rules.vocabulary import Line


class Position(NamedTuple):
    """The texts for a graded decision, including what an error gave up.

    A turning point also has the table, the events, and the reasons for the best move.
    """

    grade: Grade
    says: dict[str, SafeString]
    gave_up: SafeString
    reasons: list[SafeString]
    knew: list[list[SafeString]]
    did: list[SafeString]
    paragraphs: list[str]


def positions(game: Game, players: Sequence[Player], report: Report, narrator: Narrator) -> dict[int, Position]:
    """Return the texts for the graded decisions by move number, from one replay. Raise `ReplayMismatch` if it fails."""
    judged = {grade.number: grade for grade in report.grades}
    found: dict[int, Position] = {}
    view: Any = None
    fault: Line | None = None
    reasons: Sequence[Line] = ()
    for step in replay_steps(game, players, list(game.moves.order_by("number"))):
        number = step.move.number
        if number in judged:
            events = step.events if number in report.turning_points else ()
            found[number] = _position(judged[number], view, fault, reasons, events, narrator)
        # The next step changes the same state object, so look at it now.
        coming = judged.get(number + 1)
        view = step.state.look_back(report.seat, reveal_all=False) if coming else None
        turning = coming if number + 1 in report.turning_points else None
        # Use the full view, which holds only the seat's own knowledge: cards revealed later are hidden in it.
        known = step.state.full_view(report.seat) if coming else None
        fault = fault_of(narrator.rules, known, coming) if coming else None
        reasons = game.rules.presentation.reasons(known, turning.best) if turning else ()
    return found


def fault_of(rules: Rules, view: Any, grade: Grade) -> Line | None:
    """Return a sentence about what the move gave up, given the full view before it, or None."""
    return None if grade.annotation in FAULTLESS else rules.presentation.fault(view, grade.move, grade.best)


def _position(
    grade: Grade,
    view: Any,
    fault: Line | None,
    reasons: Sequence[Line],
    events: Sequence[Event],
    narrator: Narrator,
) -> Position:
    moves = {grade.move, grade.best, *(option.move for option in grade.options)}
    rules, happened = narrator.rules, [event for event in events if event.kind != OPENS]
    return Position(
        grade,
        says={move: narrator.rich(rules.presentation.move_texts(move, view)[0]) for move in moves},
        gave_up=narrator.rich(fault) if fault else SafeString(),
        reasons=[narrator.rich(line) for line in reasons],
        knew=_known(view, narrator) if events else [],
        did=[said for event in rules.presentation.merge(happened) if (said := narrator.html(event))],
        paragraphs=list(dict.fromkeys(event.paragraph for event in happened if event.paragraph)),
    )


def _known(view: Any, narrator: Narrator) -> list[list[SafeString]]:
    texts = narrator.rules.presentation.screen_reader_texts(view)
    return [[narrator.rich(line) for line in lines] for lines in (texts.hand, texts.table, texts.score) if lines]
