"""For the pages about vacations."""

from __future__ import annotations

from django import template

from games import vacations
from games.models import Arrangement

register = template.Library()


@register.filter
def arranged(arrangement: Arrangement) -> str:
    """What happens at the table, in words for whoever goes on vacation."""
    return vacations.arranged_words(arrangement)
