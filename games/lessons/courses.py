"""The lessons of each game, in a folder named after the game; its ``COURSE`` lists the files in teaching order."""

from importlib import import_module
from importlib.util import find_spec

from games.lessons.lesson import Lesson
from games.rules import RULES


def _course(game: str) -> tuple[Lesson, ...]:
    folder = f"{__package__}.{game}"
    return tuple(import_module(f"{folder}.{name}").LESSON for name in import_module(folder).COURSE)


COURSES: dict[str, tuple[Lesson, ...]] = {
    game: _course(game) for game in RULES if find_spec(f"{__package__}.{game}") is not None
}


def lesson_of(game: str, slug: str) -> Lesson | None:
    return next((lesson for lesson in COURSES.get(game, ()) if lesson.slug == slug), None)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the same game, or None after the last one."""
    course = COURSES[lesson.game]
    number = course.index(lesson) + 1
    return course[number] if number < len(course) else None
