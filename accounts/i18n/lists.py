"""Localized lists and percentages: “a, b and c”, “95%”."""

from __future__ import annotations

from collections.abc import Sequence

from babel.lists import format_list
from babel.numbers import format_percent
from django.conf import settings
from django.utils.translation import get_language, to_locale


def join_list(parts: Sequence[str]) -> str:
    """Joins the parts in the active language; empty if there are none."""
    return format_list(parts, locale=_locale()) if parts else ""


def percent(hundredths: int) -> str:
    """Formats a percentage in the active language."""
    return format_percent(hundredths / 100, locale=_locale())


def _locale() -> str:
    return to_locale(get_language() or settings.LANGUAGE_CODE)
