"""A visitor's progress: moves in the session, finished lessons in the session or, for users, in the account."""

from typing import Any

from django.http import HttpRequest

from accounts.models import Visitor
from games.lessons.courses import lesson_of
from games.lessons.lesson import Lesson
from games.models import LessonDone

_AT, _DONE = "lessons_at", "lessons_done"


def moves_in(request: HttpRequest, lesson: Lesson) -> list[str]:
    """Return the learner's moves in a lesson, from this browser's session."""
    did: list[str] = request.session.get(_AT, {}).get(_key(lesson), [])
    return did


def keep_moves(request: HttpRequest, lesson: Lesson, did: list[str]) -> None:
    """Store the learner's moves in a lesson in this browser's session; an empty list restarts the lesson."""
    at = request.session.get(_AT, {})
    at.pop(_key(lesson), None)
    request.session[_AT] = at | ({_key(lesson): did} if did else {})


def finish(request: HttpRequest, lesson: Lesson) -> None:
    """Record that the lesson is done, in the account or, for guests, in the session; forget its moves."""
    keep_moves(request, lesson, [])
    if request.user.is_authenticated:
        _note(request.user, lesson)
    else:
        request.session[_DONE] = sorted({*request.session.get(_DONE, []), _key(lesson)})


def done(request: HttpRequest, game: str) -> set[str]:
    """Return the slugs of the game's lessons that the visitor has finished."""
    if request.user.is_authenticated:
        return set(LessonDone.objects.filter(user=request.user, game=game).values_list("lesson", flat=True))
    keys = [key.partition("/") for key in request.session.get(_DONE, [])]
    return {slug for slug_of, _slash, slug in keys if slug_of == game}


def move_into_account(request: HttpRequest, user: Visitor, **_kwargs: Any) -> None:
    """Move a visitor's finished lessons from the session into the account that they have signed in to."""
    for key in request.session.pop(_DONE, []):
        game, _slash, slug = key.partition("/")
        if lesson := lesson_of(game, slug):
            _note(user, lesson)


def _note(user: Visitor, lesson: Lesson) -> None:
    LessonDone.objects.get_or_create(user=user, game=lesson.game, lesson=lesson.slug)


def _key(lesson: Lesson) -> str:
    return f"{lesson.game}/{lesson.slug}"
