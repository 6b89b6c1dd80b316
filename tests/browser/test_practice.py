"""A visitor plays against computer players of one level, and the site leads to a stronger or a weaker one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import make
from tests.browser.themes import CheckPage
from tests.site import Site

Visit = Callable[..., Page]

COMPUTERS_MOVE = """
from games.models import Move
print(Move.objects.filter(game__public_id={table!r}, by="computer", text__startswith="exchange").first().number)
"""

A_ROUND = 20_000
"""Milliseconds that the turns of two computer players may take on a busy machine."""

LOSE = """
from games import play
from games.models import Player
seats = list(Player.objects.select_related("game").filter(game__public_id={table!r}).order_by("bot", "seat"))
for seat in [seats[0], *seats[2:]]:
    play.resign(seat, None)
"""
WIN = LOSE.replace("[seats[0], *seats[2:]]", "seats[1:]")


def at_the_table(page: Page, level: str) -> str:
    """Return the address of a table with two computer players of this level, on the visitor's turn."""
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    expect(page.locator("#main[data-your-move]")).to_be_attached(timeout=A_ROUND)
    expect(page.locator("#main .computer__strength").first).to_have_text(level)
    return urlsplit(page.url).path


def ended(page: Page, site: Site, address: str, how: str) -> None:
    site.shell(how.format(table=address.split("/")[2]))
    page.goto(address)
    expect(page.locator("#main .game-over").first).to_be_attached()


@pytest.mark.whole
def test_after_a_loss_an_easier_level_and_after_a_win_a_stronger_one(
    visit: Visit, site: Site, shot: Callable[[Page, str], Path]
) -> None:
    page = visit("/opponents/?game=chicago_poker")
    page.get_by_role("radio", name=re.compile("^Casual")).check(force=True)
    page.get_by_role("button", name=re.compile("^Play now")).click()
    table = at_the_table(page, "Casual")
    ended(page, site, table, LOSE)
    expect(page.get_by_role("button", name=re.compile("^Stronger"))).to_have_count(0)
    shot(page, "practice-lost")
    page.get_by_role("button", name=re.compile("^Easier rivals ?level Novice")).click()
    page.wait_for_url(lambda url: table not in url)
    easier = at_the_table(page, "Novice")
    ended(page, site, easier, WIN)
    expect(page.get_by_role("button", name=re.compile("^Stronger rivals ?level Casual"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Easier"))).to_have_count(0)
    shot(page, "practice-won")
    page.get_by_role("link", name="Other computer players").click()
    expect(page.get_by_text("Lately you’ve won 1 of 1 against Novice.")).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^Casual"))).to_be_checked()


@pytest.mark.whole
def test_a_master_thinks_in_the_background_and_answers(visit: Visit) -> None:
    page = visit("/opponents/?game=swedish_chicago")
    page.get_by_role("radio", name=re.compile("^Master")).check(force=True)
    page.get_by_role("button", name=re.compile("^Play now")).click()
    at_the_table(page, "Master")
    make(page, "exchange")
    expect(page.locator("#main[data-your-move]")).to_be_attached(timeout=A_ROUND)


def test_after_the_game_a_computer_player_tells_what_it_thought(
    visit: Visit, site: Site, check_page: CheckPage
) -> None:
    page = visit("/opponents/?game=swedish_chicago")
    page.get_by_role("radio", name=re.compile("^Club")).check(force=True)
    page.get_by_role("button", name=re.compile("^Play now")).click()
    address = at_the_table(page, "Club")
    make(page, "exchange")
    at_the_table(page, "Club")
    ended(page, site, address, LOSE)
    number = site.shell(COMPUTERS_MOVE.format(table=address.split("/")[2]))
    page.goto(f"{address}replay/?at={number}")
    page.get_by_role("link", name="Ask", exact=True).click()
    told = page.get_by_role("region", name="What were you thinking?")
    expect(told.get_by_text("a computer player at level Club")).to_be_visible(timeout=A_ROUND)
    # A spontaneous move was not compared with any other.
    expect(told.get_by_text(re.compile("what it did|its first idea")).first).to_be_visible()
    check_page(page, "practice-thinking")
