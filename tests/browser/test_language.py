"""An open table follows when its viewer changes the language elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.recorded_game import post_move
from tests.site import Site

Visit = Callable[..., Page]

TABLE = """
from games.models import Game
from tests.cast import found_or_made, table_of
alice, bob = (found_or_made(name) for name in ("alice", "bob"))
Game.objects.filter(public_id="tongues").delete()
table_of(alice, bob, public_id="tongues", name="Babel")
"""
ASKED = """
from games.models import Game
from tests.playing import asked_seat
print(asked_seat(Game.objects.get(public_id="tongues")).user.username)
"""
BACK = 'from accounts.models import User; User.objects.filter(username="alice").update(language="")'


def in_language(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)


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
    post_move(mover, "draw")
    in_language(page, "fr")
    left = page.locator("[data-left]").first
    left.evaluate("each => { each.textContent = ''; }")  # the script fills it at its next tick
    expect(left).to_have_text(re.compile(r"^\d+ j \d+ h$"))
    site.shell(BACK)
