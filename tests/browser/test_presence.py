"""A page says when somebody looks at it, and by that finds out what it has not been told."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, expect

from tests.browser.sentences import Telling
from tests.site import Site

Visit = Callable[..., Page]

FORGET = "from games.models import Player; Player.objects.filter(game__table={table!r}).update(looked_at=None)"
LOOKED = """
import json
from games.models import Player
looked = Player.objects.filter(game__table={table!r}, looked_at__isnull=False)
print(json.dumps(sorted(looked.values_list("user__username", flat=True))))
"""
UNTOLD = """
from django.db.models import F
from games.models import Game
Game.objects.filter(table={table!r}).update(version=F("version") + 1)
"""
BACK = "document.dispatchEvent(new Event('visibilitychange'))"
"""What a browser says when its owner comes back to the page."""


def who_looked(site: Site, table: str) -> list[str]:
    names: list[str] = json.loads(site.shell(LOOKED.format(table=table)))
    return names


def wait_until(so: Callable[[], bool]) -> None:
    end = monotonic() + 20
    while not so():
        assert monotonic() < end, "it has not come to that"


def test_coming_back_to_a_page_is_a_look_and_makes_up_for_a_lost_nudge(visit: Visit, site: Site) -> None:
    telling = Telling(site)
    table = telling.record.table
    page = visit(telling.address, "alice")
    wait_until(lambda: who_looked(site, table) == ["alice"])
    site.shell(FORGET.format(table=table))
    site.shell(UNTOLD.format(table=table))
    before = page.locator("#main").get_attribute("data-version")
    wait_until(lambda: page.evaluate(BACK) or who_looked(site, table) == ["alice"])
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(before))


def test_what_a_page_fetches_by_itself_is_no_look(visit: Visit, site: Site) -> None:
    """A tab in the background is told that the table has moved on, and fetches it; nobody has seen it."""
    telling = Telling(site)
    table = telling.record.table
    page = visit(telling.address, "alice")
    wait_until(lambda: who_looked(site, table) == ["alice"])
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    site.shell(FORGET.format(table=table))
    version = page.locator("#main").get_attribute("data-version")
    site.shell(UNTOLD.format(table=table))
    with page.expect_request(lambda request: "hx-request" in request.headers) as caught:
        page.evaluate("htmx.ajax('GET', location.pathname, { target: '#main', swap: 'outerHTML' })")
    assert caught.value.headers["x-attended"] == "0"
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(version))
    assert who_looked(site, table) == []
