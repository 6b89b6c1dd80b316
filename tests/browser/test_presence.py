"""A visible page records its viewer's presence, and catches up on missed updates."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.recorded_game import RecordedGame
from tests.processes import eventually
from tests.site import Site

Visit = Callable[..., Page]

FORGET = "from games.models import Player; Player.objects.filter(game__public_id={table!r}).update(last_seen_at=None)"
LOOKED = """
import json
from games.models import Player
looked = Player.objects.filter(game__public_id={table!r}, last_seen_at__isnull=False)
print(json.dumps(sorted(looked.values_list("user__username", flat=True))))
"""
UNTOLD = """
from django.db.models import F
from games.models import Game
Game.objects.filter(public_id={table!r}).update(version=F("version") + 1)
"""
BACK = "document.dispatchEvent(new Event('visibilitychange'))"
"""The event that fires when a tab becomes visible."""


def who_looked(site: Site, table: str) -> list[str]:
    names: list[str] = json.loads(site.shell(LOOKED.format(table=table)))
    return names


def coming_back_is_a_look_and_makes_up_for_a_lost_nudge(page: Page, site: Site, table: str) -> None:
    eventually(lambda: who_looked(site, table) == ["alice"])
    site.shell(FORGET.format(table=table))
    site.shell(UNTOLD.format(table=table))
    before = page.locator("#main").get_attribute("data-version")
    eventually(lambda: page.evaluate(BACK) or who_looked(site, table) == ["alice"])
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(before))


def what_it_fetches_by_itself_is_no_look(page: Page, site: Site, table: str) -> None:
    """Check that a background tab that fetches an update does not record its viewer's presence."""
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    site.shell(FORGET.format(table=table))
    version = page.locator("#main").get_attribute("data-version")
    site.shell(UNTOLD.format(table=table))
    with page.expect_request(lambda request: "hx-request" in request.headers) as caught:
        page.evaluate("htmx.ajax('GET', location.pathname, { target: '#main', swap: 'outerHTML' })")
    assert caught.value.headers["x-attended"] == "0"
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(version))
    assert who_looked(site, table) == []


def test_a_page_that_is_come_back_to_is_looked_at_and_one_in_the_background_is_not(visit: Visit, site: Site) -> None:
    recorded = RecordedGame(site)
    page = visit(recorded.address, "alice")
    coming_back_is_a_look_and_makes_up_for_a_lost_nudge(page, site, recorded.record.table)
    what_it_fetches_by_itself_is_no_look(page, site, recorded.record.table)
