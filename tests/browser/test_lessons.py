"""A newcomer learns a hand of Chicago Poker on a phone, without an account: right and wrong moves, and next steps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import card
from tests.browser.themes import VIEWPORTS, assert_fits, too_small

Visit = Callable[..., Page]

HAND = "a[href='/lessons/chicago_poker/hand/']"


def says(page: Page, sentence: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(sentence)


def play(page: Page, code: str, place: str) -> None:
    card(page, code).tap()
    page.locator(f"#{place} .play-target").tap()


def test_a_newcomer_learns_a_hand_on_a_phone(
    visit: Visit, assert_accessible: Callable[[Page], None], shot: Callable[[Page, str], object]
) -> None:
    page = visit("/rules/chicago_poker/", **VIEWPORTS["390-light"], is_mobile=True)
    expect(page.get_by_role("heading", name="In one minute")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.get_by_role("link", name="Learn it by playing").tap()
    says(page, "Learn by playing")
    assert_accessible(page)
    page.locator(HAND).tap()
    says(page, "Draw a card.")
    page.locator("[name=move][value=draw].btn--draw").tap()
    says(page, "Put a second 9 beside the first.")
    assert_fits(page)
    assert not too_small(page.locator(".coach a, .coach button"))
    play(page, "9C", "gambling5")
    says(page, "We took that back.")
    expect(page.get_by_role("alert")).to_contain_text("would be alone there, with nobody against you")
    assert_accessible(page)
    shot(page, "lesson-wrong")
    page.get_by_role("link", name="Try again").tap()
    says(page, "Put a second 9 beside the first.")
    play(page, "9C", "jazz2")
    says(page, "Put the third 9 beside them.")
    play(page, "9R", "jazz2")
    page.locator("[name=move][value=end]").tap()
    says(page, "Three 9s still lead.")
    page.get_by_role("button", name="Done").tap()
    says(page, "Play a 12 where nobody sees it.")
    page.goto("/lessons/chicago_poker/")
    expect(page.locator(HAND)).to_contain_text("done")
