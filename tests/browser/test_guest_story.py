"""Guests: a game against computer players, a rematch and an upgrade to an account; a game by invitation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.driver import main, make
from tests.site import Site

Visit = Callable[..., Page]

BY_HAND = 3
A_ROUND = 20_000
"""Milliseconds that the turns of two computer players may take on a busy machine."""
TO_THE_END = """
from django.db import transaction
from games.models import Game
from tests.playing import play_on
with transaction.atomic():  # so that the site's computer players wait
    assert play_on(Game.objects.get(public_id={table!r}), 1000).is_over
"""


def chosen(legal: list[str]) -> str:
    """Return a beginner's move: fill one business after another, or draw."""
    plays = sorted((move for move in legal if move.startswith(("play", "send"))), key=lambda move: move.split()[-1])
    plain = [move for move in ("draw", "end", "revolver") if move in legal]
    return [*plays, *plain, *legal][0]


def my_turn_or_the_end(page: Page) -> None:
    expect(page.locator("#main[data-your-move], #main .game-over").first).to_be_attached(timeout=A_ROUND)


def test_a_guest_plays_to_the_end_and_stays(visit: Visit, site: Site) -> None:
    """The guest makes the first moves; all others are random."""
    page = visit()
    page.get_by_role("button", name=re.compile("^Play now ?: Chicago Poker$")).click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    address = urlsplit(page.url).path
    for _move in range(BY_HAND):
        make(page, chosen(json.loads(page.locator("#legal-moves").text_content() or "[]")))
        my_turn_or_the_end(page)
    site.shell(TO_THE_END.format(table=address.split("/")[2]))
    page.goto(address)
    expect(page.get_by_text("Boss of the house")).to_be_visible()
    expect(page.locator(".standings > li")).to_have_count(2)
    rematch(page, address)
    account(page)
    page.get_by_role("link", name=re.compile("^My tables")).click()
    expect(page.locator("article.move")).to_have_count(1)
    expect(page.locator("li.result a").first).to_have_attribute("href", address)


def rematch(page: Page, address: str) -> None:
    """Check that the rematch contains randomness from the browser, and reaches the guest's turn."""
    with page.expect_request(re.compile("/rematch/$")) as asked:
        page.get_by_role("button", name=re.compile("^Play again same")).click()
    sent = dict(parse_qsl(asked.value.post_data or ""))
    assert re.fullmatch("[0-9a-f]{32}", sent["entropy"]), "the browser has no part in the deal"
    expect(page).not_to_have_url(re.compile(address))
    my_turn_or_the_end(page)
    expect(main(page).locator(".hand .hand-card")).to_have_count(5)


def account(page: Page) -> None:
    page.goto("/settings/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("User name").fill("newcomer")
    page.get_by_label(re.compile("^E-mail")).first.fill("newcomer@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("the-quick-brown-fox-7")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("Your account is ready")).to_be_visible()


def test_guests_by_invitation_the_number_of_waiting_tables_and_a_rematch(visit: Visit) -> None:
    """The number beside "My tables" follows the game and the rematch offer, without a reload."""
    page = visit()
    page.get_by_role("link", name="Invite a friend to Chicago Poker").click()
    page.get_by_role("button", name="Get the link").click()
    page.wait_for_url("**/games/*/")
    page.get_by_label("Message to the table").fill("Good even")
    friend = visit(page.locator("#link").input_value())
    friend.get_by_role("button", name=re.compile("sit down", re.IGNORECASE)).click()
    friend.wait_for_url("**/games/*/")
    for each in (page, friend):  # the waiting page does not keep the styles and scripts of the table set-up
        expect(each.locator("link[href*='chicago_poker/table']")).to_be_attached()
        expect(each.locator("script[src*='table/table']")).to_be_attached()
        expect(each.locator("link[href*='css/pages']")).not_to_be_attached()
    expect(page.get_by_label("Message to the table")).to_have_value("Good even")
    first, other = (friend, page) if friend.locator("#main[data-your-move]").count() else (page, friend)
    expect(first.get_by_role("img", name="1 table waiting")).to_be_visible()
    first.locator("button[value=draw]:visible").click()
    expect(first.locator("#tally")).to_be_hidden()
    expect(other.get_by_role("img", name="1 table waiting")).to_be_visible()
    make(other, "resign")
    for each in (first, other):
        expect(each.get_by_text("Boss of the house")).to_be_visible()
        expect(each.locator("#tally")).to_be_hidden()
    expect(first.get_by_role("button", name=re.compile("^Rematch"))).to_be_visible()
    other.get_by_role("button", name=re.compile("^Rematch")).click()
    expect(first.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(first.locator("#tally")).to_have_text("1")
