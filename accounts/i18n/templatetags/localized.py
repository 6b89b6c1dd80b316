"""Template filters for localized texts: names of games, lists and dates."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import template
from django.utils.translation import gettext

from accounts.i18n import dates, lists

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """Translate a text that the rules have marked, such as a game's name."""
    return gettext(text)


@register.filter
def join_list(names: list[Any]) -> str:
    """Join the names: “a, b and c”."""
    return lists.join_list([str(name) for name in names])


@register.filter
def localized_date(moment: date | None, pattern: str) -> str:
    """Format a date by a Unicode pattern; empty for None."""
    return dates.localized_date(moment, pattern) if moment else ""


@register.filter
def iso_datetime(moment: datetime) -> str:
    """Return a moment for the attribute ``datetime`` of ``<time>``."""
    return dates.iso_datetime(moment)
