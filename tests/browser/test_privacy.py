"""A data export and the deletion of an account; other players keep their games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from tests.browser.days import text
from tests.browser.themes import assert_fits
from tests.cast import PASSWORD
from tests.mail_server import PostOffice
from tests.site import Site, eventually

GAME = """
from tests.cast import found_or_made, table_of
from tests.playing import give_up, play_on
ruth, saul = (found_or_made(name) for name in ("ruth", "saul"))
over = give_up(play_on(table_of(ruth, saul, public_id="privacy1", name="Table of ruth"), 8))
running = table_of(ruth, saul, public_id="privacy2", name="Sunday")
"""


@pytest.fixture
def game(site: Site) -> str:
    """The path of a finished game of ruth and saul, who also have a running game."""
    site.shell(GAME)
    return "/games/privacy1/"


def test_data_taken_along_and_an_account_deleted(
    site: Site,
    game: str,
    visit: Callable[..., Page],
    office: PostOffice,
    assert_accessible: Callable[[Page], None],
) -> None:
    saul = visit("/people/saul/", "saul")
    kept = saul.locator(".history-item").filter(has=saul.locator(f"a[href='{game}']"))
    expect(kept).to_contain_text("ruth")
    before = kept.inner_text()
    ruth = visit("/settings/", "ruth", width=390, height=844)
    ruth.get_by_role("link", name="Download my data").click()
    assert_accessible(ruth)
    ruth.get_by_role("button", name="Make the file").click()
    file = ruth.get_by_role("link", name="Download the file")
    expect(file).to_be_visible()
    assert_accessible(ruth)
    assert_fits(ruth)
    # Whether it is ruth's turn at the running table depends on the deal: that mail may come first.
    eventually(lambda: any("/settings/data/" in text(mail) for mail in office.to("ruth@example.org")))
    data, page = fetched(ruth)
    assert data["account"][0]["username"] == "ruth"
    assert {seat["table"] for seat in data["seats"]} == {"privacy1", "privacy2"}
    assert page.lstrip().startswith("<!doctype html>")
    read_at_home(ruth, page, assert_accessible)
    go_for_good(ruth, assert_accessible)
    saul.reload()
    assert kept.inner_text() == before.replace("ruth", "former player")
    saul.goto(game)
    expect(saul.locator("body")).not_to_contain_text("ruth")
    assert saul.goto("/people/ruth/").status == 404
    saul.goto("/games/privacy2/")
    expect(saul.locator("body")).to_contain_text("has left the site")


def fetched(page: Page) -> tuple[dict, str]:
    """Download the export after reauthentication, and return the data and the page."""
    page.get_by_role("link", name="Download the file").click()
    page.locator("input[type=password]").fill(PASSWORD)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Continue").click()
    with ZipFile(waiting.value.path()) as archive:
        return json.loads(archive.read("data.json")), archive.read("index.html").decode()


def read_at_home(page: Page, html: str, assert_accessible: Callable[[Page], None]) -> None:
    """Check that the exported page works offline."""
    alone = page.context.browser.new_page(java_script_enabled=True)
    alone.set_content(html)
    expect(alone.get_by_role("heading", level=1)).to_have_text(re.compile("ruth"))
    assert_accessible(alone)
    alone.close()


def go_for_good(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/settings/delete/")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name=re.compile("^Delete ruth")).click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    page.goto("/settings/")
    expect(page).to_have_url(re.compile("/accounts/login/"))
