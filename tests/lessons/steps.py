"""Complete lessons by the rules alone, and as a visitor in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import reverse

from games.lessons.lesson import LEARNER, MOST_STEPS, BrokenLesson, Lesson
from games.lessons.playthrough import Playthrough, begun
from games.rules.contract import HIDDEN


def check(lesson: Lesson) -> None:
    """Play every wanted move of every step. Raise `BrokenLesson`, which names the file, the line and the step."""
    if not 0 < len(lesson.steps) <= MOST_STEPS:
        raise BrokenLesson(lesson, 0, f"{len(lesson.steps)} steps: 1 to {MOST_STEPS} are allowed")
    if not lesson.steps[-1].is_read:
        raise BrokenLesson(lesson, len(lesson.steps), "the last step is to be read, so that it says what came of it")
    for play in states(lesson):
        _check_step(play)


def states(lesson: Lesson) -> Iterator[Playthrough]:
    """Yield the lesson before each step, after the first wanted move of every earlier step."""
    play = begun(lesson)
    while not play.is_done:
        yield _twin(play)
        if play.step.is_read:
            play.read()
        elif wanted := play.wanted():
            play.move(wanted[0])
        else:
            return


def _twin(play: Playthrough) -> Playthrough:
    return Playthrough(play.lesson, play.state.copy(), [*play.did], [*play.turns])


def _check_step(play: Playthrough) -> None:
    number, step, rules = len(play.did) + 1, play.step, play.lesson.rules
    if step.is_read:
        _twin(play).read()
        return
    legal = play.state.legal_moves(LEARNER)
    if not step.wanted(legal):
        raise BrokenLesson(play.lesson, number, f"no legal move fits {step.expect}")
    for move in step.wanted(legal):
        _twin(play).move(move)
    unwanted = [move for move in legal if move not in step.wanted(legal)]
    for wrong in step.wrong:
        if not any(step.comment(move) is wrong for move in unwanted):
            raise BrokenLesson(play.lesson, number, f"no unwanted move is commented by {wrong.pattern!r}")
    for word in step.highlight:
        if HIDDEN in word or any(sign in word for sign in "*["):
            raise BrokenLesson(play.lesson, number, f"{word!r} names nothing to highlight")
    assert play.lesson.game == rules.engine.VARIANT


class Learner:
    def __init__(self, lesson: Lesson, client: Client | None = None, language: str = "en") -> None:
        self.client, self.lesson = client or Client(headers={"Accept-Language": language}), lesson
        self.address = reverse("lesson", args=[lesson.game, lesson.slug])

    def page(self, query: str = "") -> Any:
        return self.client.get(self.address + query)

    def post(self, **fields: str) -> Any:
        """Submit a form on the visitor's current page, and return the response."""
        version = self.page().context["version"]
        return self.client.post(self.address, {"version": str(version)} | fields)
