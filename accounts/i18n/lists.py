"""Localized lists and numbers: “a, b and c”, “95%”, “43.1%”, “−6.2”."""

from collections.abc import Sequence

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, parse_pattern

from accounts.i18n.dates import current_locale


def join_list(parts: Sequence[str]) -> str:
    """Join the parts in the active language; return an empty string if there are none."""
    return format_list(parts, locale=current_locale()) if parts else ""


def percent(hundredths: int) -> str:
    return format_percent(hundredths / 100, locale=current_locale())


def exact_percent(share: float) -> str:
    """Format a fraction of 1 as a percentage with one decimal: “43.1%”."""
    pattern = parse_pattern(Locale.parse(current_locale()).percent_formats[None].pattern)
    pattern.frac_prec = (1, 1)
    return _with_minus(pattern.apply(round(share, 3) + 0.0, current_locale()))


def decimal(value: float, digits: int = 1, *, signed: bool = False) -> str:
    """Format a number with ``digits`` decimals: “6.2”; with a sign if ``signed``: “+4.1”, “−6.2”, “0.0”."""
    rounded, pattern = round(value, digits) + 0.0, f"0.{'0' * digits}"
    if signed and rounded > 0:
        pattern = f"+{pattern}"
    return _with_minus(format_decimal(rounded, format=pattern, locale=current_locale()))


def _with_minus(number: str) -> str:
    return number.replace("-", "−")
