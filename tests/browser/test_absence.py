"""A pause by vote on two open pages, and pages about absent players."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import open_menu
from tests.browser.themes import VIEWPORTS, CheckPage
from tests.site import Site

Visit = Callable[..., Page]

CAST = """
from datetime import timedelta
from django.utils import timezone
from games import play
from games.models import Game, Player
from tests.cast import found_or_made, table_of
from tests.playing import play_on
def asked(game):
    return Player.objects.filter(game=game, to_move_since__isnull=False).order_by("seat").first()
def until(game, user):
    while asked(game).user != user:
        play_on(game, 1)
def miss(game, **facts):
    Game.objects.filter(pk=game.pk).update(free_misses=0, **facts)
    player = asked(game)
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert play.time_up(player.pk)
alice, bob, carol = found_or_made("alice"), found_or_made("bob"), found_or_made("carol")
"""
TABLE = """
Game.objects.filter(public_id={table!r}).delete()
game = play_on(table_of(alice, bob, name={name!r}, public_id={table!r}), 10)
"""

CANCELLED = """
vote = play.propose(game.players.get(user=alice), "cancel")
play.cast(game.players.get(user=bob), vote.pk, True)
"""
AWAY = """
until(game, alice)
alice.vacations.all().delete()
today = timezone.localdate()
ways = {player.pk: play.ArrangementChoice("") for player in Player.objects.filter(user=alice, game__status="running")}
ways[game.players.get(user=alice).pk] = play.ArrangementChoice("friend", "carol")
play.plan_vacation(alice, today, today + timedelta(days=3), ways)
"""


def deal(site: Site, table: str, name: str, then: str = "") -> str:
    site.shell(CAST + TABLE.format(name=name, table=table) + then)
    return f"/games/{table}/"


@pytest.mark.whole
def test_a_pause_and_absences(site: Site, visit_desktop: Visit, visit: Visit, check_page: CheckPage) -> None:
    """Check the layout for everyone concerned. View tests cover what the pages do."""
    mine, theirs = visit_desktop("/about/", "alice"), visit("/about/", "bob", **VIEWPORTS["390-light"])
    all_agree_to_a_pause_and_to_go_on(site, mine, theirs, check_page)
    seats_of_absent_players(site, mine, visit_desktop, check_page)


def all_agree_to_a_pause_and_to_go_on(site: Site, mine: Page, theirs: Page, check_page: CheckPage) -> None:
    table = deal(site, "pause", "A pause")
    mine.goto(table)
    theirs.goto(table)
    propose(mine, "Propose a pause")
    vote = theirs.get_by_role("region", name="Vote")
    expect(vote).to_contain_text("proposes to pause the game.")
    check_page(theirs, "absence-vote")
    vote.get_by_role("button", name="Yes").click()
    for page in (mine, theirs):
        expect(page.get_by_role("group", name="Pause")).to_contain_text("The game resumes automatically then")
    check_page(mine, "absence-paused")
    theirs.get_by_role("group", name="Pause").get_by_role("button", name="Propose to resume").click()
    mine.get_by_role("region", name="Vote").get_by_role("button", name="Yes").click()
    for page in (mine, theirs):
        expect(page.get_by_role("group", name="Pause")).to_have_count(0)


def propose(page: Page, label: str) -> None:
    menu = open_menu(page)
    menu.locator("summary").filter(has_text="Pause, extend or end the game").click()
    menu.get_by_role("button", name=label).click()


def seats_of_absent_players(site: Site, page: Page, visit_desktop: Visit, check_page: CheckPage) -> None:
    table = deal(site, "back", "Missed", "until(game, alice)\nmiss(game)")
    page.goto(table)
    expect(page.get_by_role("group", name="Your seat")).to_contain_text(
        "A computer player has been sitting in for you since"
    )
    check_page(page, "absence-replaced")
    page.goto(f"{table}log/")
    check_page(page, "absence-log")
    page.goto("/tables/")
    expect(page.get_by_role("button", name=re.compile("Take my seat back at Missed")).first).to_be_visible()
    check_page(page, "absence-home")
    page.goto(deal(site, "end", "Called off", CANCELLED))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ended without a result")
    check_page(page, "absence-stopped")
    table = deal(site, "away", "While I am away", AWAY)
    page.goto("/settings/vacation/")
    check_page(page, "vacation")
    friend = visit_desktop("/tables/", "carol")
    check_page(friend, "vacation-asked")
    friend.locator("article").filter(has_text="While I am away").get_by_role(
        "button", name=re.compile("^Accept")
    ).click()
    friend.goto(table)
    expect(friend.get_by_role("group", name="You’re sitting in")).to_contain_text("You’re sitting in for alice")
    check_page(friend, "vacation-friend")
    page.goto("/settings/vacation/")
    page.get_by_role("button", name="I’m back").click()
    expect(page.get_by_text("Welcome back. Your seats are yours again.")).to_be_visible()
    lost = deal(site, "lost", "Nobody at home", "until(game, bob)\nmiss(game, absence='lost')")
    visitor = a_lost_seat(lost, page, visit_desktop, check_page)
    visitor.goto("/lobby/")
    check_page(visitor, "absence-lobby")
    row = visitor.locator("li.row").filter(has_text="Nobody at home")
    row.get_by_role("button", name=re.compile("^Sit down")).click()
    expect(visitor.get_by_role("heading", name="What you agree to")).to_be_visible()
    check_page(visitor, "absence-substitute")


def a_lost_seat(table: str, other: Page, visit_desktop: Visit, check_page: CheckPage) -> Page:
    """Check a lost seat for the other player, the former owner and a visitor, and return the visitor's page."""
    for page, name in (
        (other, "other"),
        (visit_desktop("/about/", "bob"), "owner"),
        (visit_desktop("/about/"), "visitor"),
    ):
        page.goto(table)
        check_page(page, f"table-vacant-{name}")
    return page
