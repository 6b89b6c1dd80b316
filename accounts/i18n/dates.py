"""Localized dates by Babel: Django's formats lack the second form of month names that some languages need."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext, to_locale


def localized_date(moment: date, pattern: str) -> str:
    """Formats a date, or a datetime in the current time zone. ``pattern`` is Unicode's (``EEEE d MMMM, HH:mm``)."""
    locale = to_locale(get_language() or settings.LANGUAGE_CODE)
    if isinstance(moment, datetime):
        return format_datetime(timezone.localtime(moment), pattern, locale=locale)
    return format_date(moment, pattern, locale=locale)


def localized_span(first: date, last: date) -> str:
    """Formats days from the first to the last, naming a month or year that they share once: “7 to 13 March 2026”."""
    if first == last:
        return localized_date(first, "d MMMM y")
    within = "d" if first.month == last.month else "d MMMM"
    days = {
        "first": localized_date(first, within if first.year == last.year else "d MMMM y"),
        "last": localized_date(last, "d MMMM y"),
    }
    return gettext("%(first)s to %(last)s") % days
