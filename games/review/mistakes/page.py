"""The page for trying a mistake again: the board at that point, and the value of the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.lessons.page import Objection
from games.models import Game, Player
from games.presentation.log import LogTurn, by_turn
from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo, logged_moves, narrator_of, seat_infos
from games.replay.replay_page import Timeline, line_of
from games.review import chart, text
from games.review.mistakes.mistakes import SOLVED, Answer
from games.review.positions import fault_of
from games.review.report import Grade
from games.rules.contract import State

MOST_CANDIDATES = 5


class Pip(NamedTuple):
    """A mistake in the list of all mistakes.

    ``place`` is its number, from 1; ``result`` is empty until the user has tried it.
    """

    place: int
    url: str
    result: str
    is_here: bool


class Candidate(NamedTuple):
    says: SafeString
    chance: float
    error: float
    width: str
    kind: str
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Trial:
    """A mistake of a finished game, to be tried again. ``state`` is the position before it."""

    game: Game
    players: list[Player]
    me: Player
    mistakes: list[Grade]
    grade: Grade
    state: State
    tried: Mapping[str, str]

    @property
    def narrator(self) -> Narrator:
        return narrator_of(self.game, self.players, self.me.seat)

    @property
    def url(self) -> str:
        return _url(self.game, self.grade)

    @property
    def following(self) -> str:
        """The URL of the next unsolved mistake, wrapping around, or an empty string if all are solved."""
        at = self.mistakes.index(self.grade)
        others = [*self.mistakes[at + 1 :], *self.mistakes[:at]]
        return next((_url(self.game, each) for each in others if self.tried.get(str(each.number)) != SOLVED), "")

    @property
    def solved(self) -> int:
        return sum(self.tried.get(str(each.number)) == SOLVED for each in self.mistakes)

    def pips(self) -> list[Pip]:
        return [
            Pip(place, _url(self.game, each), self.tried.get(str(each.number), ""), each is self.grade)
            for place, each in enumerate(self.mistakes, start=1)
        ]


def _url(game: Game, grade: Grade) -> str:
    return reverse("review-mistake", args=[game.public_id, grade.number])


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach beside the board of a mistake, with the attributes that the template of a lesson's coach uses."""

    url: str
    moment: SafeString | str
    objection: Objection | None
    asked: frozenset[str] = frozenset()
    template: ClassVar[str] = "review/mistakes/_coach.html"

    @property
    def log_title(self) -> str:
        return _("What happened before")


def asking(trial: Trial, query: Mapping[str, str], objection: Objection | None = None) -> dict[str, Any]:
    """Return the context of the page that asks for a move; ``query`` is untrusted input, such as a chosen card."""
    view = trial.state.view(trial.me.place)
    return _common(trial, view, query) | {
        "lesson": Coach(trial.url, _moment(trial, view), objection),
        "my_move": True,
        "version": trial.grade.number,
        "turns": _log(trial),
    }


def judged(trial: Trial, answer: Answer | None) -> dict[str, Any]:
    """Return the context of the page after ``answer``; None reveals the best move."""
    view = trial.state.look_back(trial.me.place, reveal_all=False)
    is_wrong = answer is not None and not answer.is_right
    return _common(trial, view, {}) | {
        "answer": answer,
        "annotation_name": text.annotation_name(answer.annotation) if answer else "",
        "answer_says": _move_text(trial, view, answer.option.move) if answer else "",
        "best_says": "" if is_wrong else _move_text(trial, view, trial.grade.best),
        "why": _why(trial.grade, answer),
        "gave_up": None if is_wrong else _gave_up(trial),
        "reasons": [] if is_wrong else _reasons(trial, answer.option.move if answer else trial.grade.best),
        "candidates": [] if is_wrong else _candidates(trial, view, answer),
    }


def _common(trial: Trial, view: Any, query: Mapping[str, str]) -> dict[str, Any]:
    game, place = trial.game, trial.mistakes.index(trial.grade) + 1
    return {
        "game": game,
        "rules": game.rules,
        "me": trial.me,
        "trial": trial,
        "place": place,
        "view": view,
        "board": game.rules.presentation.board(view, query, (), (), ()),
        "seats": _seats(trial, view),
        "narrator": trial.narrator,
    }


def _seats(trial: Trial, view: Any) -> list[SeatInfo]:
    infos = seat_infos(trial.game, trial.players, trial.me)
    return [replace(info, to_move=info.seat in view.to_move, deadline=None) for info in infos]


def _moment(trial: Trial, view: Any) -> SafeString | str:
    """Return a heading for the mistake's point in the game: the game's own or, without one, the turn's number."""
    if (told := trial.game.rules.presentation.moment(view)) is not None:
        return trial.narrator.rich(told)
    return _("Turn %(turn)s") % {"turn": _turn(line_of(trial.game), trial.grade)}


def _turn(line: Timeline, grade: Grade) -> int:
    return line.turn_at(grade.number - 1)


def _log(trial: Trial) -> list[LogTurn]:
    line, at = line_of(trial.game), trial.grade.number - 1
    turn = max(0, line.turn_at(at) - 1 - trial.game.size)
    first = line.turns[turn][0] if line.turns else 0
    moves = trial.game.moves.filter(number__gte=first, number__lte=at).order_by("number")
    return by_turn(logged_moves(moves, trial.players, trial.me), trial.narrator)


def _move_text(trial: Trial, view: Any, move: str) -> SafeString:
    return trial.narrator.rich(trial.game.rules.presentation.move_texts(move, view)[0])


def _reasons(trial: Trial, move: str) -> list[SafeString]:
    view = trial.state.full_view(trial.me.place)
    return [trial.narrator.rich(line) for line in trial.game.rules.presentation.reasons(view, move)]


def _gave_up(trial: Trial) -> SafeString | None:
    line = fault_of(trial.game.rules, trial.state.full_view(trial.me.place), trial.grade)
    return trial.narrator.rich(line) if line else None


def _why(grade: Grade, answer: Answer | None) -> str:
    """Return the sentence about the answer; without an answer, about the best move and the move in the game."""
    if answer is None:
        return text.grade_text(grade)
    fresh = grade._replace(
        move=answer.option.move, chance=answer.option.chance, loss=answer.loss, annotation=answer.annotation
    )
    return text.grade_text(fresh) if answer.is_right else text.missed(fresh)


def _candidates(trial: Trial, view: Any, answer: Answer | None) -> list[Candidate]:
    """Return the best moves, the answer and the move in the game, the highest chance to win first."""
    options = list(trial.grade.options)
    if answer is not None and answer.option not in options:
        options.append(answer.option)
    options.sort(key=lambda option: option.chance, reverse=True)
    chosen = answer.option.move if answer else ""
    wanted = {trial.grade.best, trial.grade.move, chosen}
    shown = [option for place, option in enumerate(options) if place < MOST_CANDIDATES or option.move in wanted]
    return [
        Candidate(
            says=_move_text(trial, view, option.move),
            chance=option.chance,
            error=100 * chart.LIKELY * option.error,
            width=chart.percent(option.chance),
            kind=_kind(trial.grade, option.move),
            notes=_notes(trial.grade, option.move, chosen),
        )
        for option in shown
    ]


def _kind(grade: Grade, move: str) -> str:
    return "best" if move == grade.best else "yours" if move == grade.move else ""


def _notes(grade: Grade, move: str, chosen: str) -> list[str]:
    notes = {chosen: _("your choice now"), grade.move: _("your move in the game")}
    return [note for other, note in notes.items() if other == move]
