"""A seat that is played for somebody, a pause by consent, a lost seat, a vacation; one of them without script.

Nobody waits for deadlines here: the test moves them into the past and does what the sweep would.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.themes import LOOKS, Look
from tests.site import Site

Visit = Callable[..., Page]

CAST = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games import play
from games.models import Game, Player
from tests.cast import somebody, table_of
from tests.games.playing import play_on
def person(name):
    return User.objects.filter(username=name).first() or somebody(name)
def asked(game):
    return Player.objects.filter(game=game, asked__isnull=False).order_by("seat").first()
def until(game, user):
    while asked(game).user != user:
        play_on(game, 1)
def miss(game, **facts):
    Game.objects.filter(pk=game.pk).update(free_misses=0, **facts)
    player = asked(game)
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert play.time_up(player.pk)
alice, bob, carol = person("alice"), person("bob"), person("carol")
"""
TABLE = """
Game.objects.filter(table={table!r}).delete()
game = play_on(table_of(alice, bob, name={name!r}, table={table!r}), 10)
"""


def deal(site: Site, table: str, name: str, then: str = "") -> str:
    """The address of a table of alice and bob, after ten moves and what ``then`` does."""
    site.shell(CAST + TABLE.format(name=name, table=table) + then)
    return f"/games/{table}/"


def test_a_seat_that_was_played_for_somebody_comes_back_by_one_press(site: Site, go: Visit, look: Look) -> None:
    table = deal(site, "back", "Missed", "until(game, alice)\nmiss(game)")
    page = go(table, "alice")
    bar = page.get_by_role("region", name="Your seat")
    expect(bar).to_contain_text("A computer player sits in for you since")
    expect(page.locator(".seat__in").first).to_contain_text("a computer player")
    look(page, "absence-replaced")
    home = go("/tables/", "alice")
    expect(home.get_by_role("button", name=re.compile("Take my seat back at Missed")).first).to_be_visible()
    look(home, "absence-home")
    bar.get_by_role("button", name="Take my seat back").click()
    expect(bar).to_have_count(0)
    expect(page).to_have_url(re.compile(f"{table}$"))
    page.goto(f"{table}log/")
    expect(page.get_by_text("You play again.")).to_be_visible()
    look(page, "absence-log")


def test_all_agree_to_a_pause_and_to_go_on(site: Site, go: Visit, visit: Visit, look: Look) -> None:
    """alice at a desk, bob on a phone."""
    table = deal(site, "pause", "A pause")
    mine, theirs = go(table, "alice"), visit(table, "bob", **LOOKS["390-light"])
    propose(mine, "Propose a pause")
    vote = theirs.get_by_role("region", name="Vote")
    expect(vote).to_contain_text("proposes to pause the game.")
    look(theirs, "absence-vote")
    vote.get_by_role("button", name="Yes").click()
    for page in (mine, theirs):
        expect(page.get_by_role("region", name="Pause")).to_contain_text("This table is paused.")
    look(mine, "absence-paused")
    propose(theirs, "Propose to go on")
    mine.get_by_role("region", name="Vote").get_by_role("button", name="Yes").click()
    for page in (mine, theirs):
        expect(page.get_by_role("region", name="Pause")).to_have_count(0)


def propose(page: Page, label: str) -> None:
    """What the log's dock keeps below its news; on a phone that is a sheet."""
    log = page.get_by_role("button", name="Log", exact=True).locator("visible=true")
    if log.count():
        log.first.click()
    page.locator("#log summary").filter(has_text="Pause, extend or end the game").click()
    page.get_by_role("button", name=label).click()


def test_a_game_is_ended_by_all(site: Site, go: Visit, look: Look) -> None:
    then = """
vote = play.propose(game.players.get(user=alice), "cancel")
play.cast(game.players.get(user=bob), vote.pk, True)
"""
    table = deal(site, "end", "Called off", then)
    page = go(table, "alice")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ended without a result")
    look(page, "absence-stopped")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay")


def test_a_visitor_takes_a_lost_seat_over(site: Site, go: Visit, look: Look) -> None:
    name = "Nobody at home"
    table = deal(site, "lost", name, "until(game, bob)\nmiss(game, absence='lost')")
    page = go("/lobby/")
    look(page, "absence-lobby")
    page.locator("li.row").filter(has_text=name).get_by_role("button", name=re.compile("^Sit down")).click()
    expect(page.get_by_role("heading", name="What you agree to")).to_be_visible()
    look(page, "absence-substitute")
    page.get_by_label("Your name").fill("Dana")
    page.get_by_role("button", name="Sit down as a guest").click()
    expect(page).to_have_url(re.compile(f"{table}$"))
    expect(page.locator(".mono--you").first).to_be_visible()


def test_a_vacation_without_script(site: Site, go: Visit, look: Look) -> None:
    """carol is asked, accepts and is to move; then alice is back before her time."""
    name = "While I am away"
    table = deal(site, "away", name, "until(game, bob)\nalice.vacations.all().delete()")
    page = go("/settings/vacation/", "alice", java_script_enabled=False)
    last = page.get_by_label("First day").input_value()
    page.get_by_label("Last day").fill(last)
    choice = page.get_by_role("group", name=name)
    choice.get_by_text("A friend sits in").click()
    choice.get_by_label("User name of the friend").fill("nobody")
    page.get_by_role("button", name="Plan the vacation").click()
    expect(page.get_by_text("Nobody has the user name nobody.")).to_be_visible()
    choice.get_by_label("User name of the friend").fill("carol")
    page.get_by_role("button", name="Plan the vacation").click()
    expect(page.get_by_text("You are on vacation now.")).to_be_visible()
    scripted = go("/settings/vacation/", "alice")
    look(scripted, "vacation")
    friend = go("/tables/", "carol")
    look(friend, "vacation-asked")
    asked = friend.locator("article").filter(has_text=name)
    asked.get_by_role("button", name=re.compile("^Accept")).click()
    site.shell(CAST + f"until(Game.objects.get(table={table.split('/')[2]!r}), alice)")
    friend.goto(table)
    expect(friend.get_by_role("region", name="You sit in")).to_contain_text("You sit in for alice")
    expect(friend.get_by_role("heading", level=1)).to_have_text("Your move")
    look(friend, "vacation-friend")
    page.goto(table)
    expect(page.get_by_role("region", name="Your seat")).to_contain_text("carol sits in for you")
    page.goto("/settings/vacation/")
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_text("Welcome back. Your seats are yours again.")).to_be_visible()
    page.goto(table)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
