"""Playback: two players follow a shootout and the end of a hand on stage; without motion; with interruptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.contract import Seat
from tests.browser.driver import STAGE, main, make, version
from tests.browser.layout_faults import layout_faults
from tests.browser.recorded_game import RecordedGame, expect_board, post_move
from tests.browser.themes import CheckPage
from tests.site import Site

Visit = Callable[..., Page]
Pages = dict[Seat, Page]

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
SLOWLY = """() => {
  const after = window.setTimeout;
  window.slowness = 20;
  window.setTimeout = (what, time, ...rest) => after(what, window.slowness * time, ...rest);
}"""
"""A script that makes every wait on the page ``slowness`` times as long, by default twenty times."""
SHOOTOUT, ANNOUNCEMENT, HAND_END, LAST = 63, 67, 32, 97
"""The moves of two-people and swedish-two that cause each of these, directly or through forced moves."""


DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def followed(recorded: RecordedGame, visit: Visit, sizes: Any = (DESK, PHONE), **options: Any) -> Pages:
    """Return a page for each player, by seat: one on a desktop, one on a phone.

    Each stage stays open until the story continues.
    """
    pages = {
        seat: visit(recorded.address, name, **sizes[seat], **options) for seat, name in enumerate(recorded.record.seats)
    }
    for page in pages.values():
        page.remove_locator_handler(page.locator(STAGE))
        skipped(page)
    return pages


HAS_SEEN_ALL = """() => {
  const all = document.querySelectorAll("#playback-stage[open] [data-playback=go-on], .playback [data-playback=skip]");
  all.forEach((each) => each.click());
  const { told = 0, since = 0 } = document.querySelector("#main").dataset;
  const seen = JSON.parse(localStorage.getItem("seen-moves") ?? "{}")[document.body.dataset.table] ?? 0;
  return told <= Math.max(seen, since) && !document.body.matches("[data-playing], :has(.playback)");
}"""
"""A script that skips the playback and returns whether nothing is left to play."""


def skipped(page: Page) -> None:
    page.wait_for_function(HAS_SEEN_ALL)


def bar(page: Page) -> Locator:
    return page.locator(".playback")


def on_stage(page: Page) -> Locator:
    return page.locator(STAGE)


def at_move(site: Site, number: int, story: str = "two-people") -> RecordedGame:
    recorded = RecordedGame(site, story)
    recorded.advance_to(lambda move: move.number == number)
    return recorded


def gone_on(pages: Pages) -> None:
    for page in pages.values():
        on_stage(page).get_by_role("button", name="Continue").click()
        expect(on_stage(page)).to_have_count(0)
        expect(bar(page)).to_have_count(0)


def revealed_at_once(page: Page, verdict: str) -> None:
    """Skip the reveal by keyboard; the stage is labelled by its verdict from the start.

    Afterwards the whole stage is visible, and its *Continue* button has the focus.
    """
    expect(on_stage(page)).to_have_accessible_name(re.compile(verdict))
    on_stage(page).get_by_role("button", name="Skip").press("Enter")
    expect(on_stage(page).get_by_role("button", name="Continue")).to_be_focused()
    expect(on_stage(page).get_by_role("button", name="Again")).to_be_visible()
    expect(on_stage(page).get_by_role("button", name="Skip")).to_be_hidden()
    expect(on_stage(page).locator(".reveal-row--win .reveal-row__place")).to_have_css("opacity", "1")


def plays_on(recorded: RecordedGame, pages: Pages) -> None:
    """Make the next move, which is played back to the opponent."""
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    number, _drafts = version(pages[move.seat]).split(".")
    for page in pages.values():
        expect(main(page)).to_have_attribute("data-version", re.compile(rf"^{number}\."))
        skipped(page)


@pytest.mark.whole
def test_two_people_follow_a_shootout(site: Site, visit: Visit, check_page: CheckPage) -> None:
    recorded = at_move(site, SHOOTOUT)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    for page in pages.values():
        expect(on_stage(page).get_by_role("heading", name="Shootout")).to_be_visible()
        expect(on_stage(page).get_by_label("Why")).to_contain_text("The winner has")
        expect(on_stage(page).get_by_label("What it means")).to_contain_text("to win")
        expect(on_stage(page).get_by_role("button", name="Continue")).to_be_in_viewport()
        revealed_at_once(page, "Shootout .+ takes? .+")
    check_page(pages[0], "playback-shootout")
    gone_on(pages)
    for seat, page in pages.items():
        expect_board(page, recorded.state, seat)
    plays_on(recorded, pages)


COUNTED = """() => {
  const animate = Element.prototype.animate;
  window.counted = [];
  Element.prototype.animate = function (...how) {
    if (this.dataset.count) counted.push(this.dataset.count);
    return animate.apply(this, how);
  };
}"""
"""A script that collects the elements that count up on the page from now on."""
TURNING = f"""document.querySelector("{STAGE}").getAnimations({{ subtree: true }})
  .filter((run) => run.animationName === "card-turns" && run.playState === "running").length"""


def test_a_shootout_turns_its_cards_and_then_counts_the_business(site: Site, visit: Visit) -> None:
    recorded = at_move(site, SHOOTOUT)
    move = next(recorded.moves())
    pages = followed(recorded, visit, **MOVING)
    page = pages[1 - move.seat]
    page.evaluate(COUNTED)
    post_move(pages[move.seat], move.text)
    expect(on_stage(page)).to_have_attribute("data-revealing", "")
    assert page.evaluate(TURNING)
    revealed_at_once(page, "Shootout .+ takes? .+")
    assert not page.evaluate(TURNING)
    on_stage(page).get_by_role("button", name="Continue").click()
    page.wait_for_function("() => counted.length > 0")


def test_two_people_follow_a_comparison_of_announcements(site: Site, visit: Visit, check_page: CheckPage) -> None:
    recorded = at_move(site, ANNOUNCEMENT, "swedish-two")
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    for page in pages.values():
        expect(on_stage(page)).to_contain_text(re.compile("The difference.* beats"))
        expect(on_stage(page).get_by_label("What it means")).to_contain_text("point")
        expect(on_stage(page).get_by_role("button", name="Continue")).to_be_in_viewport()
        revealed_at_once(page, "scores? [0-9] for .+ beats")
    check_page(pages[1], "playback-announcement")
    gone_on(pages)
    plays_on(recorded, pages)


@pytest.mark.whole
def test_two_people_follow_the_end_of_a_hand(site: Site, visit: Visit, check_page: CheckPage) -> None:
    recorded = at_move(site, HAND_END, "swedish-two")
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    for page in pages.values():
        expect(on_stage(page).get_by_role("heading", name="Hand 2 is over")).to_be_visible()
        expect(on_stage(page).get_by_label("Why")).to_contain_text("Last trick:")
        expect(on_stage(page).get_by_label("What it means")).to_contain_text("points")
        expect(on_stage(page).get_by_role("heading", name="Points in this hand")).to_be_visible()
        expect(on_stage(page).get_by_role("button", name="Continue")).to_be_in_viewport()
    check_page(pages[0], "playback-hand-end")
    gone_on(pages)
    for page in pages.values():
        expect(main(page)).to_have_attribute("data-version", version(pages[0]))
    plays_on(recorded, pages)


def test_the_foot_of_a_stage_keeps_its_words_whole(site: Site, visit: Visit) -> None:
    """Checks a stage on the narrowest phone, in a language with long words."""
    recorded = at_move(site, SHOOTOUT)
    page = visit(recorded.address, recorded.record.seats[0], width=320, height=640, locale="fr-FR")
    page.remove_locator_handler(page.locator(STAGE))
    page.evaluate("""() => {
      const stage = document.querySelector("#playback-stage");
      stage.querySelector(".playback__count").textContent = "10 sur 12";
      if (!stage.open) stage.showModal();
    }""")
    assert page.locator(".playback-stage__foot").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert not layout_faults(page, "broken")


def test_without_motion_what_happened_is_a_list(site: Site, visit: Visit, check_page: CheckPage) -> None:
    recorded = at_move(site, 4)
    pages = followed(recorded, visit)
    move = next(recorded.moves())
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    make(mine, move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(mine, following.text)
    expect(main(theirs)).to_have_attribute("data-your-move", "")
    expect(bar(theirs)).to_have_count(0)
    theirs.get_by_role("button", name="Step by step").click()
    steps = bar(theirs).locator(".playback__list li")
    expect(steps).to_have_count(1)
    check_page(theirs, "playback-list")
    theirs.emulate_media(reduced_motion="reduce")
    while bar(theirs).count():
        shown = steps.count()
        bar(theirs).get_by_role("button", name="Next").click()
        assert not bar(theirs).count() or steps.count() == shown + 1
    expect_board(theirs, recorded.state, 1 - move.seat)


def test_a_move_made_while_it_plays_is_made(site: Site, visit: Visit) -> None:
    """The hand stays usable: choosing a card ends the playback and shows the current table."""
    recorded = at_move(site, 4)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    theirs.evaluate(SLOWLY)
    make(mine, move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(mine, following.text)
    expect(bar(theirs)).to_have_count(1)
    answer = recorded.next
    assert answer is not None
    make(theirs, answer.text)
    next(recorded.moves())
    expect(bar(theirs)).to_have_count(0)
    expect_board(theirs, recorded.state, answer.seat)


def test_the_return_plays_what_was_missed(site: Site, visit: Visit) -> None:
    """The opponent's cards move one by one; *Skip* shows the present, and *Play it again* starts over."""
    recorded = at_move(site, 4)
    move = recorded.next
    assert move is not None
    away = followed(recorded, visit, **MOVING)[1 - move.seat]
    context = away.context
    away.close()
    recorded.advance(lambda other: other.seat != move.seat)
    back = context.new_page()
    back.add_init_script(f"({SLOWLY})()")
    back.add_init_script(NOTES_STEPS)
    back.goto(recorded.address)
    expect(bar(back)).to_contain_text("1 of")
    back.evaluate("window.slowness = 1")
    back.wait_for_function("() => window.moved.includes(true)")
    back.evaluate("window.slowness = 20")
    bar(back).get_by_role("button", name="Skip").click()
    expect(bar(back)).to_have_count(0)
    expect_board(back, recorded.state, 1 - move.seat)
    back.get_by_role("button", name="Play it again").click()
    expect(bar(back)).to_contain_text("1 of")
    bar(back).get_by_role("button", name="Skip").click()
    expect_board(back, recorded.state, 1 - move.seat)


NOTES_STEPS = """
window.moved = [];
document.addEventListener("playback:step", ({ detail }) => window.moved.push(detail.moved));
"""


def test_what_cannot_be_fetched_is_said_and_tried_again(site: Site, visit: Visit) -> None:
    recorded = at_move(site, 4)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    theirs.route("**/steps/**", lambda route: route.abort())
    make(mine, move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(mine, following.text)
    expect(bar(theirs)).to_contain_text("We can’t show what happened right now.")
    expect_board(theirs, recorded.state, 1 - move.seat)
    theirs.unroute("**/steps/**")
    bar(theirs).get_by_role("button", name="Again").click()
    expect(bar(theirs)).to_contain_text("1 of")
    expect(bar(theirs)).to_have_count(0)
    expect_board(theirs, recorded.state, 1 - move.seat)


def test_a_table_that_ends_while_it_plays_shows_its_last_stage(site: Site, visit: Visit) -> None:
    recorded = at_move(site, LAST)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    make(pages[move.seat], move.text)
    for page in pages.values():
        expect(on_stage(page).get_by_label("What it means")).to_contain_text(re.compile("wins? the short game"))
        on_stage(page).get_by_role("button", name="Continue").click()
        expect(page.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()
        assert page.evaluate("scrollY") == 0
        expect(page.locator(".game-over__why")).to_contain_text("The winner has")
    told = [text for page in pages.values() for text in page.locator(".game-over__mine").all_inner_texts()]
    assert told == ["You came second."]  # the winner reads it in the heading


RESIGNS = """
from games import play
from games.models import Player
play.resign(Player.objects.get(game__public_id={table!r}, seat={seat}), None)
"""
REFETCH = "htmx.ajax('GET', document.body.dataset.table, { target: '#main', swap: 'outerHTML' })"


def in_mid_play(recorded: RecordedGame, visit: Visit) -> tuple[Page, Page]:
    """Return a player's page in mid-turn, and the opponent's page, which slowly plays back the first action."""
    recorded.advance_to(lambda move: move.verb == "draw" and recorded.state.due + recorded.state.extra > 1)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    theirs.evaluate(SLOWLY)
    make(mine, move.text)
    expect(bar(theirs)).to_contain_text("1 of")
    return mine, theirs


def test_a_table_that_ends_in_mid_play_shows_how_it_ended(site: Site, visit: Visit) -> None:
    """The moved cards are gone from the final page, so only stages are played back."""
    recorded = RecordedGame(site)
    _mine, theirs = in_mid_play(recorded, visit)
    site.shell(RESIGNS.format(table=recorded.record.table, seat=recorded.state.active))
    theirs.evaluate(REFETCH)
    expect(theirs.locator(".game-over")).to_be_visible()
    expect(bar(theirs)).to_have_count(0)
    expect(theirs.locator("body:not([data-playing])")).to_be_attached()


@pytest.mark.whole
def test_a_connection_lost_in_mid_play_loses_nothing(site: Site, visit: Visit) -> None:
    """Events already fetched are played to the end; the failure is announced, and the rest is played later."""
    recorded = RecordedGame(site)
    mine, theirs = in_mid_play(recorded, visit)
    theirs.route("**/steps/**", lambda route: route.abort())
    seat = recorded.state.active
    for following in recorded.moves(lambda other: other.seat != seat):
        post_move(mine, following.text)
    expect(main(theirs)).to_have_attribute("data-your-move", "")
    expect(bar(theirs)).to_contain_text("1 of")
    theirs.evaluate("window.slowness = 1")
    expect(bar(theirs)).to_contain_text("We can’t show what happened right now.", timeout=30_000)
    expect_board(theirs, recorded.state, 1 - seat)
    expect(theirs.locator("#main [data-scene][inert]")).to_have_count(0)
    theirs.unroute("**/steps/**")
    theirs.evaluate("window.slowness = 20")
    theirs.evaluate(REFETCH)
    expect(bar(theirs)).to_contain_text("1 of")
    skipped(theirs)
    expect_board(theirs, recorded.state, 1 - seat)


@pytest.mark.whole
def test_a_typed_move_made_while_it_plays_is_made(site: Site, visit: Visit) -> None:
    recorded = at_move(site, 4)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    theirs = pages[1 - move.seat]
    theirs.evaluate(SLOWLY)
    make(pages[move.seat], move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(pages[move.seat], following.text)
    expect(bar(theirs)).to_contain_text("1 of")
    before = version(theirs)
    theirs.keyboard.press("k")
    theirs.locator("#typed-move").fill("draw")
    theirs.locator("#typed-move").press("Enter")
    expect(main(theirs)).not_to_have_attribute("data-version", before)
    expect(bar(theirs)).to_have_count(0)


def test_several_pages_of_one_browser_play_it_once_each_at_most(site: Site, visit: Visit) -> None:
    """Open pages play each event together; a page opened later knows that the event has been seen."""
    recorded = at_move(site, 4)
    pages = followed(recorded, visit, **MOVING)
    move = next(recorded.moves())
    theirs = pages[1 - move.seat]
    second = theirs.context.new_page()
    second.goto(recorded.address)
    skipped(second)
    make(pages[move.seat], move.text)
    for following in recorded.moves(lambda other: other.seat != move.seat):
        post_move(pages[move.seat], following.text)
    for page in (theirs, second):
        expect(main(page)).to_have_attribute("data-your-move", "")
        skipped(page)
        expect_board(page, recorded.state, 1 - move.seat)
    later = theirs.context.new_page()
    later.goto(recorded.address)
    expect(later.get_by_role("button", name="Play it again")).to_be_visible()
    assert not bar(later).count()
