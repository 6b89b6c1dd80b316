"""For the pages about vacations."""

from __future__ import annotations

from django import template

from games.models import Arrangement
from games.vacations import planning

register = template.Library()


@register.filter
def arranged(arrangement: Arrangement) -> str:
    """What happens at the table, in words for whoever goes on vacation."""
    return planning.arranged_words(arrangement)
