"""Standing orders: given before a tie with and without a script, stopped by one press, obeyed unseen by the others."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import LOOKS, fits
from tests.site import Site

ADDRESS = "/games/orders/"
CALLED = """
from accounts.models import User
from games import play
from games.models import Game
from tests.cast import defaults, somebody
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table
Game.objects.filter(table="orders").delete()
alice, bob = (User.objects.filter(username=name).first() or somebody(name) for name in ("alice", "bob"))
game = play.open_table(
    alice, name="Orders", slug="chicago_poker", options=defaults("chicago_poker"), size=2, table="orders"
)
play.join(game, bob)
level = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["2R", "3R 3S"]}
lay_out(Game.objects.get(pk=game.pk), table(["2S 12R", "4S 13M 6F 8S 11S 10F revolver"], level, active=0, due=0))
"""
DUE = """
from django.utils import timezone
from games.models import Player
Player.objects.filter(game__table="orders", auto_at__isnull=False).update(auto_at=timezone.now())
"""
Visit = Callable[..., Page]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_an_order_is_given_stopped_given_again_and_obeyed(site: Site, visit: Visit, script: bool) -> None:
    site.shell(CALLED)
    bob = visit(ADDRESS, "bob", 390, 844, java_script_enabled=script)
    tray = bob.locator(".tray .say")
    give(bob, "Send my highest gangster")
    expect(tray).to_contain_text("If I am level in a shootout: Send my highest gangster")
    tray.get_by_role("button", name="Cancel this order").click()
    expect(tray.get_by_role("button", name="Give an order")).to_be_visible()
    give(bob, "Send my lowest gangster")
    alice = visit(ADDRESS, "alice")
    assert "lowest gangster" not in alice.locator(".say").inner_text()
    alice.get_by_role("button", name="End turn").click()
    expect(alice.locator(".sendoff")).to_contain_text("Send one gangster")
    bob.reload()
    expect(bob.locator(".sendoff")).to_contain_text(re.compile(r"Your standing order is obeyed in [01]:\d\d"))
    site.shell(DUE)
    expect(alice.get_by_text("Torrio has chosen, in secret.", exact=True)).to_be_visible(timeout=15000)
    bob.reload()
    expect(bob.locator(".sendoff")).to_contain_text("You have sent Star 4.")


def give(page: Page, what: str) -> None:
    page.locator(".say").get_by_role("button", name="Give an order").click()
    page.locator("#orders").get_by_role("button", name=what).click()
    if page.locator("#orders").is_visible():  # with a script the sheet stays open
        expect(page.locator("#orders")).to_contain_text("Cancel this order")
        page.locator("#orders").get_by_role("button", name="Close").click()


def test_the_sheet_fits_and_can_be_read(
    site: Site, visit: Visit, accessible: Callable[[Page], None], shot: Callable[[Page, str], object]
) -> None:
    site.shell(CALLED)
    for name, looks in LOOKS.items():
        page = visit(ADDRESS, "bob", **looks)
        page.locator(".say").get_by_role("button", name="Give an order").click()
        shot(page, f"orders-{name}")
        fits(page)
        accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator("#orders")).to_be_hidden()
