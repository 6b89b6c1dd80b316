"""The table's menu and the sheets it leads to: they open, close, and survive a change of the table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import open_menu
from tests.browser.test_orders import ADDRESS, CALLED
from tests.browser.themes import VIEWPORTS
from tests.site import Site

Visit = Callable[..., Page]

PRACTICE = """
from tests.cast import found_or_made, table_of
from games.models import Game
Game.objects.filter(public_id="pace").delete()
alice = found_or_made("alice")
table_of(alice, bots=("steady",), public_id="pace")
"""
VOTE = """
from games import play
from games.models import Game
play.propose(Game.objects.get(public_id="orders").players.get(user__username="alice"), "cancel")
"""
KEPT = "document.querySelector('.top--game').dataset.kept = 'yes'"


def test_the_menu_has_a_button_that_closes_it(site: Site, visit: Visit) -> None:
    site.shell(CALLED)
    for viewport in VIEWPORTS.values():
        menu = open_menu(visit(ADDRESS, "bob", **viewport))
        menu.get_by_role("button", name="Close").click()
        expect(menu).to_be_hidden()


def test_standing_orders_opened_from_the_menu_stay_open_when_the_table_changes(site: Site, visit: Visit) -> None:
    site.shell(CALLED)
    bob = visit(ADDRESS, "bob")
    open_menu(bob).get_by_role("button", name="Standing orders").click()
    orders = bob.locator("#orders")
    orders.get_by_role("button", name="Send my lowest gangster").click()
    expect(orders.get_by_role("button", name="Cancel this order")).to_be_visible()


def test_the_menu_acts_without_leaving_the_page(site: Site, visit: Visit) -> None:
    """The menu closes once its form is sent."""
    site.shell(PRACTICE)
    page = visit("/games/pace/", "alice")
    page.evaluate(KEPT)
    menu = open_menu(page)
    menu.get_by_role("button", name="Take your time").click()
    expect(menu).to_be_hidden()
    expect(open_menu(page).get_by_role("button", name="Answer right away")).to_be_visible()
    expect(page.locator("[data-kept]")).to_have_count(1)


def test_a_phone_says_what_a_vote_means_and_who_has_answered(site: Site, visit: Visit) -> None:
    site.shell(CALLED + VOTE)
    bob = visit(ADDRESS, "bob", **VIEWPORTS["390-light"])
    expect(bob.get_by_text("The game ends right away, nobody wins or loses, and all cards are shown.")).to_be_visible()
    bob.get_by_role("button", name="Who has answered").click()
    sheet = bob.get_by_role("group", name="Who has answered")
    expect(sheet).to_contain_text("Not answered yet")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
