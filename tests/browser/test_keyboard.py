"""The table by keyboard alone: every kind of action, where the focus is afterwards, and the shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import card, main, make, press, tab_to, undo, version
from tests.browser.sentences import Telling
from tests.site import Site

Visit = Callable[..., Page]

ONCE = ("play", "draw", "revolver", "raid", "liquidation", "bribery", "limousine", "send")
"""Each kind of move is made by keyboard the first time that it comes; the others are sent without looking."""


@pytest.fixture
def telling(site: Site) -> Telling:
    return Telling(site)


def on_the_table(page: Page) -> None:
    """After an action the focus is on something of the table, not lost at the page's start."""
    page.wait_for_function("() => document.querySelector('#main').contains(document.activeElement)")
    assert page.locator(":focus").is_visible()


def test_every_kind_of_action(telling: Telling, visit: Visit) -> None:
    pages = {seat: visit(telling.address, name) for seat, name in enumerate(telling.record.seats)}
    done: set[str] = set()
    while done != set(ONCE):
        move = telling.skip_to(lambda move: move.verb in ONCE and move.verb not in done)
        page = pages[move.seat]
        page.reload()
        make(page, move.text, press)
        on_the_table(page)
        done.add(move.verb)
        next(telling.moves())


def test_a_turn_and_its_undoing(telling: Telling, visit: Visit) -> None:
    first = telling.state.active
    page = visit(telling.address, telling.record.seats[first])
    moves = list(telling.moves(lambda move: move.seat != first))
    for move in moves[:-1]:
        make(page, move.text, press)
        on_the_table(page)
    undo(page, press)
    on_the_table(page)
    make(page, moves[-2].text, press)
    make(page, moves[-1].text, press)
    expect(main(page)).not_to_have_attribute("data-your-move", "")


def test_what_i_have_done_is_said_once(telling: Telling, visit: Visit) -> None:
    """In the polite region, which outlives the part that is fetched anew; the focus is on the card that was drawn."""
    telling.skip_to(lambda move: move.verb == "draw" and telling.state.due + telling.state.extra > 1)
    seat = telling.state.active
    page = visit(telling.address, telling.record.seats[seat])
    page.evaluate("""() => {
        window.said = [];
        const note = () => window.said.push(document.getElementById("live").textContent);
        new MutationObserver(note).observe(document.getElementById("live"), { childList: true });
    }""")
    make(page, "draw", press)
    live = page.locator("#live")
    expect(live).to_have_text(re.compile(r"^You drew .+\. (One action|\d actions) left\.$"))
    drawn = main(page).get_attribute("data-drawn")
    expect(page.locator(f".hand [name=card][value='{drawn}'], .hand [data-code='{drawn}']")).to_be_focused()
    page.evaluate("() => htmx.ajax('GET', location.pathname, { target: '#main', swap: 'outerHTML' })")
    expect(main(page)).not_to_have_attribute("data-drawn", re.compile(""))
    assert len(page.evaluate("window.said")) == 1


def test_the_first_tab_skips_to_the_table(telling: Telling, visit: Visit) -> None:
    page = visit(telling.address, telling.record.seats[0])
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(main(page)).to_be_focused()


def test_shortcuts_and_their_switch(telling: Telling, visit: Visit) -> None:
    """1–9 a card, Q W E R a business, U undo, Escape lets go; the switch is remembered."""
    first = telling.state.active
    page = visit(telling.address, telling.record.seats[first])
    play = next(move for move in telling.state.legal_moves(first) if move.startswith("play"))
    code, tile = play.split()[1:]
    number = page.locator(f"input[value='{code}']").get_attribute("id")
    assert number is not None
    page.keyboard.press(number[1:])
    expect(page.locator(f"input[value='{code}']")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator(f"input[value='{code}']")).not_to_be_checked()
    page.keyboard.press(number[1:])
    before = version(page)
    slots = page.locator("#main .biz").evaluate_all("all => all.map((each) => each.id)")
    page.keyboard.press("qwer"[slots.index(tile)])
    expect(page.locator(f"#{tile} .rail--you .pc--draft")).to_have_count(1)
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
