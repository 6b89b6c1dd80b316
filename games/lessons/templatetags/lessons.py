"""Template filters for lessons."""

from django import template

from games.lessons.courses import COURSES
from games.rules.game import Rules

register = template.Library()


@register.filter
def has_lessons(rules: Rules) -> bool:
    return rules.engine.VARIANT in COURSES
