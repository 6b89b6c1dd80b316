"""Two who have just come: a table by invitation, and the number of tables that wait for each."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


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
