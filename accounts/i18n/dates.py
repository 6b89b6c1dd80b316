"""Dates formatted by Babel, because Django lacks one of the two forms of month names in some languages."""

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext, to_locale

UTC = "UTC"
"""The time zone of readers who have not chosen one: visitors, and accounts whose browser has not reported a zone."""


def current_locale() -> str:
    return to_locale(get_language() or settings.LANGUAGE_CODE)


def localized_date(moment: date, pattern: str) -> str:
    """Format a date, or a datetime in the current time zone, by a Unicode ``pattern`` (``EEEE d MMMM, HH:mm``).

    A time in UTC is followed by the zone's name, since most readers live in other zones.
    """
    locale = current_locale()
    if not isinstance(moment, datetime):
        return format_date(moment, pattern, locale=locale)
    text = format_datetime(timezone.localtime(moment), pattern, locale=locale)
    return f"{text} {UTC}" if "HH" in pattern and in_utc() else text


def in_utc() -> bool:
    return timezone.get_current_timezone_name() == UTC


def iso_datetime(moment: datetime) -> str:
    """Return the value of an HTML ``datetime`` attribute, where seconds may have at most three decimals."""
    return timezone.localtime(moment).isoformat(timespec="milliseconds")


def localized_span(first: date, last: date) -> str:
    """Format a range of days, with a shared month or year only once: “7 to 13 March 2026”."""
    if first == last:
        return localized_date(first, "d MMMM y")
    within = "d" if first.month == last.month else "d MMMM"
    days = {
        "first": localized_date(first, within if first.year == last.year else "d MMMM y"),
        "last": localized_date(last, "d MMMM y"),
    }
    return gettext("%(first)s to %(last)s") % days
