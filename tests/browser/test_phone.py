"""A phone: turns played with a finger, the sheets, and that nothing needs a magnifying glass or a sideways scroll."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import card, make
from tests.browser.sentences import Telling, skip
from tests.browser.themes import LOOKS, fits, too_small
from tests.site import Site

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]


def finger(_page: Page, target: Locator) -> None:
    target.first.tap()


@pytest.fixture
def telling(site: Site) -> Telling:
    return Telling(site)


@pytest.fixture
def pages(telling: Telling, visit: Visit) -> dict[int, Page]:
    """Both players' phones, by seat."""
    names = enumerate(telling.record.seats)
    return {seat: visit(telling.address, name, **LOOKS["390-light"], is_mobile=True) for seat, name in names}


def test_turns_with_a_finger(telling: Telling, pages: dict[int, Page]) -> None:
    """Every kind of action once; what needs no new way is sent without looking."""
    done: set[str] = set()
    while (move := telling.skip_to(lambda move: move.verb not in done)).verb != "send":
        page = pages[move.seat]
        page.reload()
        make(page, move.text, finger)
        fits(page)
        done.add(move.verb)
        next(telling.moves())
    assert done >= {"play", "draw", "end", "revolver", "raid", "liquidation", "bribery"}


def test_what_a_finger_has_to_hit(telling: Telling, pages: dict[int, Page], shot: Shot) -> None:
    seat = telling.state.active
    page = pages[seat]
    skip(page, "revolver")
    page.reload()
    code = next(move for move in telling.state.legal_moves(seat) if move.startswith("play")).split()[1]
    card(page, code).tap()
    shot(page, "phone-card-chosen")
    assert not too_small(page.locator(".tray button, .tray a, .tray label"))
    assert not too_small(page.locator(".hit"))
    expect(page.locator(".status, .headline, .biz, .tray").last).to_be_in_viewport()


def test_the_sheets(telling: Telling, pages: dict[int, Page], shot: Shot) -> None:
    """Hands and log come up over the table, with one tap, and go away with one."""
    page = pages[telling.state.active]
    for name, sheet in (("Hands", "#ranks"), ("Log", "#log")):
        expect(page.locator(sheet)).to_be_hidden()
        page.locator(".tray").get_by_role("button", name=name).tap()
        expect(page.locator(sheet)).to_be_in_viewport()
        shot(page, f"phone-sheet-{name.lower()}")
        fits(page)
        close = page.locator(sheet).get_by_role("button", name="Close")
        assert not too_small(close)
        close.tap()
        expect(page.locator(sheet)).to_be_hidden()
