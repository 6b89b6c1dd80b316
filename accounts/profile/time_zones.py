"""Time zones: which there are, and how a form offers them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel import Locale
from babel.dates import get_timezone_location
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

CONTINENTS = {"Africa": "002", "America": "019", "Antarctica": "AQ", "Asia": "142", "Australia": "AU", "Europe": "150"}
"""By the codes under which Unicode keeps their names."""

OCEANS = {"Atlantic": _("Atlantic Ocean"), "Indian": _("Indian Ocean"), "Pacific": _("Pacific Ocean")}

Choices = list[tuple[str, Any]]


@cache
def zone_names() -> frozenset[str]:
    """Every time zone of the IANA database. Reading them walks the disk, hence once per process."""
    return frozenset(zoneinfo.available_timezones())


def zone_choices() -> Choices:
    """The zones people look for, grouped by area, for a select in the language that is active."""
    return [("UTC", "UTC"), *_groups(_locale())]


@cache
def _groups(locale: str) -> Choices:
    """Finding all their names takes a while the first time."""
    return sorted((str(area), sorted(_zones(prefix, locale), key=_second)) for prefix, area in _areas(locale))


def _areas(locale: str) -> Iterator[tuple[str, Any]]:
    names = Locale.parse(locale).territories
    yield from ((prefix, names[code]) for prefix, code in CONTINENTS.items())
    yield from OCEANS.items()


def _zones(area: str, locale: str) -> Iterator[tuple[str, str]]:
    for zone in zone_names():
        if zone.startswith(f"{area}/"):
            yield zone, get_timezone_location(zone, locale=locale, return_city=True)


def _second(pair: tuple[str, str]) -> str:
    return pair[1]


def place(zone: str) -> str:
    """The place after which a zone is called, in the language that is active: “Warszawa” for ``Europe/Warsaw``."""
    return get_timezone_location(zone, locale=_locale(), return_city=True)


def current_place() -> str:
    """The same for the zone in which times are told now."""
    return place(timezone.get_current_timezone_name())


def _locale() -> str:
    return to_locale(get_language() or settings.LANGUAGE_CODE)


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless ``name`` is a time zone of the IANA database."""
    if name not in zone_names():
        raise ValidationError(_("There is no time zone called %(name)s."), params={"name": name}, code="zone")


def browser_zone(request: HttpRequest) -> str:
    """What the browser said its zone is, if that is one: nobody typed it, so nobody is told off for it."""
    zone = request.POST.get("time_zone", "")
    return zone if zone in zone_names() else "UTC"
