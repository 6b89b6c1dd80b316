"""Two people at a table see on their pages that the other one comes and goes, and play on or call."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_presence import BACK
from tests.browser.themes import CheckPage
from tests.processes import eventually
from tests.site import Site

Visit = Callable[..., Page]

SEATED = """
from accounts.models import User
from games.models import Game
from tests.cast import found_or_made, table_of
Game.objects.filter(public_id="together").delete()
people = [found_or_made(name) for name in ("alice", "bob", "carol")[:{seats}]]
User.objects.filter(pk__in=[each.pk for each in people]).update(presence_shown_to="tables")
table_of(*people, public_id="together", name="Kaffe & kort", variant={variant!r})
"""
GONE = """
from games.models import Player
Player.objects.filter(game__public_id="together", user__username="bob").update(last_seen_at=None)
"""
TABLE = "/games/together/"


def strip(page: Page) -> str:
    found = page.get_by_role("group", name="Who is here")
    return found.inner_text() if found.count() else ""


def test_the_strip_appears_when_the_other_comes_and_vanishes_when_they_go(
    visit: Visit, site: Site, check_page: CheckPage
) -> None:
    site.shell(SEATED.format(seats=2, variant="swedish_chicago"))
    alice = visit(TABLE, "alice")
    expect(alice.locator("#main")).to_be_visible()
    assert strip(alice) == ""
    bob = visit(TABLE, "bob")
    for page in (alice, bob):
        expect(page.get_by_role("group", name="Who is here")).to_contain_text("Everybody is here: play on now.")
        expect(page.locator(".player .here")).to_have_count(2)
    check_page(alice, "together")
    bob.get_by_role("button", name="Not now").click()
    expect(bob.get_by_role("group", name="Who is here")).to_have_count(0)
    expect(bob.locator(".player .here")).to_have_count(2)
    bob.close()
    site.shell(GONE)
    eventually(lambda: alice.evaluate(BACK) or strip(alice) == "")
    expect(alice.locator(".player .here")).to_have_count(0)


def test_two_of_three_call_the_third(visit: Visit, site: Site, check_page: CheckPage) -> None:
    site.shell(SEATED.format(seats=3, variant="chicago_poker"))
    alice, bob = (visit(TABLE, name) for name in ("alice", "bob"))
    group = alice.get_by_role("group", name="Who is here")
    expect(group).to_contain_text("bob is here too.")
    check_page(alice, "together-call")
    alice.get_by_role("button", name="Play on now").click()
    for page in (alice, bob):
        expect(page.get_by_role("group", name="Who is here")).to_contain_text("carol: called at")
