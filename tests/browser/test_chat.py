"""Chat, notes and invitations at a table, and the number of waiting tables."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import POLL, button, main, without_socket
from tests.browser.themes import VIEWPORTS, CheckPage, assert_fits
from tests.site import Site

Visit = Callable[..., Page]

TABLES = """
from accounts.models import User
from games import play
from games.models import Game
from tests.cast import found_or_made, table_of
ida, jack, kim = (found_or_made(name) for name in ("ida", "jack", "kim"))
Game.objects.filter(host=ida).delete()
running = table_of(ida, jack, name="Lakeshore Nights", public_id="lakeshore")
waiting = table_of(ida, size=3, name="Halsted Street", public_id="halsted", public=False)
print(running.players.get(to_move_since__isnull=False).user.username)
"""
SAID = """
from accounts.models import User
from games.models import Game, Message
game, jack = Game.objects.get(public_id="lakeshore"), User.objects.get(username="jack")
text = "a word or two about https://example.org/ and the weather at the lake"
seat = game.players.get(user=jack)
Message.objects.bulk_create(
    Message(game=game, player=seat, user=jack, text=f"no {number}: {text}") for number in range(12)
)
Game.objects.filter(pk=game.pk).update(chat_version=12)
"""
RUNNING, WAITING = "/games/lakeshore/", "/games/halsted/"


@pytest.fixture
def asked(site: Site) -> str:
    """The player to move at a running table of ida and jack; another table waits for two more players."""
    return site.shell(TABLES)


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message to the table").fill(text)
    page.get_by_role("button", name="Send the message").click()


def test_two_people_talk(visit: Visit, asked: str) -> None:
    """A new message keeps the other page's chosen card and unsent text; a message in view counts as read."""
    ida, jack = visit(RUNNING, "ida"), visit(RUNNING, "jack")
    mine, theirs = (ida, jack) if asked == "ida" else (jack, ida)
    mine.locator("label.hand-card").first.click()
    mine.get_by_role("textbox", name="Message to the table").fill("half a thou")
    mine.get_by_role("textbox", name="Notes only you").fill("not saved yet")
    before = main(mine).get_attribute("data-version")
    refused(theirs)
    say(theirs, "Nice club\nyou have there: https://example.org/club")
    expect(theirs.get_by_role("textbox", name="Message to the table")).to_have_value("")
    expect(mine.locator(".chat-message p")).to_have_text("Nice club\nyou have there: https://example.org/club")
    expect(mine.locator(".chat-message p a")).to_have_attribute("rel", "nofollow ugc noopener noreferrer")
    expect(mine.locator("#live")).to_have_text(re.compile("New message from "))
    expect(mine.get_by_role("textbox", name="Message to the table")).to_have_value("half a thou")
    expect(mine.get_by_role("textbox", name="Notes only you")).to_have_value("not saved yet")
    expect(mine.locator("[name=card]:checked")).to_have_count(1)
    assert main(mine).get_attribute("data-version") == before
    expect(mine.locator("#chat-new")).to_have_text("1")
    mine.locator("#chat").scroll_into_view_if_needed()
    expect(mine.locator("#chat-new")).to_be_hidden()
    mine.reload()
    expect(mine.locator("#chat-new")).to_be_hidden()
    button(mine, "draw").click()
    expect(main(mine)).not_to_have_attribute("data-version", before or "")
    talk_without_a_socket(ida, jack)


def refused(page: Page) -> None:
    field = page.get_by_role("textbox", name="Message to the table")
    field.evaluate("each => each.removeAttribute('maxlength')")
    say(page, "word " * 150)
    expect(page.get_by_role("alert").filter(has_text="longer than 500 characters")).to_be_visible()
    expect(field).to_have_value("word " * 150)


def talk_without_a_socket(ida: Page, jack: Page) -> None:
    """Check that a page without a socket polls."""
    without_socket(jack)
    say(ida, "Can you hear me?")
    expect(ida.locator(".chat-message p").last).to_have_text("Can you hear me?")
    jack.clock.fast_forward(POLL)
    expect(jack.locator(".chat-message p").last).to_have_text("Can you hear me?")


def test_talk_and_notes_are_sheets_on_a_phone(visit: Visit, site: Site, asked: str, check_page: CheckPage) -> None:
    """No page asks for a permission."""
    site.shell(SAID)
    page = visit(RUNNING, "ida", **VIEWPORTS["390-light"])
    page.get_by_role("button", name="Talk").click()
    expect(page.locator(".chat-message").last).to_be_in_viewport()
    check_page(page, "talk")
    say(page, "From the tram.")
    expect(page.locator(".chat-message p").last).to_have_text("From the tram.")
    page.locator("#chat").get_by_role("button", name="Close").click()
    page.get_by_role("region", name="Your hand and actions").get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Your notes").click()
    page.get_by_role("textbox", name="Notes only you").fill("jack is late")
    page.locator("#note").get_by_role("button", name="Save").click()
    expect(page.locator("#note-status")).to_have_text(re.compile(r"Saved at \d\d:\d\d UTC\."))
    assert_fits(page)
    page.reload()
    expect(page.get_by_role("textbox", name="Notes only you", include_hidden=True)).to_have_value("jack is late")
    page.goto(f"{RUNNING}talk/")
    check_page(page, "talk-page")
    no_page_asks_for_a_permission(page)


def test_an_invitation_by_name_and_the_number_of_waiting_tables(
    visit: Visit, asked: str, check_page: CheckPage
) -> None:
    ida = visit(WAITING, "ida")
    ida.locator("summary").filter(has_text="Invite somebody by name").click()
    ida.get_by_label("User name").fill("kimm")
    ida.get_by_role("button", name="Invite", exact=True).click()
    expect(ida.locator("#main [role=alert]")).to_have_text("Nobody here has this user name.")
    ida.get_by_label("User name").fill("kim")
    ida.get_by_role("button", name="Invite", exact=True).click()
    expect(ida.locator(".invitations")).to_have_text(re.compile("kim\\s+no answer yet"))
    check_page(ida, "table-setup-invited")
    kim = visit("/tables/", "kim")
    expect(kim.locator(".invite")).to_contain_text("ida invites you")
    check_page(kim, "home-invited")
    kim.get_by_role("button", name="Take the seat").click()
    expect(kim).to_have_url(re.compile(WAITING))
    expect(ida.locator(".seat-list")).to_contain_text("kim")
    expect(ida.locator(".invitations")).to_have_count(0)
    the_number_of_waiting_tables_comes_by_itself(kim)


def the_number_of_waiting_tables_comes_by_itself(page: Page) -> None:
    """Check the number in the title and the icon of any open page."""
    page.goto("/lobby/")
    expect(page).to_have_title(re.compile("^Lobby"))
    page.clock.install()
    page.reload()
    waiting = {"waiting": 2, "says": "2 tables waiting"}
    page.route("**/tables/waiting/", lambda route: route.fulfill(json=waiting))
    page.clock.run_for(61_000)
    expect(page).to_have_title(re.compile(r"^\(2\) Lobby"))
    expect(page.locator("#favicon")).to_have_attribute("href", re.compile("favicon-move"))
    expect(page.locator("#tally")).to_have_text("2")
    waiting["waiting"] = 0
    page.clock.run_for(61_000)
    expect(page).to_have_title(re.compile("^Lobby"))
    expect(page.locator("#favicon")).not_to_have_attribute("href", re.compile("favicon-move"))
    expect(page.locator("#tally")).to_be_hidden()


def no_page_asks_for_a_permission(page: Page) -> None:
    asking = "Notification.requestPermission = () => { window.asked = true; return Promise.resolve('denied'); }"
    page.add_init_script(asking)
    for path in ("/", "/tables/", "/lobby/", RUNNING, WAITING, "/settings/"):
        page.goto(path)
        assert page.evaluate("window.asked") is None, path


def test_enter_sends_and_one_press_says_quick_words(visit: Visit, asked: str) -> None:
    """Shift+Enter breaks the line, quick phrases keep unsent text, and the other title counts unread messages."""
    ida, jack = visit(RUNNING, "ida"), visit(RUNNING, "jack")
    jack.evaluate("document.hasFocus = () => false")  # so that no message counts as read
    field = ida.get_by_role("textbox", name="Message to the table")
    field.fill("Evening,")
    field.press("Shift+Enter")
    field.type("Jack.")
    expect(field).to_have_value("Evening,\nJack.")
    field.press("Enter")
    expect(ida.locator(".chat-message")).to_contain_text("Evening,")
    expect(field).to_have_value("")
    field.press("Enter")
    field.fill("half a thou")
    ida.get_by_role("button", name="Good luck").click()
    expect(ida.locator(".chat-message")).to_have_count(2)
    expect(ida.locator(".chat-message").last).to_contain_text("Good luck")
    expect(field).to_have_value("half a thou")
    expect(jack.locator(".chat-message")).to_have_count(2, timeout=POLL)
    expect(jack).to_have_title(re.compile("✉ 2 "))
    jack.locator("#chat").scroll_into_view_if_needed()
    jack.evaluate("delete document.hasFocus; dispatchEvent(new Event('focus'))")
    expect(jack).not_to_have_title(re.compile("✉"), timeout=POLL)
