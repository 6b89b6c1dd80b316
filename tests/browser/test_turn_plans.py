"""A turn of Chicago Poker planned while others move: held and made, and one whose condition failed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import VIEWPORTS, CheckPage
from tests.site import Site, eventually

ADDRESS, PHONE = "/games/plans/", VIEWPORTS["390-light"]
LAID_OUT = """
from games import play
from games.models import Game
from tests.cast import defaults, found_or_made
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table
Game.objects.filter(public_id="plans").delete()
alice, bob = (found_or_made(name) for name in ("alice", "bob"))
game = play.open_table(
    alice, name="Plans", variant="chicago_poker", options=defaults("chicago_poker"), size=2, public_id="plans"
)
play.join(game, bob)
street = {"brewery1": ["9M", "4S"], "jazz1": ["12C", "6M 6F"], "speakeasy1": ["", "8S"]}
hands = ["9R 12M 5C raid1 limousine", "1C 2C 3C 4C"]
lay_out(Game.objects.get(pk=game.pk), table(hands, street, active=1))
"""
BOB_MOVES = """
from games.models import Game
from tests.playing import act, asked_seat
for text in {moves}:
    act(asked_seat(Game.objects.get(public_id="plans")), text)
"""
DUE = """
from django.utils import timezone
from games.models import Player
Player.objects.filter(game__public_id="plans", auto_at__isnull=False).update(auto_at=timezone.now())
"""
MADE = """
from games.models import Game
game = Game.objects.get(public_id="plans")
print(", ".join(game.moves.filter(seat=0, by__in=["plan", "player"]).values_list("text", flat=True)))
"""
Visit = Callable[..., Page]


def begin(page: Page) -> None:
    page.get_by_role("link", name="Plan your next turn").click()
    expect(page.locator(".plan-turn")).to_be_visible()


def step(page: Page, card: str, business: str) -> None:
    """Plan to play a card at a business."""
    page.locator(f".hand-card[data-slot='{card}']").click()
    page.locator(f"#{business} .play-target--gangster").click()
    expect(page.locator(f".hand-card[data-slot='{card}']")).to_have_count(0)


def save(page: Page) -> None:
    page.get_by_role("button", name="Save this plan").click()
    expect(page.locator(".plan-saved")).to_contain_text("In your turn:")


@pytest.mark.whole
def test_a_planned_turn_is_held_and_made(site: Site, visit: Visit, check_page: CheckPage) -> None:
    site.shell(LAID_OUT)
    alice, bob = visit(ADDRESS, "alice"), visit(ADDRESS, "bob")
    before = bob.locator("#main").inner_html()
    begin(alice)
    step(alice, "9R", "brewery1")
    step(alice, "12M", "jazz1")
    expect(alice.locator("#if-2 summary")).to_contain_text("if the cards there stay the same")
    alice.locator("#if-2 summary").click()
    alice.get_by_role("link", name="if nobody calls a shootout there").locator("visible=true").click()
    expect(alice.locator("#if-2 summary")).to_contain_text("if nobody calls a shootout there")
    alice.get_by_role("button", name="Draw a card").click()
    expect(alice.locator(".plan-step")).to_have_count(3)
    check_page(alice, "turn-plan")
    save(alice)
    assert bob.locator("#main").inner_html() == before
    site.shell(BOB_MOVES.format(moves=["play 1C speakeasy1", "draw", "draw"]))
    alice.reload()
    expect(alice.locator(".standing-order")).to_contain_text("Your plan is played in")
    check_page(alice, "turn-plan-due")
    site.shell(DUE)
    eventually(lambda: site.shell(MADE).strip() == "play 9R brewery1, play 12M jazz1, draw")
    for name, page in (("alice", alice), ("bob", bob)):
        page.goto(f"{ADDRESS}log/")
        assert ("by your plan" in page.locator("main").inner_text()) == (name == "alice")


@pytest.mark.whole
def test_a_plan_whose_condition_has_failed_is_laid_out(site: Site, visit: Visit, check_page: CheckPage) -> None:
    site.shell(LAID_OUT)
    alice = visit(ADDRESS, "alice", **PHONE)
    begin(alice)
    step(alice, "9R", "brewery1")
    step(alice, "12M", "jazz1")
    check_page(alice, "turn-plan-phone")
    save(alice)
    site.shell(BOB_MOVES.format(moves=["play 1C brewery1", "draw", "draw"]))
    alice.reload()
    asked = alice.locator(".headline--plan")
    expect(asked).to_contain_text("Torrio has played at Halvorsen & Sons since you planned.")
    check_page(alice, "turn-plan-failed")
    asked.get_by_role("button", name="Make the other one").click()
    expect(alice.locator("#jazz1 .rail--you")).to_contain_text("Pair")
    expect(alice.get_by_role("heading", level=1)).to_have_text("Your move")


@pytest.mark.whole
def test_a_turn_is_planned_without_javascript(site: Site, visit: Visit) -> None:
    site.shell(LAID_OUT)
    alice = visit(ADDRESS, "alice", java_script_enabled=False)
    begin(alice)
    step(alice, "9R", "brewery1")
    alice.get_by_role("link", name="Limousine").click()
    alice.get_by_role("link", name="Club Marmalade").first.click()
    alice.locator("#car-12C").click()
    alice.locator("#to-speakeasy1").click()
    alice.locator(".limousine__go button").click()
    expect(alice.locator(".plan-step__what")).to_contain_text(["at Halvorsen & Sons", "to The Coat Check with"])
    alice.get_by_role("link", name="Take step 1 out of the plan").click()
    expect(alice.locator(".plan-step__what")).to_have_count(1)
    save(alice)
    alice.get_by_role("button", name="Throw the plan away").click()
    expect(alice.get_by_role("link", name="Plan your next turn")).to_be_visible()
