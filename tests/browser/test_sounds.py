"""Sounds: off until they are switched on, then the right one for each event. A stub records the sounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import STAGE, make, open_menu
from tests.browser.recorded_game import RecordedGame, post_move
from tests.browser.test_playback import DESK, SHOOTOUT, at_move, followed, gone_on, on_stage, skipped
from tests.site import Site

Visit = Callable[..., Page]

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
STUB = """
window.heard = [];
const names = { 660: "turn", 420: "card", 130: "shootout", 784: "point", 520: "chat" };
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  resume() { return Promise.resolve(); }
  createOscillator() {
    const frequency = {
      setValueAtTime: (hertz, time) => { if (names[hertz]) heard.push(names[hertz]); },
      exponentialRampToValueAtTime() {},
    };
    return { frequency, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
};
"""
"""An AudioContext that records the name of each sound, recognized by its first pitch."""

LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/table/sounds.'))"
"""Whether the page has loaded the sounds' script."""


def listening(page: Page, *, on: bool) -> None:
    """Reload the page with the stub, and set the switch as if on an earlier day."""
    page.add_init_script(STUB)
    if on:
        page.evaluate("localStorage.setItem('sounds', 'on')")
    page.reload()
    skipped(page)
    if on:
        page.wait_for_function(LOADED)
        page.wait_for_load_state("networkidle")
    page.evaluate("heard.length = 0")


def heard(page: Page) -> list[str]:
    names: list[str] = page.evaluate("heard")
    return names


def wait_for(page: Page, name: str) -> None:
    page.wait_for_function("(name) => heard.includes(name)", arg=name)


def switch(page: Page) -> Locator:
    return open_menu(page).get_by_role("button", name="Sounds")


def test_the_switch_works_by_keyboard_and_is_remembered(site: Site, visit: Visit) -> None:
    """The script is loaded only when sounds are on, and switching them on plays a sound."""
    recorded = at_move(site, 4)
    page = visit(recorded.address, "alice")
    listening(page, on=False)
    assert not page.evaluate(LOADED)
    expect(switch(page)).to_have_attribute("aria-pressed", "false")
    expect(switch(page)).to_have_accessible_description(
        "For your turn, cards, hands shown, points and messages. Only on this device."
    )
    switch(page).press("Enter")
    expect(switch(page)).to_have_attribute("aria-pressed", "true")
    wait_for(page, "turn")
    page.reload()
    page.wait_for_function(LOADED)
    expect(switch(page)).to_have_attribute("aria-pressed", "true")
    switch(page).press("Space")
    expect(switch(page)).to_have_attribute("aria-pressed", "false")


def test_cards_my_turn_and_messages_are_heard_and_nothing_while_off(site: Site, visit: Visit) -> None:
    """A turn sounds only if another player brought it about, and a message only if another player sent it."""
    recorded = at_move(site, 4)
    pages = followed(recorded, visit, (DESK, DESK), **MOVING)
    move = next(recorded.moves())
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    listening(theirs, on=True)
    listening(mine, on=False)
    make(mine, move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(mine, following.text)
    wait_for(theirs, "turn")
    skipped(theirs)
    assert set(heard(theirs)) <= {"turn", "card"}
    theirs.evaluate("heard.length = 0")
    answer = recorded.next
    assert answer is not None
    make(theirs, answer.text)
    wait_for(theirs, "card")
    assert set(heard(theirs)) == {"card"}
    talk(mine, "Hello")
    wait_for(theirs, "chat")
    theirs.evaluate("heard.length = 0")
    talk(theirs, "Good evening")
    expect(mine.locator("#chat-messages")).to_contain_text("Good evening")
    assert heard(theirs) == []
    assert heard(mine) == []


def talk(page: Page, text: str) -> None:
    page.locator("#chat-input").fill(text)
    page.locator("#chat-send").click()
    expect(page.locator("#chat-messages")).to_contain_text(text)


def test_a_shootout_is_heard_by_both_and_the_point_by_whoever_wins_it(site: Site, visit: Visit) -> None:
    recorded = at_move(site, SHOOTOUT)
    pages = followed(recorded, visit, **MOVING)
    for page in pages.values():
        listening(page, on=True)
    before = holdings(recorded)
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    after = holdings(recorded)
    assert sum(after) == sum(before) + 1
    for seat, page in pages.items():
        expect(page.locator(STAGE)).to_be_visible()
        wait_for(page, "shootout")
        assert ("point" in heard(page)) == (after[seat] > before[seat])
        assert on_stage(page).count()
    gone_on(pages)


def holdings(recorded: RecordedGame) -> list[int]:
    return [len(seat.controlled) for seat in recorded.state.view(None).seats]
