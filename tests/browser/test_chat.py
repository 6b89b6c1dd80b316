"""Company at a table: two people talk, keep notes and invite each other; the number of waiting tables is in sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import button, main
from tests.browser.themes import LOOKS, fits
from tests.site import Site

Visit = Callable[..., Page]

TABLES = """
from accounts.models import User
from games import play
from games.models import Game
from tests.cast import somebody, table_of
ida, jack, kim = (User.objects.filter(username=name).first() or somebody(name) for name in ("ida", "jack", "kim"))
Game.objects.filter(host=ida).delete()
running = table_of(ida, jack, name="Lakeshore Nights", table="lakeshore")
waiting = table_of(ida, size=3, name="Halsted Street", table="halsted", public=False)
print(running.players.get(asked__isnull=False).user.username)
"""
INVITE = """
from games import play
from games.models import Game
play.invite(Game.objects.get(table="halsted").players.get(), "kim")
"""
SAID = """
from accounts.models import User
from games.models import Game, Message
game, jack = Game.objects.get(table="lakeshore"), User.objects.get(username="jack")
text = "a word or two about https://example.org/ and the weather at the lake"
seat = game.players.get(user=jack)
Message.objects.bulk_create(
    Message(game=game, player=seat, user=jack, text=f"no {number}: {text}") for number in range(12)
)
Game.objects.filter(pk=game.pk).update(talk=12)
"""
RUNNING, WAITING = "/games/lakeshore/", "/games/halsted/"


@pytest.fixture
def asked(site: Site) -> str:
    """Who of ida and jack is to move at the running table; the other table waits for two more."""
    return site.shell(TABLES)


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message to the table").fill(text)
    page.get_by_role("button", name="Send the message").click()


def test_two_people_talk(visit: Visit, asked: str) -> None:
    """Each hears the other at once; a card that is chosen and a text half written stay; what is looked at is read."""
    ida, jack = visit(RUNNING, "ida"), visit(RUNNING, "jack")
    mine, theirs = (ida, jack) if asked == "ida" else (jack, ida)
    mine.locator("label.hc").first.click()
    mine.get_by_role("textbox", name="Message to the table").fill("half a thou")
    mine.get_by_role("textbox", name="Notes that only you").fill("not saved yet")
    before = main(mine).get_attribute("data-version")
    refused(theirs)
    say(theirs, "Nice club\nyou have there: https://example.org/club")
    expect(theirs.get_by_role("textbox", name="Message to the table")).to_have_value("")
    expect(mine.locator(".said p")).to_have_text("Nice club\nyou have there: https://example.org/club")
    expect(mine.locator(".said p a")).to_have_attribute("rel", "nofollow ugc noopener noreferrer")
    expect(mine.locator("#live")).to_have_text(re.compile("has said something"))
    expect(mine.get_by_role("textbox", name="Message to the table")).to_have_value("half a thou")
    expect(mine.get_by_role("textbox", name="Notes that only you")).to_have_value("not saved yet")
    expect(mine.locator("[name=card]:checked")).to_have_count(1)
    assert main(mine).get_attribute("data-version") == before
    expect(mine.locator("#talk-new")).to_have_text("1")
    mine.locator("#chat").scroll_into_view_if_needed()
    expect(mine.locator("#talk-new")).to_be_hidden()
    mine.reload()
    expect(mine.locator("#talk-new")).to_be_hidden()
    button(mine, "draw").click()
    expect(main(mine)).not_to_have_attribute("data-version", before or "")


def refused(page: Page) -> None:
    """A message that is too long stays in its field, which is mended there."""
    field = page.get_by_role("textbox", name="Message to the table")
    field.evaluate("each => each.removeAttribute('maxlength')")
    say(page, "word " * 150)
    expect(page.get_by_role("alert").filter(has_text="at most 500 characters")).to_be_visible()
    expect(field).to_have_value("word " * 150)


def test_talk_without_a_socket(visit: Visit, asked: str) -> None:
    """A page that no socket reaches finds out by itself."""
    ida, jack = visit(RUNNING, "ida"), visit(RUNNING, "jack")
    jack.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    jack.reload()
    say(ida, "Can you hear me?")
    expect(jack.locator(".said p")).to_have_text("Can you hear me?", timeout=20_000)


def test_on_a_phone_they_are_sheets(visit: Visit, asked: str) -> None:
    page = visit(RUNNING, "ida", **LOOKS["390-light"])
    page.get_by_role("button", name="Talk").click()
    say(page, "From the tram.")
    expect(page.locator(".said p")).to_have_text("From the tram.")
    page.locator("#chat").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Your notes").click()
    page.get_by_role("textbox", name="Notes that only you").fill("jack is late")
    page.locator("#note").get_by_role("button", name="Save").click()
    expect(page.locator("#note-said")).to_have_text(re.compile(r"Saved at \d\d:\d\d\."))
    fits(page)
    page.reload()
    expect(page.get_by_role("textbox", name="Notes that only you", include_hidden=True)).to_have_value("jack is late")


def test_an_invitation_by_name(visit: Visit, asked: str) -> None:
    ida = visit(WAITING, "ida")
    ida.get_by_label("User name").fill("kimm")
    ida.get_by_role("button", name="Invite", exact=True).click()
    expect(ida.locator("#main [role=alert]")).to_have_text("Nobody has this user name.")
    ida.get_by_label("User name").fill("kim")
    ida.get_by_role("button", name="Invite", exact=True).click()
    expect(ida.locator(".asked")).to_have_text(re.compile("kim\\s+no answer yet"))
    kim = visit("/tables/", "kim")
    expect(kim.locator(".invite")).to_contain_text("ida invites you")
    kim.get_by_role("button", name="Take the seat").click()
    expect(kim).to_have_url(re.compile(WAITING))
    expect(ida.locator(".sseats")).to_contain_text("kim")
    expect(ida.locator(".asked")).to_have_count(0)


def test_the_number_of_waiting_tables_comes_by_itself(visit: Visit, site: Site, asked: str) -> None:
    """In the title and the icon of any page, also when nobody touches it."""
    page = visit("/lobby/", "kim")
    expect(page).to_have_title(re.compile("^Lobby"))
    page.clock.install()
    page.reload()
    waiting = {"waiting": 2, "says": "2 await you"}
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


def test_no_page_asks_for_a_permission(visit: Visit, asked: str) -> None:
    """What a browser lets a page do is asked for after a press in the settings, never before."""
    asking = "Notification.requestPermission = () => { window.asked = true; return Promise.resolve('denied'); }"
    page = visit("/", "ida")
    page.add_init_script(asking)
    for path in ("/", "/tables/", "/lobby/", RUNNING, WAITING, "/settings/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.asked") is None, path


@pytest.mark.parametrize("looks", LOOKS)
def test_it_can_be_used_by_everybody(
    visit: Visit,
    site: Site,
    asked: str,
    looks: str,
    accessible: Callable[[Page], None],
    shot: Callable[[Page, str], Path],
) -> None:
    site.shell(SAID)
    page = visit(RUNNING, "ida", **LOOKS[looks])
    if "390" in looks:
        page.get_by_role("button", name="Talk").click()
    else:
        page.locator("#chat").scroll_into_view_if_needed()
    expect(page.locator(".said").last).to_be_in_viewport()
    site.shell(INVITE)
    kim = visit("/tables/", "kim", **LOOKS[looks])
    shot(kim, f"home-invited-{looks}")
    accessible(kim)
    for name, path in (("talk", ""), ("talk-page", f"{RUNNING}talk/"), ("table-setup-invited", WAITING)):
        if path:
            page.goto(path)
            assert urlsplit(page.url).path == path
        shot(page, f"{name}-{looks}")
        fits(page)
        accessible(page)
