"""Standing orders: given with and without JavaScript, cancelled, and carried out in secret."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import VIEWPORTS, CheckPage
from tests.site import Site

ADDRESS, PHONE = "/games/orders/", VIEWPORTS["390-light"]
CALLED = """
from games import play
from games.models import Game
from tests.cast import defaults, found_or_made
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table
Game.objects.filter(public_id="orders").delete()
alice, bob = (found_or_made(name) for name in ("alice", "bob"))
game = play.open_table(
    alice, name="Orders", variant="chicago_poker", options=defaults("chicago_poker"), size=2, public_id="orders"
)
play.join(game, bob)
level = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["2R", "3R 3S"]}
lay_out(Game.objects.get(pk=game.pk), table(["2S 12R", "4S 13M 6F 8S 11S 10F revolver"], level, active=0, due=0))
"""
DUE = """
from django.utils import timezone
from games.models import Player
Player.objects.filter(game__public_id="orders", auto_at__isnull=False).update(auto_at=timezone.now())
"""
Visit = Callable[..., Page]


@pytest.mark.whole
def test_an_order_is_given_cancelled_given_again_and_carried_out(
    site: Site, visit: Visit, check_page: CheckPage
) -> None:
    site.shell(CALLED)
    plain = visit(ADDRESS, "bob", **PHONE, java_script_enabled=False)
    give(plain, "Send my highest gangster")
    tray = plain.locator(".tray .prompt")
    expect(tray).to_contain_text("If I’m tied in a shootout: Send my highest gangster")
    tray.get_by_role("button", name="Cancel this order").click()
    expect(tray.get_by_role("button", name="Decide in advance")).to_be_visible()
    bob = visit(ADDRESS, "bob", **PHONE)
    the_sheet_is_usable(bob, check_page)
    give(bob, "Send my highest gangster")
    close(bob)
    tray = bob.locator(".tray .prompt")
    expect(tray).to_contain_text("If I’m tied in a shootout: Send my highest gangster")
    tray.get_by_role("button", name="Cancel this order").click()
    expect(tray.get_by_role("button", name="Decide in advance")).to_be_visible()
    give(bob, "Send my lowest gangster")
    close(bob)
    alice = visit(ADDRESS, "alice")
    assert "lowest gangster" not in alice.locator(".prompt").inner_text()
    alice.get_by_role("button", name="End turn").click()
    expect(alice.locator(".reinforcement")).to_contain_text("Send one gangster")
    bob.reload()
    expect(bob.locator(".reinforcement")).to_contain_text(re.compile(r"Your standing order runs in [01]:\d\d"))
    site.shell(DUE)
    expect(alice.get_by_text("Torrio has chosen in secret.", exact=True).locator("visible=true")).to_be_visible()
    bob.reload()
    expect(bob.locator(".reinforcement")).to_contain_text("You sent Star 4.")


def give(page: Page, what: str) -> None:
    page.locator(".prompt").get_by_role("button", name="Decide in advance").click()
    page.locator("#orders").get_by_role("button", name=what).click()


def close(page: Page) -> None:
    """Close the sheet, which opens again by JavaScript once the order is given."""
    expect(page.locator("#orders")).to_contain_text("Cancel this order")
    page.locator("#orders").get_by_role("button", name="Close").click()
    expect(page.locator("#orders")).to_be_hidden()


def the_sheet_is_usable(page: Page, check_page: CheckPage) -> None:
    page.locator(".prompt").get_by_role("button", name="Decide in advance").click()
    check_page(page, "orders")
    page.keyboard.press("Escape")
    expect(page.locator("#orders")).to_be_hidden()
