"""The table by keyboard only: every kind of move, the focus after it, and the shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import card, main, make, press, tab_to, undo, version
from tests.browser.recorded_game import RecordedGame
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

ONCE = every(("raid", "draw", "revolver", "limousine", "play", "bribery", "send", "liquidation"), 3)
"""Kinds of moves made once each by keyboard: all in `make test-all`, otherwise by target, by link, and in a tie."""


def on_the_table(page: Page) -> None:
    """Assert that the focus is within the table, not at the start of the page."""
    page.wait_for_function("() => document.querySelector('#main').contains(document.activeElement)")
    assert page.locator(":focus").is_visible()


def a_turn_and_its_undoing(recorded: RecordedGame, page: Page) -> None:
    first = recorded.state.active
    moves = list(recorded.moves(lambda move: move.seat != first))
    for move in moves[:-1]:
        make(page, move.text, press)
        on_the_table(page)
    undo(page, press)
    on_the_table(page)
    make(page, moves[-2].text, press)
    make(page, moves[-1].text, press)
    expect(main(page)).not_to_have_attribute("data-your-move", "")


def every_kind_of_action(recorded: RecordedGame, visit: Visit) -> None:
    pages = {seat: visit(recorded.address, name) for seat, name in enumerate(recorded.record.seats)}
    done: set[str] = set()
    while done != set(ONCE):
        move = recorded.advance_to(lambda move: move.verb in ONCE and move.verb not in done)
        page = pages[move.seat]
        page.reload()
        make(page, move.text, press)
        on_the_table(page)
        done.add(move.verb)
        next(recorded.moves())


def what_i_have_done_is_said_once(recorded: RecordedGame, visit: Visit) -> None:
    """Check the live region, which swaps do not replace; the focus is on the drawn card."""
    recorded.advance_to(lambda move: move.verb == "draw" and recorded.state.due + recorded.state.extra > 1)
    seat = recorded.state.active
    page = visit(recorded.address, recorded.record.seats[seat])
    page.evaluate("""() => {
        window.said = [];
        const note = () => window.said.push(document.getElementById("live").textContent);
        new MutationObserver(note).observe(document.getElementById("live"), { childList: true });
    }""")
    make(page, "draw", press)
    live = page.locator("#live")
    expect(live).to_have_text(re.compile(r"^You drew .+\. (One action|\d actions) left\.$"))
    drawn = main(page).get_attribute("data-drawn")
    expect(page.locator(f"[data-pick='{drawn}']")).to_be_focused()
    page.evaluate("() => htmx.ajax('GET', location.pathname, { target: '#main', swap: 'outerHTML' })")
    expect(main(page)).not_to_have_attribute("data-drawn", re.compile(""))
    assert len(page.evaluate("window.said")) == 1


def the_first_tab_skips_to_the_table(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(main(page)).to_be_focused()


def shortcuts_and_their_switch(recorded: RecordedGame, page: Page) -> None:
    """Check the keys: 1–9 choose a card, Q W E R a business, U undoes, Escape deselects; the switch is stored."""
    first = recorded.state.active
    play = next(move for move in recorded.state.legal_moves(first) if move.startswith("play"))
    code, tile = play.split()[1:]
    number = page.locator(f"input[value='{code}']").get_attribute("id")
    assert number is not None
    page.keyboard.press(number[1:])
    expect(page.locator(f"input[value='{code}']")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator(f"input[value='{code}']")).not_to_be_checked()
    page.keyboard.press(number[1:])
    before = version(page)
    slots = page.locator("#main .business").evaluate_all("all => all.map((each) => each.id)")
    page.keyboard.press("qwer"[slots.index(tile)])
    expect(page.locator(f"#{tile} .rail--you .playing-card--draft")).to_have_count(1)
    page.keyboard.press("u")
    expect(main(page)).to_have_attribute("data-version", before)
    switch_off(page)
    page.keyboard.press(number[1:])
    expect(card(page, code)).to_be_visible()
    expect(page.locator(f"input[value='{code}']")).not_to_be_checked()
    page.reload()
    expect(page.locator("[data-keys]")).to_have_attribute("aria-pressed", "false")


def switch_off(page: Page) -> None:
    switch = page.locator("[data-keys]")
    expect(switch).to_have_attribute("aria-pressed", "true")
    tab_to(page, switch)
    page.keyboard.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_a_game_by_keyboard(site: Site, visit: Visit) -> None:
    recorded = RecordedGame(site)
    page = visit(recorded.address, recorded.record.seats[recorded.state.active])
    the_first_tab_skips_to_the_table(page)
    shortcuts_and_their_switch(recorded, page)
    a_turn_and_its_undoing(recorded, page)
    what_i_have_done_is_said_once(recorded, visit)
    every_kind_of_action(RecordedGame(site), visit)


SWEDISH = """
from games.models import Player
from tests.cast import found_or_made, table_of
people = [found_or_made(name) for name in ("alice", "bob")]
game = table_of(*people, variant="swedish_chicago")
print(game.public_id, game.players.get(to_move_since__isnull=False).user.username)
"""
IN_HAND = "all => all.map((each) => [each.value, each.dataset.key, each.checked])"


def test_a_sorted_hand_keeps_its_marks_and_its_keys(site: Site, visit: Visit) -> None:
    """The number keys follow the new order of the cards. The next page on this device has the same order."""
    table, name = site.shell(SWEDISH).split()
    page = visit(f"/games/{table}/", name)
    cards, link = page.locator(".hand [name=card]"), page.locator("#sort-hand")
    for by in ("suit", "rank", "suit"):
        page.keyboard.press("1")
        marked = cards.evaluate_all(IN_HAND)
        link.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f".hand[data-order={by}]")).to_be_attached()
        hand = cards.evaluate_all(IN_HAND)
        assert [key for _code, key, _is_marked in hand] == ["1", "2", "3", "4", "5"]
        assert {code: on for code, _key, on in hand} == {code: on for code, _key, on in marked}
        expect(link).to_be_focused()
    suits = [code[1] for code, _key, _is_marked in hand]
    assert suits == sorted(suits, reverse=True)
    page.reload()
    assert [code for code, *_rest in cards.evaluate_all(IN_HAND)] == [code for code, *_rest in hand]
