"""Template filters of the lessons."""

from django import template

from games.lessons.courses import COURSES
from games.rules.game import Rules

register = template.Library()


@register.filter
def has_lessons(rules: Rules) -> bool:
    """Return whether the game can be learnt in lessons."""
    return rules.engine.VARIANT in COURSES
