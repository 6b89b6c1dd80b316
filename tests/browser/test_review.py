"""The Review: its bar and curve on desktop and phone, turning points, the replay's curve, luck and skill."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import VIEWPORTS, CheckPage
from tests.combinations import combined, every
from tests.site import Site

Visit = Callable[..., Page]

REVIEWED = """
from games.models import Game
from tests.review.samples import {path}, finished_game, made_review
from games.rules import record
from tests.review.samples import RECORDS
table = record.read((RECORDS / f"{{{path}}}.record.json").read_text(encoding="utf-8")).table
Game.objects.filter(public_id=table).delete()
game = finished_game({path})
made_review(game)
print(game.public_id)
"""
MADE = """
from games.models import Game
from tests.review.samples import made_review
made_review(Game.objects.get(public_id={table!r}))
"""
UNMADE = """
from games.models import Game, Player, Review
Review.objects.filter(player__game__public_id={table!r}).delete()
if {status!r}:
    player = Player.objects.get(game__public_id={table!r}, seat=0)
    Review.objects.create(player=player, status={status!r}, progress=43)
"""


@pytest.fixture
def poker(site: Site) -> str:
    """The path of a finished table of Chicago Poker with alice's Review."""
    return f"/games/{site.shell(REVIEWED.format(path='POKER'))}/"


@pytest.fixture
def swedish(site: Site) -> str:
    """The path of a finished table of Swedish Chicago with alice's Review."""
    return f"/games/{site.shell(REVIEWED.format(path='SWEDISH'))}/"


@pytest.mark.parametrize("viewport", every(["390-light", "1280-dark"], 2))
def test_a_review_is_opened_with_its_bar_and_curve(
    visit: Visit, check_page: CheckPage, poker: str, viewport: str
) -> None:
    """The end of the game links to the Review; a turning point of the curve links to its text and to the replay."""
    page = visit(poker, "alice", **VIEWPORTS[viewport])
    page.get_by_role("link", name=re.compile("^Review")).first.click()
    expect(page).to_have_url(re.compile("/review/$"))
    rows = page.locator(".waterfall > li")
    expect(rows).to_have_count(7)
    for row in rows.all():
        expect(row.locator(".waterfall__bar")).to_be_visible()
        expect(row.locator(".waterfall__value")).to_contain_text(re.compile(r"\d"))
    curve = page.locator(".chart__line")
    expect(curve).to_be_visible()
    check_page(page, f"review-{viewport}")
    page.get_by_role("link", name=re.compile("^Turning point 2")).click()
    expect(page.locator("#turning-point-2")).to_be_in_viewport()
    page.locator("#turning-point-2").get_by_role("link", name="Watch").click()
    expect(page).to_have_url(re.compile(r"/replay/\?at=\d+"))


def test_a_review_of_several_deals_is_accessible(visit_desktop: Visit, check_page: CheckPage, swedish: str) -> None:
    page = visit_desktop(f"{swedish}review/", "alice")
    for summary in page.locator("main summary").all():
        summary.click()
    check_page(page, "review-swedish")


def test_the_curve_on_the_replay_steps_to_the_move_that_is_tapped(
    visit_desktop: Visit, check_page: CheckPage, poker: str
) -> None:
    page = visit_desktop(f"{poker}replay/?at=1", "alice")
    check_page(page, "replay-curve")
    box = page.locator(".scrubber__curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    expect(page.locator("#main")).to_have_attribute("data-at", re.compile("^5[789]$"))
    expect(page.locator(".legend")).to_contain_text(re.compile(r"your chance to win: \d"))


def test_a_review_that_is_not_made_is_accessible_and_shown_once_it_is(
    site: Site, visit_desktop: Visit, check_page: CheckPage, poker: str
) -> None:
    page, table = visit_desktop("/about/", "alice"), poker.split("/")[2]
    for status in ("", "failed", "running"):
        site.shell(UNMADE.format(table=table, status=status))
        page.goto(f"{poker}review/")
        check_page(page, f"review-{status or 'unmade'}")
    expect(page.get_by_role("progressbar")).to_be_visible()
    site.shell(UNMADE.format(table=table, status="") + MADE.format(table=table))
    expect(page.get_by_role("heading", name="Where your result came from")).to_be_visible()


def test_luck_and_skill_are_shown_to_whom_their_owner_chooses(
    visit_desktop: Visit, check_page: CheckPage, poker: str
) -> None:
    page = visit_desktop("/people/alice/", "alice")
    page.get_by_role("link", name="Luck and skill").click()
    expect(page.locator(".chart").first).to_be_visible()
    page.locator("main summary").first.click()
    check_page(page, "skill")
    shown_to(page, "Anyone")
    stranger = visit_desktop("/people/alice/skill/", "bob")
    expect(stranger.locator(".chart").first).to_be_visible()
    shown_to(page, "Only me")
    answer = stranger.reload()
    assert answer is not None and answer.status == 404


def shown_to(page: Page, audience: str) -> None:
    page.locator("label").filter(has_text=audience).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_be_visible()


TOUCHING = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = [...document.querySelectorAll("main .mini-card")];
  const cards = found.map((card) => card.getClientRects()[0]).filter(Boolean);
  const apart = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  const touching = cards.filter((card, place) => cards.slice(place + 1).some((other) => !apart(card, other)));
  return [cards.length, touching.length];
}"""


@pytest.mark.parametrize(("game", "viewport"), combined(["poker", "swedish"], VIEWPORTS))
def test_cards_in_lines_of_text_do_not_cover_those_of_the_next_line(
    visit: Visit, request: pytest.FixtureRequest, game: str, viewport: str
) -> None:
    """The better move is below the move played, and the text on the player's knowledge takes several lines."""
    path = request.getfixturevalue(game)
    count, touching = visit(f"{path}review/", "alice", **VIEWPORTS[viewport]).evaluate(TOUCHING)
    assert count > 20 and not touching
