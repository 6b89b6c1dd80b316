"""A few turns by keys and typed moves alone, as somebody plays who doesn't see the table."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import main
from tests.browser.recorded_game import RecordedGame
from tests.site import Site


def say(page: Page, text: str) -> None:
    """Opens the field by its key, types a move, and presses Enter."""
    if not page.evaluate("document.activeElement.id === 'typed-move'"):
        page.keyboard.press("k")
    field = page.locator("#typed-move")
    expect(field).to_be_focused()
    field.fill(text)
    page.keyboard.press("Enter")


def leave_the_field(page: Page) -> None:
    page.locator("#main").focus()


def test_turns_by_keys_and_typed_moves(
    site: Site, visit: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    recorded = RecordedGame(site)
    recorded.advance_to(lambda move: move.verb == "draw" and recorded.state.due + recorded.state.extra == 3)
    seat = recorded.state.active
    page = visit(recorded.address, recorded.record.seats[seat])
    live = page.locator("#live")
    for key, says in {"h": "In your hand: ", "s": "controls nothing.", "t": "Your move.", "m": "Draw a card."}.items():
        page.keyboard.press(key)
        expect(live).to_contain_text(says)
    say(page, "sing a song")
    expect(page.locator("#typed-answer")).to_contain_text("You can type, for example: “Draw a card”")
    expect(page.locator("#typed-move")).to_be_focused()
    expect(page.locator("#typed-move")).to_have_value("sing a song")
    assert_accessible(page)
    say(page, "end turn")
    expect(page.locator("#typed-answer")).to_contain_text("(Rule 3.5)")
    say(page, "draw")
    expect(live).to_contain_text(re.compile(r"You drew .+\. 2 actions left\."))
    expect(page.locator("#typed-move")).to_have_value("")
    leave_the_field(page)
    page.keyboard.press("l")
    expect(live).to_contain_text(re.compile(r"\w"))
    say(page, "draw")
    expect(live).to_contain_text("One action left.")
    expect(main(page)).to_have_attribute("data-your-move", "")
