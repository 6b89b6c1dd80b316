"""The site without JavaScript: joining by invitation, every kind of action, undoing, refusals, a tie and the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import card, main, make, undo
from tests.browser.sentences import Telling, skip
from tests.site import Site

Visit = Callable[..., Page]

ONCE = {"play", "draw", "end", "revolver", "raid", "liquidation", "bribery", "limousine", "send"}


def test_a_friend_joins_by_invitation(visit: Visit) -> None:
    host = visit("/lobby/open/", "alice", java_script_enabled=False)
    host.get_by_label("Name", exact=False).first.fill("Without script")
    host.locator("label.pick:has(input[name=size][value='2'])").click()
    host.get_by_text("By invitation", exact=True).click()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("One seat is free")
    link = host.locator("#link").input_value()
    friend = visit(link[link.index("/join/") :], java_script_enabled=False)
    friend.get_by_label("Your name").fill("Zoë")
    friend.get_by_role("button", name="Sit down as a guest").click()
    friend.wait_for_url("**/games/*/")
    expect(friend.get_by_role("heading", level=1)).to_have_text(re.compile("Your move|to move"))
    host.reload()
    expect(host.locator(".seats")).to_contain_text("Zoë")


def test_every_kind_of_action_to_the_end(site: Site, visit: Visit) -> None:
    telling = Telling(site)
    pages = {
        seat: visit(telling.address, name, java_script_enabled=False) for seat, name in enumerate(telling.record.seats)
    }
    done: set[str] = set()
    while (move := telling.skip(lambda move: move.verb not in done)) is not None:
        page = pages[move.seat]
        page.reload()
        make(page, move.text)
        done.add(move.verb)
        if move.draft:
            undo(page)
            make(page, move.text)
        next(telling.moves())
    assert done == ONCE
    for page in pages.values():
        page.reload()
        expect(page.get_by_text("Boss of the house")).to_be_visible()


def test_a_refusal_is_a_sentence_and_keeps_the_chosen_card(site: Site, visit: Visit) -> None:
    telling = Telling(site)
    first = telling.state.active
    page, other_tab = (visit(telling.address, telling.record.seats[first], java_script_enabled=False) for _ in range(2))
    skip(other_tab, "revolver")
    page.reload()
    plays = [move for move in telling.state.legal_moves(first) if move.startswith("play")]
    code = plays[-1].split()[1]
    card(page, code).click()
    skip(other_tab, plays[0])
    page.locator(".say__gang button").first.click()
    expect(page.get_by_role("alert").filter(has_text="The table moved on")).to_be_visible()
    expect(page.locator(f"input[value='{code}']")).to_be_checked()
    expect(main(page).locator(".pc--draft")).to_have_count(1)
