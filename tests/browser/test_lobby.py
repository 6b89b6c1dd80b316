"""Ways to a game: the film on the front page, and the form that opens a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules import RULES
from tests.browser.themes import DESKTOP, VIEWPORTS
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

HEIGHT = "each => each.getBoundingClientRect().height"
NO_LIVE_TABLE = """
from games.models import Game
Game.objects.filter(status=Game.Status.RUNNING).update(public=False)
"""
"""A script that hides other stories' games, which the front page would show instead of the film."""

STEP, LONG = 3_000, 60_000
"""Milliseconds of the page's own clock: longer than one picture of the film, and longer than the film."""


@pytest.fixture
def film(site: Site, visit: Visit) -> Callable[[str], Locator]:
    """``film(motion)`` returns the film at its start, with this preference for motion, on a clock that tests set."""

    def film(motion: str) -> Locator:
        site.shell(NO_LIVE_TABLE)
        page = visit("/", **DESKTOP | {"reduced_motion": motion})
        page.clock.install()
        page.reload()
        return page.locator("[data-film]")

    return film


def picture(film: Locator, number: int) -> Locator:
    return film.locator(".film__picture").nth(number)


def test_the_film_plays_by_itself_until_it_is_paused(film: Callable[[str], Locator]) -> None:
    shown = film("no-preference")
    clock, toggle = shown.page.clock, shown.locator("[data-film-toggle]")
    expect(toggle).to_have_text("Pause")
    clock.run_for(STEP)
    expect(picture(shown, 0)).to_be_hidden()
    expect(shown.locator(".film__picture:visible")).to_have_count(1)
    caption = shown.locator(".film__picture:visible .film__caption")
    toggle.click()
    told, number = caption.inner_text(), shown.locator("progress").get_attribute("value")
    clock.run_for(LONG)
    expect(toggle).to_have_text("Play")
    expect(caption).to_have_text(told)
    expect(shown.locator("progress")).to_have_attribute("value", number or "")


def test_with_little_motion_the_film_waits_to_be_stepped_or_started(film: Callable[[str], Locator]) -> None:
    shown = film("reduce")
    clock, toggle = shown.page.clock, shown.locator("[data-film-toggle]")
    expect(toggle).to_have_text("Play")
    clock.run_for(LONG)
    expect(picture(shown, 0)).to_be_visible()
    shown.locator("[data-film-next]").click()
    expect(picture(shown, 1)).to_be_visible()
    clock.run_for(LONG)
    expect(picture(shown, 1)).to_be_visible()
    toggle.click()
    expect(toggle).to_have_text("Pause")
    clock.run_for(STEP)
    expect(picture(shown, 1)).to_be_hidden()


def test_the_film_keeps_its_height(site: Site, visit: Visit) -> None:
    site.shell(NO_LIVE_TABLE)
    page = visit("/", **VIEWPORTS["390-light"], is_mobile=True)
    film = page.locator("[data-film]")
    before, pictures = film.evaluate(HEIGHT), film.locator(".film__picture").count()
    for _picture in range(pictures):
        film.locator("[data-film-next]").tap()
        assert film.evaluate(HEIGHT) == before
        assert film.locator(".film__picture:not(.film__picture--off)").count() == 1


def test_a_table_is_opened_without_scrolling(visit: Visit) -> None:
    """Check the form at 1280 × 900 with the house rules folded, for a visitor, who also has to enter a name."""
    for language in every(["fr", "en", "pl", "sv"], 2):
        page = visit("/lobby/open/", **DESKTOP, locale=language)
        for variant in RULES:
            page.goto(f"/lobby/open/?game={variant}")
            expect(page.locator("html")).to_have_attribute("lang", language)
            form = page.locator("form.opening")
            expect(form.locator("details.house-rules:not([open])")).to_be_visible()
            expect(form.locator("[name=guest_name]")).to_be_in_viewport(ratio=1)
            expect(form.locator("button.btn--main")).to_be_in_viewport(ratio=1)
            expect(form.locator("details.house-rules > summary")).to_be_in_viewport(ratio=1)


GUEST_AT_A_TABLE = """
from games.lobby.matchmaking import pair
from games.rules import RULES
from tests.cast import some_guest
guest = some_guest("Dana")
print(guest.username, pair(guest, RULES["chicago_poker"]).get_absolute_url())
"""


def test_a_waiting_guest_folds_the_form_for_a_name_like_the_other_folds(site: Site, visit: Visit) -> None:
    name, address = site.shell(GUEST_AT_A_TABLE).split()
    page = visit(address, name, **VIEWPORTS["390-light"], is_mobile=True)
    other = page.locator("summary", has_text="Other ways to fill a seat")
    fold = page.locator("summary", has_text="choose a name")
    assert fold.bounding_box()["x"] == other.bounding_box()["x"]
    assert fold.evaluate(HEIGHT) >= other.evaluate(HEIGHT)
    fold.tap()
    expect(page.get_by_label("The name others see")).to_be_visible()
    expect(page.locator("#main .btn--main:visible")).to_have_count(1)
