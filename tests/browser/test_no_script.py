"""The site without JavaScript: joining by invitation, every kind of move, undoing, refusals, resigning."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import card, main, make, undo
from tests.browser.recorded_game import BOSSES, RecordedGame, post_move
from tests.browser.test_playback import HAND_END, SHOOTOUT
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

ONCE = set(every(("limousine", "play", "draw", "revolver", "raid", "end", "liquidation", "bribery", "send"), 4))
"""Kinds of moves made once each: all in `make test-all`, otherwise moves by links, by a target, and in a tie."""


def test_a_friend_joins_by_invitation(visit: Visit) -> None:
    host = visit("/lobby/open/", "alice", java_script_enabled=False)
    host.get_by_label("Name", exact=False).first.fill("Without script")
    host.locator("label.segment:has(input[name=size][value='2'])").click()
    host.get_by_text("Friends, with a link").click()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Send your friend this link")
    link = host.locator("#link").input_value()
    friend = visit(link[link.index("/join/") :], java_script_enabled=False)
    friend.get_by_label("Your name").fill("Zoë")
    friend.get_by_role("button", name="Sit down as a guest").click()
    friend.wait_for_url("**/games/*/")
    expect(friend.get_by_role("heading", level=1)).to_have_text(re.compile("Your move|to move"))
    host.reload()
    expect(host.locator(".seats")).to_contain_text("Zoë")


@pytest.mark.whole
def test_a_refusal_a_resignation_and_every_kind_of_action(site: Site, visit: Visit) -> None:
    """Play two games, one after the other, at the same table."""
    recorded = RecordedGame(site)
    pages = {
        seat: visit(recorded.address, name, java_script_enabled=False)
        for seat, name in enumerate(recorded.record.seats)
    }
    first = recorded.state.active
    other_tab = visit(recorded.address, recorded.record.seats[first], java_script_enabled=False)
    a_refusal_keeps_the_chosen_card(recorded, pages[first], other_tab)
    other_tab.close()
    make(pages[first], "resign")
    winner = BOSSES[1 - first]
    for page in pages.values():
        page.goto(recorded.address)
        expect(page.get_by_role("heading", level=1)).to_have_text(winner)
    every_kind_of_action_to_the_end(RecordedGame(site), pages)


@pytest.mark.parametrize(("story", "number"), every([("two-people", SHOOTOUT), ("swedish-two", HAND_END)], 2))
def test_events_have_a_page_without_javascript(site: Site, visit: Visit, story: str, number: int) -> None:
    """Covers a shootout and the end of a hand, opened from the headline by a player who was away."""
    recorded = RecordedGame(site, story)
    move = recorded.advance_to(lambda move: move.number == number)
    page = visit(recorded.address, recorded.record.seats[1 - move.seat], java_script_enabled=False)
    recorded.advance(lambda move: move.number > number)
    page.reload()
    page.locator(".headline a[href*='shown=']").last.click()
    expect(page.get_by_label("Why")).to_contain_text(re.compile("The winner has|Last trick"))
    expect(page.get_by_label("What it means")).to_contain_text(re.compile("to win"))
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("group", name="Turn", exact=True)).to_be_visible()


def a_refusal_keeps_the_chosen_card(recorded: RecordedGame, page: Page, other_tab: Page) -> None:
    post_move(other_tab, "revolver")
    page.reload()
    plays = [move for move in recorded.state.legal_moves(recorded.state.active) if move.startswith("play")]
    code = plays[-1].split()[1]
    card(page, code).click()
    post_move(other_tab, plays[0])
    page.locator(".prompt__gangster button").first.click()
    expect(page.get_by_role("alert").filter(has_text="The table has moved on")).to_be_visible()
    expect(page.locator(f"input[value='{code}']")).to_be_checked()
    expect(main(page).locator(".playing-card--draft")).to_have_count(1)


def every_kind_of_action_to_the_end(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    """Undo each draft once."""
    done: set[str] = set()
    while (move := recorded.advance(lambda move: move.verb in ONCE - done)) is not None:
        page = pages[move.seat]
        page.goto(recorded.address)
        make(page, move.text)
        done.add(move.verb)
        if move.draft:
            undo(page)
            make(page, move.text)
        next(recorded.moves())
    assert done == ONCE
    for page in pages.values():
        page.reload()
        expect(page.get_by_text("Boss of the house")).to_be_visible()
