"""An evening with one game: played, lost, reviewed, a mistake retried, and played on from a turning point.

The site's worker makes the Review.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import make
from tests.browser.test_guest_story import chosen, my_turn_or_the_end
from tests.browser.test_mistakes import MISTAKES, says
from tests.browser.test_practice import A_ROUND, at_the_table
from tests.browser.themes import VIEWPORTS, CheckPage, emulate
from tests.site import Site

Visit = Callable[..., Page]

BY_SCRIPT = 20
"""The number of moves that the test makes in the database; the visitor's moves are as bad as possible."""

BY_HAND = 2

A_REVIEW = 60_000
"""Milliseconds to wait for the short game's Review, which takes three seconds of one core on an idle machine."""

MOSTLY_LOST = f"""
from django.db import transaction
from games.models import Game
from tests.playing import play_badly
with transaction.atomic():  # so that the site's computer players wait
    play_badly(Game.objects.get(public_id={{table!r}}), {BY_SCRIPT})
"""


@pytest.mark.whole
def test_a_game_is_lost_and_its_review_leads_to_a_mistake_and_to_another_try(
    visit: Visit, site: Site, check_page: CheckPage
) -> None:
    page = visit()
    page.get_by_role("button", name=re.compile("^Play now ?: Swedish Chicago$")).click()
    address = at_the_table(page, "Novice")
    a_hint(page, check_page)
    the_game_is_lost(page, site, address)
    the_review(page, check_page)
    a_mistake(page, site, address)
    another_try(page, address)


def a_hint(page: Page, check_page: CheckPage) -> None:
    page.get_by_role("button", name="What would Master do?").locator("visible=true").click()
    hint = page.locator("#hint")
    expect(hint.get_by_role("heading", name="What would Master do?")).to_be_visible(timeout=A_ROUND)
    expect(hint.get_by_text("1 hint taken in this game.")).to_be_visible()
    expect(hint.locator(".options__chosen")).to_have_count(1)
    check_page(page, "practice-hint")
    hint.get_by_role("link", name="Close the hint").click()
    expect(page.locator("#hint")).to_have_count(0)
    before = page.locator("#main").get_attribute("data-version")
    make(page, chosen(json.loads(page.locator("#legal-moves").text_content() or "[]")))
    expect(page.locator("#main")).not_to_have_attribute("data-version", before or "")
    my_turn_or_the_end(page)


def the_game_is_lost(page: Page, site: Site, address: str) -> None:
    """Make most moves in the database, and the last moves and the resignation on the page."""
    site.shell(MOSTLY_LOST.format(table=address.split("/")[2]))
    page.goto(address)
    for _move in range(BY_HAND):
        make(page, chosen(json.loads(page.locator("#legal-moves").text_content() or "[]")))
        my_turn_or_the_end(page)
    make(page, "resign")
    expect(page.locator("#main .game-over").first).to_be_attached()


def the_review(page: Page, check_page: CheckPage) -> None:
    """Request the Review, wait for it while its progress is shown, and read it on a desktop and a phone."""
    page.get_by_role("link", name=re.compile("^Review")).first.click()
    page.get_by_role("button", name="Make the Review").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("heading", name="Where your result came from")).to_be_visible(timeout=A_REVIEW)
    for how in VIEWPORTS.values():
        emulate(page, how)
        expect(page.locator(".waterfall > li")).to_have_count(7)
        expect(page.locator(".waterfall__bar").last).to_be_visible()
        expect(page.locator(".chart__line")).to_be_visible()
        expect(page.locator(".turning-point").first).to_be_visible()
    emulate(page, VIEWPORTS["1280-dark"])
    check_page(page, "review-of-a-game-played")


def a_mistake(page: Page, site: Site, address: str) -> None:
    """Repeat the wrong move of the game, and then make the best move."""
    _number, move, best = site.shell(MISTAKES.format(table=address.split("/")[2])).splitlines()[0].split("|")
    page.get_by_role("link", name=re.compile("^Learn from your mistakes")).click()
    says(page, "What’s best here?")
    make(page, move)
    says(page, "There’s something better.")
    page.get_by_role("link", name="Try again").click()
    make(page, best)
    says(page, "That’s it!")
    page.get_by_role("link", name="Back to the Review").click()


def another_try(page: Page, address: str) -> None:
    """Play on from the first turning point, at a new table."""
    page.locator("#turning-point-1").get_by_role("link", name="Play on from here").click()
    says(page, "Play on from here")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/$"))
    assert urlsplit(page.url).path != address
    expect(page.locator(".crumb")).to_contain_text("Continued from")
    my_turn_or_the_end(page)
