"""A guest plays with a person, chooses mail, gets a turn mail, and takes the rematch in one press."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driver import make
from tests.browser.layout_faults import layout_faults
from tests.browser.themes import NARROWEST
from tests.combinations import every
from tests.mail_server import PostOffice
from tests.site import Site

ADDRESS = "asked@example.org"
ASKED = "How should we tell you?"
SPEAKS = "from accounts.models import User; User.objects.update(language={language!r})"
END = """
from django.db import transaction
from games.models import Game
from tests.playing import play_on
with transaction.atomic():
    assert play_on(Game.objects.get(public_id={table!r}), 2000).is_over
"""


def path_in(text: str, folder: str) -> str:
    found = re.search(rf"https?://[^/\s]+(/{folder}/\S+)", text)
    assert found
    return found[1]


@pytest.mark.whole
def test_a_guest_is_told_by_mail_and_takes_the_rematch(
    visit: Callable[..., Page],
    site: Site,
    office: PostOffice,
    assert_accessible: Callable[[Page], None],
    shot: Callable[[Page, str], Path],
) -> None:
    host = visit()
    host.get_by_role("link", name="Invite a friend to Chicago Poker").click()
    host.get_by_role("button", name="Get the link").click()
    host.wait_for_url("**/games/*/")
    expect(host.get_by_role("heading", name=ASKED)).to_be_visible()
    shot(host, "told-setup")
    narrow(host, "told-setup", shot)
    home = visit_same(host)
    shot(home, "told-home")
    narrow(home, "told-home", shot)
    # A refused form leaves its URL in the address bar, which can't be reloaded when the table starts.
    host.get_by_text("Invite somebody by name").click()
    host.get_by_label("User name").fill("no such user")
    host.get_by_role("button", name="Invite", exact=True).click()
    host.wait_for_url("**/invite/")
    guest = visit(host.locator("#link").input_value())
    guest.get_by_role("button", name=re.compile("sit down", re.IGNORECASE)).click()
    guest.wait_for_url("**/games/*/")
    expect(host.locator("#main[data-your-move], #main .status--wait h1").first).to_be_visible()
    first, other = (guest, host) if guest.locator("#main[data-your-move]").count() else (host, guest)
    table = first.url.split("/")[4]

    expect(first.get_by_role("heading", name=ASKED)).to_be_hidden()
    before = places(first)
    draw_to_the_end_of_the_turn(first)
    expect(first.get_by_role("heading", name=ASKED)).to_be_visible()
    assert places(first) == before, "the question moves nothing on the board"
    assert_accessible(first)
    shot(first, "told-table")
    the_press_is_answered(first)
    narrow(first, "told-table", shot)
    the_sheet(first, assert_accessible, shot)
    the_sheet_in_long_words(first, site, shot)
    first.set_viewport_size({"width": 390, "height": 844})
    first.reload()
    first.get_by_role("button", name=ASKED).click()
    by_mail(first, visit, office, shot)
    the_turn_mail(first, other, site, office, table)
    the_rematch(first, other, site, table, shot)


def draw_to_the_end_of_the_turn(page: Page) -> None:
    """Draw while the hand may grow; after that, play cards from it."""
    while page.locator("#main[data-your-move]").count():
        legal = json.loads(page.locator("#legal-moves").text_content() or "[]")
        make(page, next(move for verb in ("end", "draw", "play") for move in legal if move.startswith(verb)))


def places(page: Page) -> list[Any]:
    return [page.locator(each).bounding_box() for each in (".game > .headline", ".seats", ".goal-line", ".board")]


def the_sheet(page: Page, assert_accessible: Callable[[Page], None], shot: Callable[[Page, str], Path]) -> None:
    """Check that on a phone the question is a sheet behind a button beside the hand."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    before = places(page)
    expect(page.get_by_role("heading", name=ASKED)).to_be_hidden()
    page.get_by_role("button", name=ASKED).click()
    expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    assert places(page) == before
    assert_accessible(page)
    shot(page, "told-sheet-390")
    page.locator("#tell").get_by_role("button", name="Close").click()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.reload()


def the_sheet_in_long_words(page: Page, site: Site, shot: Callable[[Page, str], Path]) -> None:
    """Check that on the narrowest phone the button and the sheet break no word."""
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    for language in (*every(("fr", "sv", "pl"), 2), "en"):
        site.shell(SPEAKS.format(language=language))
        page.reload()
        assert not layout_faults(page, "broken")
        page.locator(".tell-button").click()
        expect(page.locator("#tell")).to_be_visible()
        assert not layout_faults(page, "broken")
        shot(page, f"told-sheet-320-{language}")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.reload()


def the_press_is_answered(page: Page) -> None:
    """Check the question after a move, with the subscribing script; this browser can't show notifications."""
    page.get_by_role("button", name="Notify me here").click()
    expect(page.locator("[data-tell-status]")).to_have_class(re.compile("tell__problem"))


def visit_same(page: Page) -> Page:
    """Return My tables, in another tab of the same browser."""
    tab = page.context.new_page()
    tab.goto(urljoin(page.url, "/tables/"))
    expect(tab.get_by_role("heading", name=ASKED)).to_be_visible()
    return tab


def narrow(page: Page, name: str, shot: Callable[[Page, str], Path]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="light")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shot(page, f"{name}-390")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="dark")


def by_mail(
    page: Page,
    visit: Callable[..., Page],
    office: PostOffice,
    shot: Callable[[Page, str], Path],
    address: str = ADDRESS,
) -> None:
    """Check that one press sends the link, and the page says so; only a press on the linked page confirms it.

    On a phone the press closes the sheet. The page is left at the size of a desktop.
    """
    page.get_by_label(re.compile("Only for notifications, no account")).fill(address)
    page.get_by_role("button", name="Send a link").click()
    expect(page.locator(".messages").get_by_text(f"We’ve sent a link to {address}.")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    (mail,) = office.wait_for(address)
    body = mail.get_body(("plain",))
    assert body is not None
    elsewhere = visit(path_in(body.get_content(), "notices/confirm"))
    shot(elsewhere, "told-confirm")
    elsewhere.get_by_role("button", name="Yes, use this address").click()
    expect(elsewhere.get_by_role("heading", name="Done")).to_be_visible()
    expect(elsewhere.get_by_role("link", name="Sign in")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=ASKED)).to_be_hidden()
    page.goto("/settings/notices/")
    expect(page.get_by_text(f"E-mails go to {address}, for notifications only")).to_be_visible()
    narrow(page, "told-settings", shot)


def the_turn_mail(page: Page, other: Page, site: Site, office: PostOffice, table: str, address: str = ADDRESS) -> None:
    """Check the turn's mail once the guest has left the page; its link shows the table."""
    page.goto("/about/")
    site.shell(
        f"from games.models import *; Player.objects.filter(game__public_id={table!r}).update(last_seen_at=None)"
    )
    draw_to_the_end_of_the_turn(other)
    mail = office.wait_for(address, 2, seconds=60)[1]
    assert "Your move" in mail["Subject"]


def the_rematch(page: Page, other: Page, site: Site, table: str, shot: Callable[[Page, str], Path]) -> None:
    """Check that the rematch reaches the open final page, takes one press there, and doesn't ask for consent again."""
    site.shell(END.format(table=table))
    for each in (page, other):
        each.goto(f"/games/{table}/")
        expect(each.get_by_role("link", name="Check that the deal was fair")).to_be_visible()
    shot(page, "told-over-1")
    shot(other, "told-over-2")
    narrow(page, "told-over-1", shot)
    narrow(other, "told-over-2", shot)
    other.get_by_role("button", name=re.compile("^Rematch")).click()
    other.wait_for_url(re.compile(f"/games/(?!{table})"))
    expect(other.get_by_text("Same terms as at the last table")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Join the rematch")).click()
    page.wait_for_url(re.compile(f"/games/(?!{table})"))
    for each in (page, other):
        expect(each.locator(".hand .hand-card").first).to_be_visible()
    shot(page, "told-rematch")


def test_a_browser_that_refuses_notices_says_so_in_place(visit: Callable[..., Page]) -> None:
    page = visit()
    page.add_init_script("Notification.requestPermission = () => Promise.resolve('denied')")
    page.get_by_role("link", name="Invite a friend to Chicago Poker").click()
    page.get_by_role("button", name="Get the link").click()
    page.wait_for_url("**/games/*/")
    slow = list[Route]()
    page.route("**/tell_device*", lambda route: slow.append(route))
    with page.expect_request("**/tell_device*"):
        page.reload()
    page.get_by_role("button", name="Notify me here").click()
    for each in slow:
        each.continue_()
    expect(page.locator("[data-tell-status]")).to_contain_text("Allow them in its settings for the site, then try")
    expect(page.get_by_role("button", name="Notify me here")).to_be_enabled()
