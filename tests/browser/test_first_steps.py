"""Somebody who has just come: from the front page to a table, and what is shown on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


def test_play_now_seats_a_guest_at_a_table_with_the_first_move(
    visit: Visit, accessible: Callable[[Page], None]
) -> None:
    page = visit()
    accessible(page)
    page.get_by_role("button", name=re.compile("play now", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    expect(page).to_have_title(re.compile("your move", re.IGNORECASE))
    accessible(page)


def test_whoever_has_an_account_finds_his_tables(visit: Visit) -> None:
    page = visit("/tables/", "alice")
    expect(page).to_have_url(re.compile("/tables/$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_number_of_waiting_tables_follows_the_game(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name=re.compile("invite a friend", re.IGNORECASE)).click()
    page.wait_for_url("**/games/*/")
    friend = visit(page.locator("#link").input_value())
    friend.get_by_role("button", name=re.compile("sit down", re.IGNORECASE)).click()
    friend.wait_for_url("**/games/*/")
    first, other = (friend, page) if friend.locator("#main[data-your-move]").count() else (page, friend)
    expect(first.get_by_role("img", name="1 awaits you")).to_be_visible()
    first.locator("button[value=draw]:visible").click()
    expect(first.locator("#tally")).to_be_hidden()
    expect(other.get_by_role("img", name="1 awaits you")).to_be_visible()
