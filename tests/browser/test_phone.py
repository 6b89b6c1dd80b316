"""The table on a phone: turns by touch, sheets, sizes of touch targets, no sideways scrolling."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import card, make
from tests.browser.recorded_game import RecordedGame, post_move
from tests.browser.themes import VIEWPORTS, assert_fits, too_small
from tests.site import Site

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]


def finger(_page: Page, target: Locator) -> None:
    target.first.tap()


@pytest.fixture
def recorded(site: Site) -> RecordedGame:
    return RecordedGame(site)


@pytest.fixture
def pages(recorded: RecordedGame, visit: Visit) -> dict[int, Page]:
    """Both players' pages, by seat."""
    names = enumerate(recorded.record.seats)
    return {seat: visit(recorded.address, name, **VIEWPORTS["390-light"], is_mobile=True) for seat, name in names}


@pytest.mark.whole
def test_every_kind_of_move_is_made_with_a_finger(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    done: set[str] = set()
    while (move := recorded.advance_to(lambda move: move.verb not in done)).verb != "send":
        page = pages[move.seat]
        page.reload()
        make(page, move.text, finger)
        assert_fits(page)
        done.add(move.verb)
        next(recorded.moves())
    assert done >= {"play", "draw", "end", "revolver", "raid", "liquidation", "bribery"}


def what_a_finger_has_to_hit(recorded: RecordedGame, pages: dict[int, Page], shot: Shot) -> None:
    seat = recorded.state.active
    page = pages[seat]
    post_move(page, "revolver")
    page.goto(recorded.address)
    code = next(move for move in recorded.state.legal_moves(seat) if move.startswith("play")).split()[1]
    card(page, code).tap()
    shot(page, "phone-card-chosen")
    assert not too_small(page.locator(".tray button, .tray a, .tray label"))
    assert not too_small(page.locator(".play-target"))
    expect(page.locator(".status, .headline, .business, .tray").last).to_be_in_viewport()


def the_sheets(recorded: RecordedGame, pages: dict[int, Page], shot: Shot) -> None:
    page = pages[recorded.state.active]
    for name, sheet in (("Hands", "#ranks"), ("Log", "#log")):
        expect(page.locator(sheet)).to_be_hidden()
        page.locator(".tray").get_by_role("button", name=name).tap()
        expect(page.locator(sheet)).to_be_in_viewport()
        shot(page, f"phone-sheet-{name.lower()}")
        assert_fits(page)
        close = page.locator(sheet).get_by_role("button", name="Close")
        assert not too_small(close)
        close.tap()
        expect(page.locator(sheet)).to_be_hidden()


def test_the_sheets_and_what_a_finger_has_to_hit(recorded: RecordedGame, pages: dict[int, Page], shot: Shot) -> None:
    the_sheets(recorded, pages, shot)
    what_a_finger_has_to_hit(recorded, pages, shot)


def test_every_tab_of_the_settings_is_in_view(visit: Visit) -> None:
    page = visit("/settings/vacation/", "alice", **VIEWPORTS["390-light"], is_mobile=True)
    tabs = page.locator(".tabs a").all()
    assert len(tabs) > 3
    for tab in tabs:
        expect(tab).to_be_in_viewport(ratio=1)
    assert_fits(page)
