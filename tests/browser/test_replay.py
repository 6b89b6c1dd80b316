"""The replay: by keyboard, as playback, by its slider, from one's last turn, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driver import STAGE
from tests.browser.recorded_game import STORIES, RecordedGame
from tests.browser.themes import VIEWPORTS, CheckPage, too_small
from tests.site import Site

Visit = Callable[..., Page]
Shot = Callable[[Page, str], Path]

STORED = """
from pathlib import Path
from games.replay import records
from games.models import Game
from games.rules import record
from games.core.store import read_events
from tests.cast import found_or_made
read = record.read(Path({path!r}).read_text(encoding="utf-8"))
Game.objects.filter(public_id=read.table).delete()
game = records.store_record(read)
happened = {{move.number: {{event.kind for event in read_events(move.events)}} for move in game.moves.all()}}
for player in game.players.all():
    player.user = found_or_made(player.name)
    player.name = ""
    player.last_turn_end = max(
        move.number
        for move in game.moves.all()
        if not move.number or move.seat == player.seat and "ended" in happened[move.number]
    )
    player.save()
tied = [number for number, kinds in happened.items() if "tied" in kinds]
staged = [number for number, kinds in happened.items() if "shootout" in kinds]
print(game.public_id, game.moves.count() - 1, [*tied, 0][0], [*staged, 0][0])
"""


LAST_TURN = """
from games.models import Player
print(Player.objects.get(game__public_id={table!r}, user__username="alice").last_turn_end)
"""


class Stored:
    """The recorded game of alice and bob as a finished game, with its path, last move, first tie and first shootout."""

    def __init__(self, site: Site) -> None:
        table, *numbers = site.shell(STORED.format(path=str(STORIES / "two-people.record.json"))).split()
        self.table = f"/games/{table}/"
        self.last, self.tied, self.staged = map(int, numbers)

    @property
    def replay(self) -> str:
        return f"{self.table}replay/"


@pytest.fixture
def over(site: Site) -> Stored:
    return Stored(site)


def test_keys_pressed_while_a_move_is_fetched_are_not_lost(visit: Visit, over: Stored) -> None:
    """Each key press makes one step; a new position of the slider replaces the position being loaded."""
    page, held = visit(f"{over.replay}?at=3"), []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    def press(*presses: Callable[[], object]) -> None:
        held.clear()
        with page.expect_request(re.compile(r"replay/\?at=")):
            presses[0]()
        presses[1]()
        held[0].continue_()

    step = page.locator("#go-after")
    page.route(re.compile(r"replay/\?at="), hold)
    press(step.click, step.click)
    at(page, 5)
    press(lambda: page.keyboard.press("ArrowRight"), lambda: page.keyboard.press("ArrowRight"))
    at(page, 7)
    press(step.click, lambda: page.locator("#at").fill("12"))
    at(page, 12)


def at(page: Page, number: int) -> None:
    expect(page.locator("#main")).to_have_attribute("data-at", str(number))


def keys_lead_through_the_game(over: Stored, page: Page) -> None:
    """Check that keys change the URL and the live region without a reload, also offline and with the shortcuts off."""
    page.goto(f"{over.replay}?at=1")
    page.evaluate("window.same = true")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page).to_have_url(re.compile(r"at=2$"))
    expect(page.locator("#live")).to_have_text(page.locator("#caption").inner_text())
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("s")
    at(page, over.staged)
    expect(page.locator(".replay-board .stage").first).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#main")).not_to_have_attribute("data-at", str(over.staged))
    before = int(page.locator("#main").get_attribute("data-at") or "")
    assert before < over.staged
    page.keyboard.press("Shift+ArrowRight")
    at(page, over.staged)
    page.keyboard.press("l")
    expect(page.locator(".seat--turn .avatar--you")).to_have_count(1)
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
    page.locator(".transport__keys summary").click()
    page.locator("[data-keys]").click()
    expect(page.locator("[data-keys]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    page.keyboard.press("ArrowRight")
    at(page, 3)


def it_goes_on_by_itself_until_it_is_stopped(over: Stored, page: Page) -> None:
    """Check the playback with the log's sentences. A key stops the playback, and then has its usual effect."""
    page.locator(".transport__keys summary").click()
    page.locator("[data-keys]").click()
    expect(page.locator("[data-keys]")).to_have_attribute("aria-pressed", "true")
    page.goto("/about/")
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"{over.replay}?at=1")
    page.locator("#go-play").click()
    at(page, 2)
    expect(page.locator("#go-play")).to_have_text(re.compile("Pause"))
    expect(page.locator(".transport .playback__says")).not_to_be_empty()
    expect(page.locator(".transport .playback__count")).to_have_text(f"2 of {over.last}")
    page.clock.run_for(1300)
    at(page, 3)
    page.clock.run_for(1300)
    at(page, 4)
    expect(page.locator("#at")).to_have_value("4")
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(100)
    expect(page).to_have_url(re.compile(r"at=3$"))
    expect(page.locator("#go-play")).to_have_text(re.compile("Play"))
    expect(page.locator(".playback")).to_have_count(0)
    page.clock.run_for(9000)
    at(page, 3)
    page.goto(f"{over.replay}?at={over.last - 1}")
    page.remove_locator_handler(page.locator(STAGE))
    page.locator("main").press("Space")
    at(page, over.last)
    page.clock.run_for(400)
    page.locator(STAGE).get_by_role("button", name="Continue").click()
    expect(page).to_have_url(re.compile(rf"at={over.last}$"))
    expect(page.locator("#go-play")).to_have_text(re.compile("Play"))
    expect(page.locator("#go-after")).to_have_attribute("aria-disabled", "true")
    page.emulate_media(reduced_motion="reduce")


def test_play_stops_on_the_stage_of_a_shootout(over: Stored, visit: Visit, check_page: CheckPage) -> None:
    """With and without motion, each step waits for *Next*; skipping leads to the end."""
    page = visit(f"{over.replay}?at={over.staged - 2}", "alice")
    page.remove_locator_handler(page.locator(STAGE))
    page.locator("#go-play").click()
    steps = page.locator(".playback__list li")
    expect(steps).to_have_count(1)
    check_page(page, "replay-playing-list")
    page.locator(".playback").get_by_role("button", name="Next").click()
    stage = page.locator(STAGE)
    expect(stage.get_by_role("heading", name="Shootout")).to_be_visible()
    expect(stage.get_by_label("Why")).to_contain_text("The winner has")
    check_page(page, "replay-stage")
    stage.get_by_role("button", name="Again").click()
    expect(steps).to_have_count(1)
    at(page, over.staged - 1)
    page.locator("#go-play").click()
    expect(page).to_have_url(re.compile(rf"at={over.staged - 1}$"))
    page.locator("#go-play").click()
    stage.get_by_role("button", name="Continue").click()
    at(page, over.staged + 1)
    page.locator(".playback").get_by_role("button", name="Skip").click()
    expect(page).to_have_url(re.compile(rf"at={over.last}$"))


def test_play_without_a_connection_says_so_and_tries_again(over: Stored, visit: Visit) -> None:
    """The connection is also cut at the end, when the page of the last move is fetched."""
    page = visit(f"{over.replay}?at=1", reduced_motion="no-preference")
    page.route("**/steps/**", lambda route: route.abort())
    page.locator("#go-play").click()
    expect(page.locator(".playback")).to_contain_text("We can’t show what happened right now.")
    page.unroute("**/steps/**")
    page.locator(".playback").get_by_role("button", name="Again").click()
    at(page, 2)
    page.context.set_offline(True)
    page.locator("#go-play").click()
    expect(page.locator("#offline")).to_be_visible()
    at(page, 1)
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=2$"))


def the_scale_leads_anywhere(over: Stored, page: Page) -> None:
    """Check that the slider works by keyboard and keeps the focus."""
    page.goto(f"{over.replay}?at=1")
    page.locator("#at").focus()
    page.keyboard.press("End")
    at(page, over.last)
    expect(page.locator("#at")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    at(page, over.last - 1)
    expect(page).to_have_url(re.compile(rf"at={over.last - 1}$"))


def test_all_cards_up_stay_up_along_the_scale_by_keys_and_by_itself(over: Stored, visit: Visit) -> None:
    all_cards_up_stay_up(over, visit(f"{over.replay}?at=4"))
    page = visit(f"{over.replay}?at=1", "alice")
    the_scale_leads_anywhere(over, page)
    keys_lead_through_the_game(over, page)
    it_goes_on_by_itself_until_it_is_stopped(over, page)


def all_cards_up_stay_up(over: Stored, page: Page) -> None:
    """Check that cards stay revealed from step to step, by keys and by the slider."""
    expect(page.locator(".replay-board__hand")).to_have_count(0)
    page.locator("#show-all").click()
    expect(page.locator(".replay-board__hand")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    at(page, 5)
    expect(page.locator(".replay-board__hand")).to_have_count(2)
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    at(page, 6)
    expect(page.locator(".playing-card--back")).to_have_count(0)
    page.locator("#show-seen").click()
    expect(page.locator(".replay-board__hand")).to_have_count(0)


def test_what_happened_since_my_last_turn_can_be_watched(site: Site, visit: Visit, shot: Shot) -> None:
    """The recap at the table leads to the replay since alice's last turn, and keys lead to the raid on alice."""
    recorded = RecordedGame(site)
    alice = recorded.record.seats.index("alice")
    recorded.advance(lambda move: move.seat != alice and move.verb in {"raid", "liquidation"})
    recorded.advance_to(lambda move: move.seat == alice)
    page = visit(recorded.address, "alice")
    done = " ".join(page.locator(".turns li.highlighted > [aria-hidden]").first.inner_text().split())
    shot(page, "recap")
    page.get_by_role("link", name="See what they did", exact=True).click()
    expect(page).to_have_url(
        re.compile(rf"replay/\?at={site.shell(LAST_TURN.format(table=recorded.record.table))}&play=1$")
    )
    expect(page.locator("#show-all")).to_have_count(0)
    expect(page.locator("body.is-playing")).to_have_count(1)
    page.keyboard.press("l")
    expect(page.locator("body.is-playing")).to_have_count(0)
    expect(page.locator(".seat--turn .avatar--you")).to_have_count(1)
    caption = page.locator("#caption")
    for _ in range(6):
        step(page)
        if " ".join(caption.inner_text().split()) == done:
            break
    expect(caption).to_have_text(done)
    shot(page, "recap-replay")
    page.goto(f"{recorded.address}replay/?at=9999")
    at(page, recorded.played)
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile(rf"{recorded.address}$"))
    expect(page.locator("#main[data-your-move]")).to_be_attached()


def step(page: Page) -> None:
    shown = int(page.locator("#main").get_attribute("data-at") or "")
    page.keyboard.press("ArrowRight")
    at(page, shown + 1)


def test_every_phase_is_accessible(over: Stored, visit: Visit, check_page: CheckPage) -> None:
    page = visit(over.replay, "alice", **VIEWPORTS["390-light"])
    phases = {"deal": "?at=0", "move": "?at=12", "shootout": f"?at={over.staged}", "tie": f"?at={over.tied}",
              "show-all": f"?at={over.tied}&cards=up", "over": "?at=9999"}  # fmt: skip
    for name, query in phases.items():
        page.goto(over.replay + query)
        check_page(page, f"replay-{name}")
    assert not too_small(page.locator(".transport a, .transport button:not(.btn-link)"))
    page.goto(f"{over.replay}?at=12")
    page.get_by_role("button", name="Moves").click()
    expect(page.locator("#log")).to_be_visible()
    check_page(page, "replay-moves")
    page.locator(".move-list li a").last.click()
    expect(page.locator("#main")).not_to_have_attribute("data-at", "12")
