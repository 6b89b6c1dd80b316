"""Devices with a wrong clock, and devices that lose the network for a while."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import button, main, version
from tests.browser.recorded_game import RecordedGame
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

QUICK = """
from games.models import Game
from tests.cast import found_or_made, table_of
Game.objects.filter(public_id="quick").delete()
table_of(found_or_made("alice"), found_or_made("bob"), name="Quick", public_id="quick", pace_hours=0, pace_minutes=15)
"""
WRONG = """
const right = Date.now;
let minutes = %d;
Date.now = () => right() + 60000 * minutes;
window.setWrong = (others) => (minutes = others);
"""
NO_POLLS = "window.setInterval = () => 0"


@pytest.mark.parametrize("minutes", every([-20, -10, 10, 20], 4))
def test_the_countdown_is_right_on_a_device_whose_clock_is_wrong(site: Site, visit: Visit, minutes: int) -> None:
    """Fifteen minutes are shown as about fifteen, even if the clock is set while the page is open."""
    site.shell(QUICK)
    page = visit("/about/", "alice")
    page.add_init_script(WRONG % minutes)
    page.goto("/games/quick/")
    clock = page.locator("[data-clock]").first
    shown = clock.text_content() or ""
    expect(clock).not_to_have_text(shown)
    expect(clock).to_have_text(re.compile(r"^1[34]:\d\d$"))
    page.evaluate("minutes => setWrong(minutes)", -minutes)
    with page.expect_response(lambda answer: answer.headers.get("x-now", "") != ""):
        page.evaluate("htmx.ajax('GET', '/games/quick/', { target: '#main', swap: 'outerHTML' })")
    expect(clock).to_have_text(re.compile(r"^1[34]:\d\d$"))


def test_a_move_without_network_is_sent_once_it_is_back(site: Site, visit: Visit) -> None:
    """The move is sent at once, although the page polls only every few seconds."""
    recorded = RecordedGame(site)
    seat = recorded.advance_to(lambda move: move.verb == "draw").seat
    page = visit("/about/", recorded.record.seats[seat])
    page.add_init_script(NO_POLLS)
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.goto(recorded.address)
    before = version(page)
    page.context.set_offline(True)
    offline = page.locator("#offline")
    expect(offline).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    button(page, "draw").click()
    expect(page.locator("#unsent")).to_be_visible()
    page.context.set_offline(False)
    expect(offline).to_be_hidden()
    expect(main(page)).not_to_have_attribute("data-version", before)
    expect(page.locator("#live")).to_contain_text("You drew ")
