"""The lessons of each game, in the order in which they are taken."""

from __future__ import annotations

from importlib import import_module

from games.lessons.lesson import Lesson

_FILES = {
    "chicago_poker": ("goal", "hand", "facing", "specials", "endgame"),
    "swedish_chicago": ("goal", "exchange", "announcing", "tricks", "endgame"),
}

COURSES: dict[str, tuple[Lesson, ...]] = {
    game: tuple(import_module(f"games.lessons.{game}.{name}").LESSON for name in names)
    for game, names in _FILES.items()
}


def lesson_of(game: str, slug: str) -> Lesson | None:
    """The lesson with this name, None if the game has none such."""
    return next((lesson for lesson in COURSES.get(game, ()) if lesson.slug == slug), None)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """The next lesson of the same game, None after the last."""
    course = COURSES[lesson.game]
    number = course.index(lesson) + 1
    return course[number] if number < len(course) else None
