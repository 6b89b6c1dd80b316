"""The language is switched on any page, with a script or without; an open table follows, and counts down in it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sentences import skip
from tests.site import Site

Visit = Callable[..., Page]

TABLE = """
from accounts.models import User
from games.models import Game
from tests.cast import somebody, table_of
alice, bob = (User.objects.filter(username=name).first() or somebody(name) for name in ("alice", "bob"))
Game.objects.filter(table="tongues").delete()
table_of(alice, bob, table="tongues", name="Babel")
"""
ASKED = """
from games.models import Game
from tests.playing import asked_seat
print(asked_seat(Game.objects.get(table="tongues")).user.username)
"""
BACK = 'from accounts.models import User; User.objects.filter(username="alice").update(language="")'


def in_language(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("script", [True, False])
def test_a_visitor_switches_and_stays_where_he_is(visit: Visit, script: bool) -> None:
    page = visit("/lobby/?f=open", java_script_enabled=script, locale="sv-SE")
    in_language(page, "sv")
    page.get_by_role("button", name="Polski").click()
    in_language(page, "pl")
    assert page.url.endswith("/lobby/?f=open")
    expect(page.get_by_role("button", name="Polski")).to_have_attribute("aria-current", "true")
    page.goto("/about/")
    in_language(page, "pl")
    page.get_by_role("button", name="English").click()
    in_language(page, "en")


def test_an_open_table_follows_and_counts_down_in_the_language(visit: Visit, site: Site) -> None:
    site.shell(TABLE)
    mover = visit("/games/tongues/", site.shell(ASKED))
    page = visit("/games/tongues/", "alice")
    in_language(page, "en")
    other = page.context.new_page()
    other.goto("/about/")
    other.get_by_role("button", name="Français").click()
    in_language(other, "fr")
    in_language(page, "en")
    skip(mover, "draw")
    in_language(page, "fr")
    page.wait_for_timeout(1500)
    expect(page.locator("[data-left]").first).to_have_text(re.compile(r"^\d+ j \d+ h$"))
    site.shell(BACK)
