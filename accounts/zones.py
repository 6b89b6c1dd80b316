"""Time zones: which there are, and how a form offers them."""

from __future__ import annotations

import zoneinfo
from functools import cache

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zone_names() -> frozenset[str]:
    """Every time zone of the IANA database. Reading them walks the disk, hence once per process."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """The zones people look for, grouped by area, for a select."""
    groups = [
        (area, [(name, _city(name)) for name in sorted(zone_names()) if name.startswith(f"{area}/")]) for area in AREAS
    ]
    return [("UTC", "UTC"), *groups]


def _city(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ").replace("/", ", ")


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless ``name`` is a time zone of the IANA database."""
    if name not in zone_names():
        raise ValidationError(_("There is no time zone called %(name)s."), params={"name": name}, code="zone")


def browser_zone(request: HttpRequest) -> str:
    """What the browser said its zone is, if that is one: nobody typed it, so nobody is told off for it."""
    zone = request.POST.get("time_zone", "")
    return zone if zone in zone_names() else "UTC"
