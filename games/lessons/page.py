"""The context of a lesson's page: a table's board, with a coach in place of its status and recent events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.lessons.lesson import LEARNER, Lesson, Wrong, sentence
from games.lessons.playthrough import Playthrough
from games.presentation.card_html import page_chip
from games.presentation.log import LoggedMove, LogTurn, by_turn
from games.presentation.narration import Narrator, paragraph_id
from games.presentation.view_model import SeatInfo
from games.rules.contract import Illegal, redact


@dataclass(frozen=True, slots=True)
class Objection:
    """The reason why a move was not accepted: illegal (``is_refusal``) or unwanted.

    ``paragraph`` is the paragraph of the rules that explains why.
    """

    text: SafeString | str
    is_refusal: bool
    paragraph: str = ""

    @property
    def anchor(self) -> str:
        """The paragraph's id on the rules page."""
        return paragraph_id(self.paragraph)


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach beside a lesson's board.

    ``asked`` are the words to highlight, for example cards and moves; ``parts`` are the words that are not pieces. With
    ``scene``, the board shows the last events as in a replay.
    """

    url: str
    number: int
    steps: int
    do: SafeString
    say: SafeString
    is_read: bool
    is_last: bool
    scene: bool
    asked: frozenset[str]
    parts: tuple[str, ...]
    objection: Objection | None
    template: ClassVar[str] = "lessons/_coach.html"

    @property
    def log_title(self) -> str:
        return _("In this lesson")

    @property
    def dots(self) -> list[str]:
        """A mark for each step: done, now, or to come."""
        return ["done" if at < self.number else "now" if at == self.number else "" for at in range(1, self.steps + 1)]


@dataclass(frozen=True, slots=True)
class LessonTable:
    """A stand-in for the game's row in the board's template, since a lesson has no game."""

    name: str
    variant: str
    public_id: str = "lesson"
    hand_labels: bool = True


def narrator_for(lesson: Lesson) -> Narrator:
    infos = seats_of(lesson, ())
    initials = {info.seat: info.initial for info in infos}
    return Narrator(lesson.rules, {info.seat: info.short for info in infos}, LEARNER, page_chip, initials)


def seats_of(lesson: Lesson, to_move: Sequence[int]) -> list[SeatInfo]:
    infos = []
    for seat, user_name in enumerate((_("You"), *lesson.rivals)):
        persona = lesson.rules.presentation.PERSONAS[seat] if lesson.rules.presentation.PERSONAS else None
        infos.append(
            SeatInfo(
                seat=seat,
                name=persona.name if persona else user_name,
                short=persona.short if persona else user_name,
                initial=persona.initial if persona else user_name[:1],
                user_name=user_name,
                user_initial=user_name[:1],
                username="",
                is_you=seat == LEARNER,
                face="",
                strength="",
                deadline=None,
                to_move=seat in to_move,
                stand_in="",
            )
        )
    return infos


def context(play: Playthrough, query: Mapping[str, str], objection: Objection | None = None) -> dict[str, Any]:
    """Return the context of the next step's page; ``query`` holds untrusted parameters, for example a chosen card."""
    lesson, rules, step = play.lesson, play.lesson.rules, play.step
    last = [event for _seat, events in play.turns[-1] for event in events] if play.turns else []
    fresh = [redact(event, LEARNER) for event in last]
    highlights = rules.presentation.HIGHLIGHTS
    staged = step.is_read and highlights is not None and any(event.kind in highlights.kinds for event in last)
    state = play.state
    view = state.look_back(LEARNER, reveal_all=False) if step.is_read else state.view(LEARNER)
    narrator = narrator_for(lesson)
    title = _(lesson.title)
    return {
        "lesson": _coach(play, narrator, objection, scene=staged or state.outcome is not None),
        "title": title,
        "game": LessonTable(title, lesson.game),
        "rules": rules,
        "me": True,
        "my_move": not step.is_read,
        "view": view,
        "board": rules.presentation.board(view, {} if step.is_read else query, fresh, (), fresh if staged else ()),
        "seats": seats_of(lesson, view.to_move),
        "narrator": narrator,
        "version": len(play.did),
        "turns": _log(play, narrator),
    }


def _coach(play: Playthrough, narrator: Narrator, objection: Objection | None, *, scene: bool) -> Coach:
    lesson, step, number = play.lesson, play.step, len(play.did) + 1
    words = step.highlight or tuple(word for move in play.wanted()[:1] for word in move.split())
    return Coach(
        url=reverse("lesson", args=[lesson.game, lesson.slug]),
        number=number,
        steps=len(lesson.steps),
        do=narrator.rich(sentence(step.do, step.cards)),
        say=narrator.rich(sentence(step.say, step.cards)),
        is_read=step.is_read,
        is_last=number == len(lesson.steps),
        scene=scene,
        asked=frozenset(words),
        parts=tuple(word for word in words if word not in lesson.rules.engine.PIECES),
        objection=objection,
    )


def _log(play: Playthrough, narrator: Narrator) -> list[LogTurn]:
    moves = [
        LoggedMove(number, seat, events, timezone.now())
        for number, (seat, events) in enumerate((made for step in play.turns for made in step), start=1)
    ]
    return [turn for turn in by_turn(moves, narrator) if turn.lines]


def commented(play: Playthrough, wrong: Wrong) -> Objection:
    text = narrator_for(play.lesson).rich(sentence(wrong.says, wrong.cards))
    return Objection(text, is_refusal=False, paragraph=wrong.paragraph)


def refused(play: Playthrough, illegal: Illegal) -> Objection:
    return Objection(narrator_for(play.lesson).refusal(illegal), is_refusal=True, paragraph=illegal.paragraph)
