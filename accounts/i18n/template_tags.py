"""What languages do in ways of their own: names of games, lists and dates inside sentences."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.utils.translation import gettext

from accounts.i18n import dates, lists

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """A text that the rules have marked for translation, such as a game's name."""
    return gettext(text)


@register.filter
def enumerated(names: list[Any]) -> str:
    """“a, b and c”."""
    return lists.enumerated([str(name) for name in names])


@register.filter
def written(moment: date | None, pattern: str) -> str:
    """A date in words, by Unicode's pattern; empty for None."""
    return dates.written(moment, pattern) if moment else ""
