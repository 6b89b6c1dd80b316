"""Filters for the vacation pages."""

from __future__ import annotations

from django import template

from games.models import Arrangement
from games.vacations import planning

register = template.Library()


@register.filter
def arrangement_text(arrangement: Arrangement) -> str:
    """Describes what happens at the table, for the user on vacation."""
    return planning.arrangement_text(arrangement)
