"""Dates in words, as the active language writes them: Django's own formats know one form of a month's name too few."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, to_locale


def written(moment: date, pattern: str) -> str:
    """A day, or a moment on the reader's own clock. ``pattern`` is Unicode's (``EEEE d MMMM, HH:mm``)."""
    locale = to_locale(get_language() or settings.LANGUAGE_CODE)
    if isinstance(moment, datetime):
        return format_datetime(timezone.localtime(moment), pattern, locale=locale)
    return format_date(moment, pattern, locale=locale)
