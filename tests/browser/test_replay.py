"""Watching a game again: by keys, by itself, along the scale, on a phone and without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sentences import STORIES
from tests.browser.themes import LOOKS, fits, too_small
from tests.site import Site

Visit = Callable[..., Page]

STORED = """
from dataclasses import replace
from pathlib import Path
from accounts.models import User
from games.replay import records
from games.models import Game, Move
from games.rules import record
from tests.cast import somebody
read = record.read(Path({path!r}).read_text(encoding="utf-8"))
moves = read.moves[: {moves!r}]
if {moves!r}:
    read = replace(read, moves=moves, outcome=None)
Game.objects.filter(table={table!r}).delete()
Game.objects.filter(table=read.table).delete()
game = records.store_record(read)
for player in game.players.all():
    player.user = User.objects.filter(username=player.name).first() or somebody(player.name)
    player.name = ""
    player.seen = max(
        move.number
        for move in game.moves.all()
        if not move.number or move.seat == player.seat and any(event["kind"] == "ended" for event in move.events)
    )
    player.save()
if {moves!r}:
    Game.objects.filter(pk=game.pk).update(status="running", ended_at=None)
tied = [move.number for move in game.moves.all() if any(event["kind"] == "tied" for event in move.events)]
staged = [move.number for move in game.moves.all() if any(event["kind"] == "shootout" for event in move.events)]
seen = game.players.get(user__username="alice").seen
print(game.table, game.moves.count() - 1, [*tied, 0][0], [*staged, 0][0], seen)
"""


class Stored:
    """The recorded game of alice and bob, stored as played so far: its address and what there is to find in it."""

    def __init__(self, site: Site, moves: int | None = None) -> None:
        told = site.shell(
            STORED.format(path=str(STORIES / "two-people.record.json"), moves=moves, table="replayed")
        ).split()
        self.table = f"/games/{told[0]}/"
        self.last, self.tied, self.staged, self.seen = map(int, told[1:])

    @property
    def replay(self) -> str:
        """Where it is watched."""
        return f"{self.table}replay/"


@pytest.fixture
def over(site: Site) -> Stored:
    """The game is over."""
    return Stored(site)


def at(page: Page, number: int) -> None:
    """Wait until the replay shows this move."""
    expect(page.locator("#main")).to_have_attribute("data-at", str(number))


def test_keys_lead_through_the_game(over: Stored, visit: Visit) -> None:
    """Each changes the address, says what happened, and keeps the page; without a network, and without letters."""
    page = visit(f"{over.replay}?at=1", "alice")
    page.evaluate("window.same = true")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page).to_have_url(re.compile(r"at=2$"))
    expect(page.locator("#live")).to_have_text(page.locator("#caption").inner_text())
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("s")
    at(page, over.staged)
    expect(page.locator(".past .stage").first).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#main")).not_to_have_attribute("data-at", str(over.staged))
    before = int(page.locator("#main").get_attribute("data-at") or "")
    assert before < over.staged
    page.keyboard.press("Shift+ArrowRight")
    at(page, over.staged)
    page.keyboard.press("l")
    expect(page.locator(".seat--turn .mono--you")).to_have_count(1)
    assert page.evaluate("window.same")
    expect(page.locator("[aria-current=step]").first).to_be_visible()
    page.goto(f"{over.replay}?at=1")
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page.locator("#offline")).to_be_hidden()
    page.locator("[data-keys]").click()
    expect(page.locator("[data-keys]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    page.keyboard.press("ArrowRight")
    at(page, 3)


def test_it_goes_on_by_itself_until_somebody_stops_it(over: Stored, visit: Visit) -> None:
    """A step every two seconds, also for those who want nothing to move."""
    page = visit("/about/", "alice", reduced_motion="reduce")
    page.clock.install()
    page.goto(f"{over.replay}?at=1")
    page.locator("#go-play").click()
    at(page, 2)
    expect(page.locator("#go-play")).to_have_text(re.compile("Pause"))
    page.clock.run_for(2100)
    at(page, 3)
    page.clock.run_for(2100)
    at(page, 4)
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    expect(page.locator("#go-play")).to_have_text(re.compile("Play"))
    page.clock.run_for(9000)
    at(page, 3)
    page.goto(f"{over.replay}?at={over.last - 1}")
    page.locator("main").press("Space")
    at(page, over.last)
    expect(page.locator("#go-play")).to_have_text(re.compile("Play"))
    expect(page.locator("#go-after")).to_have_attribute("aria-disabled", "true")


def test_the_scale_leads_anywhere(over: Stored, visit: Visit) -> None:
    """With the keyboard too, which stays on it."""
    page = visit(f"{over.replay}?at=1", "alice")
    page.locator("#at").focus()
    page.keyboard.press("End")
    at(page, over.last)
    expect(page.locator("#at")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    at(page, over.last - 1)
    expect(page).to_have_url(re.compile(rf"at={over.last - 1}$"))


def test_all_cards_up_stay_up(over: Stored, visit: Visit) -> None:
    """From step to step, along the scale too."""
    page = visit(f"{over.replay}?at=4")
    expect(page.locator(".past__hand")).to_have_count(0)
    page.locator("#all-up").click()
    expect(page.locator(".past__hand")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    at(page, 5)
    expect(page.locator(".past__hand")).to_have_count(2)
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    at(page, 6)
    expect(page.locator(".pc--back")).to_have_count(0)
    page.locator("#as-seen").click()
    expect(page.locator(".past__hand")).to_have_count(0)


def test_without_script_there_are_links_and_a_form(over: Stored, visit: Visit) -> None:
    """And it goes on by itself, if so wished."""
    page = visit(f"{over.replay}?at=1", "alice", java_script_enabled=False)
    page.get_by_role("link", name="Next move").click()
    at(page, 2)
    page.get_by_role("link", name="Last move").click()
    at(page, over.last)
    page.locator("#at").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Go to this move").click()
    at(page, 0)
    page.get_by_role("link", name="Play", exact=True).click()
    at(page, 1)
    at(page, 2)
    page.locator(".mlist a").first.click()
    at(page, 0)


def test_what_happened_since_my_last_turn_can_be_watched(site: Site, visit: Visit) -> None:
    """From the table, beginning where my turn ended; what has not been played yet is not there."""
    stored = Stored(site, moves=30)
    page = visit(stored.table, "alice")
    page.get_by_role("link", name="Watch it").click()
    expect(page).to_have_url(re.compile(rf"replay/\?at={stored.seen}&play=1$"))
    expect(page.locator("#all-up")).to_have_count(0)
    expect(page.locator("body.is-playing")).to_have_count(1)
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile(rf"{stored.table}$"))
    spectator = visit(f"{stored.replay}?at=9999")
    at(spectator, stored.last)


def test_how_it_looks(
    over: Stored, visit: Visit, shot: Callable[[Page, str], Path], accessible: Callable[[Page], None]
) -> None:
    """In each phase, on a desk in the dark and on a phone by day."""
    phases = {"deal": "?at=0", "move": "?at=12", "shootout": f"?at={over.staged}", "tie": f"?at={over.tied}",
              "all-up": f"?at={over.tied}&cards=up", "over": "?at=9999"}  # fmt: skip
    for looks, how in LOOKS.items():
        page = visit(over.replay, "alice", **how)
        for name, query in phases.items():
            page.goto(over.replay + query)
            expect(page.locator("h1").locator("visible=true")).to_have_count(1)
            shot(page, f"replay-{name}-{looks}")
            fits(page)
            accessible(page)
        assert not too_small(page.locator(".transport a, .transport button:not(.linkb)"))
    page.goto(f"{over.replay}?at=12")
    page.get_by_role("button", name="Moves").click()  # a sheet on a phone
    expect(page.locator("#log")).to_be_visible()
    accessible(page)
    page.locator(".mlist li a").last.click()
    expect(page.locator("#main")).not_to_have_attribute("data-at", "12")
