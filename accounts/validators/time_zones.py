"""Time zones: validation, and form choices."""

import zoneinfo
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from operator import itemgetter
from typing import Any

from babel import Locale
from babel.dates import get_timezone_location
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import current_locale, in_utc, localized_date

CONTINENTS = {"Africa": "002", "America": "019", "Antarctica": "AQ", "Asia": "142", "Australia": "AU", "Europe": "150"}
"""The continents' codes in Unicode's data."""

OCEANS = {"Atlantic": _("Atlantic Ocean"), "Indian": _("Indian Ocean"), "Pacific": _("Pacific Ocean")}

Choices = list[tuple[str, Any]]


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones in the IANA database. Cached, because it reads many files."""
    return frozenset(zoneinfo.available_timezones())


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """Return the time zone with this name, or UTC if it is no longer in the IANA database."""
    return zoneinfo.ZoneInfo(name if name in zone_names() else "UTC")


def zone_choices() -> Choices:
    """Return the zones grouped by area, for a select in the active language."""
    return [("UTC", "UTC"), *_groups(current_locale())]


@cache
def _groups(locale: str) -> Choices:
    """Return the zones grouped by area. Cached, because looking up all names is slow."""
    return sorted((str(area), sorted(_zones(prefix, locale), key=itemgetter(1))) for prefix, area in _areas(locale))


def _areas(locale: str) -> Iterator[tuple[str, Any]]:
    names = Locale.parse(locale).territories
    yield from ((prefix, names[code]) for prefix, code in CONTINENTS.items())
    yield from OCEANS.items()


def _zones(area: str, locale: str) -> Iterator[tuple[str, str]]:
    for zone in zone_names():
        if zone.startswith(f"{area}/"):
            yield zone, get_timezone_location(zone, locale=locale, return_city=True)


def zone_city(zone: str) -> str:
    """Return the city of a zone in the active language: “Warszawa” for ``Europe/Warsaw``."""
    return get_timezone_location(zone, locale=current_locale(), return_city=True)


def moment_with_zone(moment: datetime) -> str:
    shown = localized_date(moment, "EEEE d MMMM, HH:mm")
    if in_utc():
        return shown
    zone = zone_city(timezone.get_current_timezone_name())
    return gettext("%(moment)s (%(zone)s time)") % {"moment": shown, "zone": zone}


def validate_time_zone(name: str) -> None:
    if name not in zone_names():
        raise ValidationError(_("There’s no time zone called %(name)s."), params={"name": name}, code="zone")


def browser_zone(request: HttpRequest) -> str:
    """Return the time zone posted by the browser, or UTC if it is unknown: the user did not choose it."""
    zone = request.POST.get("time_zone", "")
    return zone if zone in zone_names() else "UTC"
