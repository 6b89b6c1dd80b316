"""Illegal moves are explained before anything is sent; the log's rules can be reached by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import button, card, main, tab_to, version
from tests.browser.recorded_game import Move, RecordedGame
from tests.combinations import combined
from tests.site import Site

Visit = Callable[..., Page]

WHERE = """() => [...document.querySelectorAll(
  "main :is(.status, .headline, .board, .seats, .swedish__table, .tray, .hand)"
)].map((part) => { const { x, y, height } = part.getBoundingClientRect(); return [part.className, x, y, height]; })"""
"""The positions of the parts of the table."""

STRICT = """
from games.core import store
from tests.cast import found_or_made, table_of
people = [found_or_made(name) for name in ("alice", "bob")]
game = table_of(*people, variant="swedish_chicago", options={"throw_limit": "2", "open_card": True})
player = game.players.select_related("user").get(to_move_since__isnull=False)
hand = store.load(game).state.view(player.seat).seats[player.seat].hand
print(game.public_id, player.user.username, *hand)
"""


def test_too_many_cards_are_answered_before_they_are_sent(site: Site, visit: Visit) -> None:
    """The page shows the reason and the paragraph; the button does nothing until the number of cards is allowed."""
    table, name, *hand = site.shell(STRICT).split()
    page = visit(f"/games/{table}/", name)
    before = version(page)
    exchange, ask = button(page, "exchange **"), button(page, "exchange open **")
    many, one = page.locator("#too-many"), page.locator("#open-one")
    expect(ask).to_have_attribute("aria-disabled", "true")
    ask.click(force=True)  # a disabled button responds, too
    expect(one).to_contain_text("only if you throw exactly one")
    for code in hand[:3]:
        card(page, code).click()
    expect(one).to_be_hidden()
    expect(many).to_contain_text("you can throw at most 2 cards per exchange")
    expect(many.get_by_role("link", name="Rule 7")).to_be_visible()
    expect(exchange).to_have_attribute("aria-disabled", "true")
    exchange.click(force=True)
    expect(many).to_be_visible()
    assert version(page) == before
    card(page, hand[0]).click()
    expect(many).to_be_hidden()
    expect(exchange).not_to_have_attribute("aria-disabled", "true")
    exchange.click()
    expect(main(page)).not_to_have_attribute("data-version", before)


def test_the_rules_of_a_turn_are_reached_by_arrow_keys(site: Site, visit: Visit) -> None:
    recorded = RecordedGame(site)
    recorded.advance_to(lambda move: move.number == 20)
    page = visit(f"{recorded.address}log/", "alice")
    turn = page.locator(".turn:has(.rule-link)").first
    head, rule = turn.locator(".turn__head a"), turn.locator(".rule-link").first
    expect(rule).to_be_hidden()
    tab_to(page, head)
    expect(rule).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(rule).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(head).to_be_focused()
    page.keyboard.press("Tab")
    expect(turn.locator(":focus")).to_have_count(0)


def test_without_script_the_rules_of_a_turn_are_tab_stops(site: Site, visit: Visit) -> None:
    recorded = RecordedGame(site)
    recorded.advance_to(lambda move: move.number == 20)
    page = visit(f"{recorded.address}log/", "alice", java_script_enabled=False)
    turn = page.locator(".turn:has(.rule-link)").first
    tab_to(page, turn.locator(".turn__head a"))
    page.keyboard.press("Tab")
    expect(turn.locator(".rule-link").first).to_be_focused()


@pytest.mark.parametrize(("story", "size"), combined(["two-people", "swedish-short"], [(1280, 900), (390, 844)]))
def test_a_refusal_is_said_once_and_moves_nothing(site: Site, visit: Visit, story: str, size: tuple[int, int]) -> None:
    """The refusal appears above the tray, in view, until another card is chosen."""
    recorded = RecordedGame(site, story)
    move = first_of_a_turn(recorded, "play")
    page = visit(recorded.address, recorded.record.seats[move.seat], *size)
    before = page.evaluate(WHERE)
    pressed = page.locator(".tray .undo, .tray button[value='play *']").locator("visible=true").first
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        pressed.click(force=True)
    assert answer.value.status in (409, 422)
    refusal = page.get_by_role("alert").filter(has_text=re.compile("undo|Choose"))
    expect(refusal).to_have_count(1)
    expect(refusal).to_be_in_viewport(ratio=1)
    said = refusal.locator("span").inner_text()
    assert page.locator("main").inner_text().count(said) == 1
    assert page.evaluate(WHERE) == before
    card(page, move.text.split()[1]).click()
    expect(refusal).to_have_count(0)
    assert page.evaluate(WHERE) == before


def first_of_a_turn(recorded: RecordedGame, verb: str) -> Move:
    """Advance to the first move of a turn that is of this kind."""
    seats = [-1]

    def is_first(move: Move) -> bool:
        seats.append(move.seat)
        return move.verb == verb and seats[-2] != move.seat

    return recorded.advance_to(is_first)
