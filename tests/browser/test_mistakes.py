"""After a game: play on from one of its moves, and retry mistakes, on desktop and phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import make
from tests.browser.test_review import REVIEWED
from tests.browser.themes import VIEWPORTS, CheckPage
from tests.combinations import combined
from tests.site import Site

Visit = Callable[..., Page]

MISTAKES = """
from games.models import Review
from games.review.mistakes.mistakes import mistakes_of
from games.review.report import from_json
review = Review.objects.get(player__game__public_id={table!r})
for each in mistakes_of(from_json(review.report)):
    print(each.number, each.move, each.best, sep="|")
"""


GAMES = ("POKER", "SWEDISH")


@pytest.fixture
def reviewed(site: Site, game: str) -> str:
    """The path of a finished table with alice's Review."""
    return f"/games/{site.shell(REVIEWED.format(path=game))}/"


def says(page: Page, sentence: str) -> None:
    """Check the text of the page's only heading."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(sentence)


@pytest.mark.parametrize(("game", "viewport"), combined(GAMES, VIEWPORTS))
def test_one_plays_on_from_a_move_of_the_replay(
    visit: Visit, check_page: CheckPage, reviewed: str, viewport: str
) -> None:
    page = visit(f"{reviewed}replay/?at=9", "alice", **VIEWPORTS[viewport])
    page.get_by_role("link", name=re.compile("^Play on")).click()
    says(page, "Play on from here")
    check_page(page, f"play-on-{reviewed[7:10]}")
    page.get_by_text("Dealt again").click()
    page.locator("select").first.select_option("novice")
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile(r"/games/\w+/$"))
    expect(page.locator(".crumb")).to_contain_text("Continued from Lakeshore Nights")
    expect(page.locator("#main[data-your-move]")).to_be_attached()


@pytest.mark.parametrize(("game", "viewport"), combined(GAMES[::-1], VIEWPORTS))
def test_a_mistake_is_tried_again_until_it_is_solved(
    site: Site, visit: Visit, check_page: CheckPage, reviewed: str, viewport: str
) -> None:
    lines = site.shell(MISTAKES.format(table=reviewed.split("/")[2])).splitlines()
    _number, move, best = next(line.split("|") for line in lines)
    name = f"mistake-{reviewed[7:10]}"
    page = visit(f"{reviewed}review/", "alice", **VIEWPORTS[viewport])
    page.goto(f"{page.url}mistakes/")
    says(page, "What’s best here?")
    check_page(page, name)
    make(page, move)
    says(page, "There’s something better.")
    check_page(page, f"{name}-wrong")
    page.get_by_role("link", name="Try again").click()
    make(page, best)
    says(page, "That’s it!")
    expect(page.locator(".crumb")).to_contain_text("1 solved")
    check_page(page, f"{name}-solved")
    page.get_by_role("link", name="Next position").click()
    says(page, "What’s best here?")
    page.get_by_role("button", name="Show me").click()
    says(page, "The best move")
    page.get_by_role("link", name="Play on from here").click()
    says(page, "Play on from here")
