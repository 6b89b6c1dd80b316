"""Times on pages: readers without a chosen zone see the zone's name, and each time has a machine-readable form."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.i18n.dates import iso_datetime, localized_date
from accounts.models import User
from accounts.validators.time_zones import moment_with_zone
from games.models import Game, Player
from tests.cast import client_of
from tests.scene import build

MOMENT = datetime(2026, 11, 30, 16, 59, 3, 56876, tzinfo=UTC)
TIME = re.compile(r"(?<![\d:])\d\d:\d\d(?![\d:])(?! UTC)")
"""A time of day without the name of its zone."""
VALID = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)")


def test_a_time_of_day_in_utc_names_the_zone() -> None:
    assert localized_date(MOMENT, "EEEE d MMMM, HH:mm") == "Monday 30 November, 16:59 UTC"
    assert localized_date(MOMENT, "d MMM y") == "30 Nov 2026"
    assert localized_date(date(2026, 11, 30), "d MMMM") == "30 November"
    assert moment_with_zone(MOMENT) == "Monday 30 November, 16:59 UTC"


def test_in_ones_own_zone_it_does_not() -> None:
    with timezone.override("Europe/Vienna"):
        assert localized_date(MOMENT, "EEE HH:mm") == "Mon 17:59"
        assert moment_with_zone(MOMENT) == "Monday 30 November, 17:59 (Vienna time)"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "America/St_Johns"])
def test_the_attribute_datetime_is_valid_and_exact(zone: str) -> None:
    with timezone.override(zone):
        text = iso_datetime(MOMENT)
    assert VALID.fullmatch(text)
    assert datetime.fromisoformat(text) == MOMENT.replace(microsecond=56000)


def _pages(game: Game) -> list[str]:
    table = game.get_absolute_url()
    return [table, f"{table}log/", f"{table}replay/"]


def _addresses() -> list[str]:
    games = Game.objects.filter(public=True, started_at__isnull=False)
    vacant = Player.objects.get(vacant=True)
    of_tables = [address for game in games for address in _pages(game)]
    return ["/", "/lobby/", "/people/alice/", f"/games/{vacant.game.public_id}/seats/{vacant.seat}/", *of_tables]


def _html(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def _text(html: str) -> str:
    return unescape(re.sub(r"<script.*?</script>|<[^>]*>", "", html, flags=re.DOTALL))


@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_visitors_read_every_time_with_its_zone(variant: str) -> None:
    build(variant)
    named = 0
    with translation.override("en"):
        for address in _addresses():
            html = _html(client_of(), address)
            assert not TIME.findall(_text(html)), address
            assert all(VALID.fullmatch(found) for found in re.findall(r'datetime="([^"]*)"', html)), address
            named += _text(html).count(" UTC")
    assert named > 20


@pytest.mark.django_db
def test_members_read_every_time_in_their_zone() -> None:
    build("chicago_poker")
    User.objects.update(time_zone="Europe/Vienna")
    seat = Player.objects.filter(user__username="alice", deadline__isnull=False, game__paused_at=None).latest("pk")
    local = seat.deadline.astimezone(ZoneInfo("Europe/Vienna"))
    page = _text(_html(client_of(seat.user), seat.game.get_absolute_url()))
    assert f"{local:%H:%M}" in page
    assert " UTC" not in page
