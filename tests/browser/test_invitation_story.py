"""The way from an invitation link to the seat, through a new account: every step keeps the destination."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.cast import PASSWORD
from tests.mail_server import PostOffice
from tests.site import Site

Visit = Callable[..., Page]

INVITED = """
from tests.cast import found_or_made, somebody, table_of
host = found_or_made("inviting")
print(table_of(host, size=3, public=False, name="Slow Boil", public_id="{table}").invitation)
"""


def link_to(office: PostOffice, address: str) -> str:
    body = office.wait_for(address)[-1].get_body(("plain",))
    return re.search(r"https?://\S+/accounts/confirm-email/\S+", body.get_content())[0]


def fill(page: Page, name: str, email: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()


@pytest.mark.whole
def test_an_invitation_is_where_a_new_account_ends(
    visit: Visit, site: Site, office: PostOffice, shot: Callable[[Page, str], Path]
) -> None:
    invitation = site.shell(INVITED.format(table="wayon1")).strip().splitlines()[-1]
    page = visit(f"/join/{invitation}/")
    page.get_by_role("link", name="Sign in instead").click()
    page.locator("main").get_by_role("link", name="Make an account").click()
    page.locator("main").get_by_role("link", name="Sign in", exact=True).click()
    page.locator("main").get_by_role("link", name="Make an account").click()
    fill(page, "wayfarer", "wayfarer@example.org")
    expect(page.get_by_role("button", name="Send the e-mail again")).to_be_visible()
    shot(page, "look-into-your-mail")
    page.goto(link_to(office, "wayfarer@example.org"))
    page.get_by_role("button", name="Yes, confirm it").click()
    page.wait_for_url(re.compile(f"/join/{invitation}/$"))
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile("/games/wayon1/$"))
    expect(page.locator("main")).to_contain_text("wayfarer")


@pytest.mark.whole
def test_my_tables_keeps_the_invitation_and_a_lost_session_the_text(
    visit: Visit, site: Site, shot: Callable[[Page, str], Path]
) -> None:
    invitation = site.shell(INVITED.format(table="wayon2")).strip().splitlines()[-1]
    page = visit(f"/join/{invitation}/")
    page.goto("/accounts/login/")
    page.get_by_label("User name or e-mail address").fill("inviting2")
    site.shell("from tests.cast import somebody; somebody('inviting2')")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("inviting invites you to Chicago Poker.")).to_be_visible()
    shot(page, "invitation-by-link")
    page.get_by_role("button", name="Take the seat at Slow Boil").click()
    page.wait_for_url(re.compile("/games/wayon2/$"))
    page.context.clear_cookies(name="sessionid")
    text = page.locator("textarea[name=text], input[name=text]").first
    text.fill("What a deal!")
    text.press("Enter")
    expect(page.locator("#refused")).to_contain_text("You’re no longer signed in, so nothing happened.")
    expect(text).to_have_value("What a deal!")
    shot(page, "session-ended")
