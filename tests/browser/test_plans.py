"""A table of four plays a whole hand of Swedish Chicago in three visits each, on desk and phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import main
from tests.browser.themes import DESKTOP, VIEWPORTS, CheckPage
from tests.site import Site

ADDRESS, PHONE = "/games/plans/", VIEWPORTS["390-light"]
NAMES = ("alice", "bob", "carol", "dave")
OPENED = """
from games import play
from games.models import Game
from tests.cast import defaults, found_or_made
Game.objects.filter(public_id="plans").delete()
alice, *others = (found_or_made(name) for name in ("alice", "bob", "carol", "dave"))
options = defaults("swedish_chicago") | {"together": True}
game = play.open_table(
    alice, name="Plans", variant="swedish_chicago", options=options, size=4, public_id="plans"
)
for other in others:
    play.join(game, other)
"""
PLAYED = """
from django.utils import timezone
from games import play
from games.models import Game, Player
due = Player.objects.filter(game__public_id="plans", auto_at__isnull=False)
while player := due.order_by("auto_at").first():
    Player.objects.filter(pk=player.pk).update(auto_at=timezone.now())
    play.make_automatic_move(player.pk)
print(Game.objects.get(public_id="plans").version)
"""
Visit = Callable[..., Page]


def test_four_people_play_a_whole_hand_in_three_visits_each(site: Site, visit: Visit, check_page: CheckPage) -> None:
    site.shell(OPENED)
    pages = [visit(ADDRESS, name, **(PHONE if n % 2 else DESKTOP)) for n, name in enumerate(NAMES)]
    for part, answer in ((1, "Announce my best if it leads"), (2, "Stay silent"), (3, "Take tricks cheaply")):
        for page in pages:
            page.goto(page.url)
            expect(main(page)).to_have_attribute("data-your-move", "")
            expect(page.locator(".phases [aria-current]")).to_contain_text(str(part))
            page.locator(".plan-then").get_by_text(answer, exact=True).click()
            if page in pages[:2]:
                check_page(page, f"plan-exchange-{part}")
            page.get_by_role("button", name="Keep all cards").click()
            expect(page.locator(".my-plan")).to_contain_text("Your plan:")
        site.shell(PLAYED)
    for page in pages:
        page.goto(page.url)
        expect(main(page)).to_contain_text("hand 2")


def test_cards_are_ordered_by_keys_and_by_pressing_two(site: Site, visit: Visit, check_page: CheckPage) -> None:
    site.shell(OPENED)
    site.shell(IN_TRICKS)
    for page in (visit(ADDRESS, "alice"), visit(ADDRESS, "bob", **PHONE)):
        page.locator(".my-plan").get_by_role("link", name="Plan your tricks").click()
        cards = page.locator(".plan-card__hold")
        expect(cards).to_have_count(5)
        first = cards.nth(0).get_attribute("id") or ""
        cards.nth(0).press("ArrowRight")
        expect(cards.nth(1)).to_have_attribute("id", first)
        cards.nth(1).click()
        cards.nth(4).click()
        expect(cards.nth(4)).to_have_attribute("id", first)
        expect(page.locator(".plan-says")).to_contain_text("for the last trick")
        page.locator(".plan-pick").get_by_text("I win the lead", exact=True).click()
        expect(page.locator(".plan-says")).to_contain_text("We ask you only if you win the lead.")
        check_page(page, "plan-tricks")
        page.get_by_role("button", name="Play by this plan").click()
        expect(page.locator(".my-plan")).to_contain_text("We ask you only if you win the lead.")
        check_page(page, "plan-tricks-running")
        page.locator(".my-plan").get_by_role("link", name="Change it").click()
        expect(cards.nth(4)).to_have_attribute("id", first)
        page.get_by_role("link", name="Card by card instead").click()
        page.locator(".my-plan").get_by_role("button", name="Decide myself instead").click()
        expect(page.locator(".my-plan")).not_to_contain_text("Your plan:")


IN_TRICKS = """
from games import play
from games.models import Game, Player
game = Game.objects.get(public_id="plans")
for text in ("exchange", "pass", "exchange", "pass", "exchange"):
    for seat in range(4):
        player = Player.objects.select_related("game", "user").get(game=game, seat=seat)
        play.move(player, text, play.version_of(player.game, player))
"""
