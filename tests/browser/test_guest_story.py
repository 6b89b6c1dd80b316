"""A guest plays against two computer players to the end, plays again, and later makes an account of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import main, make

Visit = Callable[..., Page]

MOST_MOVES = 400
A_ROUND = 20_000
"""So many milliseconds two computer players have for their turns on a machine that is busy with other things."""


def chosen(page: Page) -> str:
    """A newcomer's way: fill one business after another, draw while there is nothing to play."""
    legal = json.loads(page.locator("#legal-moves").text_content() or "[]")
    plays = sorted((move for move in legal if move.startswith(("play", "send"))), key=lambda move: move.split()[-1])
    plain = [move for move in ("draw", "end", "revolver") if move in legal]
    return [*plays, *plain, *legal][0]


def over(page: Page) -> Locator:
    """Where the result stands."""
    return page.locator(".over")


def my_turn_or_the_end(page: Page) -> None:
    expect(page.locator("#main[data-your-move], #main .over").first).to_be_attached(timeout=A_ROUND)


def test_a_guest_plays_to_the_end_and_stays(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name=re.compile("play now as a guest", re.IGNORECASE)).click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    address = urlsplit(page.url).path
    moves = 0
    while not over(page).count():
        make(page, chosen(page))
        moves += 1
        assert moves < MOST_MOVES
        my_turn_or_the_end(page)
    expect(page.get_by_text("Boss of the house")).to_be_visible()
    expect(page.locator(".stand > li")).to_have_count(3)
    rematch(page, address)
    account(page)
    page.get_by_role("link", name=re.compile("^My tables")).click()
    expect(page.locator("article.move")).to_have_count(1)
    expect(page.locator("li.result a").first).to_have_attribute("href", address)


def rematch(page: Page, address: str) -> None:
    """The same table anew, where the guest is asked as soon as it is the guest's turn."""
    with page.expect_request(re.compile("/rematch/$")) as asked:
        page.get_by_role("button", name=re.compile("^Rematch")).click()
    sent = dict(parse_qsl(asked.value.post_data or ""))
    assert re.fullmatch("[0-9a-f]{32}", sent["entropy"]), "the browser has no part in the deal"
    expect(page).not_to_have_url(re.compile(address))
    my_turn_or_the_end(page)
    expect(main(page).locator(".hand .hc")).to_have_count(5)


def account(page: Page) -> None:
    """What a guest does to stay."""
    page.goto("/settings/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("User name").fill("newcomer")
    page.get_by_label(re.compile("^E-mail")).first.fill("newcomer@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("the-quick-brown-fox-7")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("Your account is made")).to_be_visible()
