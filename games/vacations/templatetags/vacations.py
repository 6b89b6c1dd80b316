"""Filters for the vacation pages."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.models import Arrangement
from games.vacations import page

register = template.Library()


@register.filter
def arrangement_lines(arranged: Sequence[Arrangement]) -> list[tuple[str, str]]:
    """Return the tables and their arrangements, for the user on vacation."""
    return page.arrangement_lines(arranged)
