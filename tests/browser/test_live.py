"""Open tables stay up to date: without sockets, after a restart, in two tabs, for spectators."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.driver import POLL, button, card, main, make, undo, version, without_socket
from tests.browser.recorded_game import Move, RecordedGame, expect_board, post_move
from tests.site import Site

Visit = Callable[..., Page]

SOON = 20_000
"""Milliseconds within which a page reconnects and is up to date."""

NEVER_OPEN = """
window.tried = [];
window.WebSocket = class {
  static OPEN = 1;
  constructor() {
    window.tried.push(Date.now());
    setTimeout(() => this.onclose({ code: 1006 }));
  }
};
Math.random = () => 1;
"""
"""A script that closes sockets at once and makes pages wait for the longest interval."""

TIME_IS_UP = """
from datetime import timedelta
from django.utils import timezone
from games.models import Player
Player.objects.filter(game__public_id={table!r}, auto_at__isnull=False).update(
    auto_at=timezone.now() - timedelta(seconds=1)
)
"""
QUICK = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Player
Game.objects.filter(public_id={table!r}).update(pace_hours=0, pace_minutes=15)
Player.objects.filter(game__public_id={table!r}, deadline__isnull=False).update(
    deadline=timezone.now() + timedelta(seconds={seconds})
)
"""
NOTE_WHAT_IS_SAID = """() => {
  window.said = [];
  const live = document.getElementById("live");
  new MutationObserver(() => live.textContent && window.said.push(live.textContent)).observe(live, { childList: true });
}"""


@pytest.fixture
def recorded(site: Site) -> RecordedGame:
    return RecordedGame(site)


@pytest.fixture
def pages(recorded: RecordedGame, visit: Visit) -> dict[int, Page]:
    """Both players' pages of the table, by seat."""
    return {seat: visit(recorded.address, name) for seat, name in enumerate(recorded.record.seats)}


def sealed(recorded: RecordedGame, pages: dict[int, Page]) -> Move:
    """Post moves up to the first that is not a draft, and return that move."""
    for move in recorded.moves():
        post_move(pages[move.seat], move.text)
        if not move.draft:
            return move
    raise AssertionError("the story is over")


def chosen(page: Page, code: str) -> Locator:
    return page.locator(f"input[name=card][value='{code}']:checked")


def playable(recorded: RecordedGame) -> list[str]:
    legal = recorded.state.legal_moves(recorded.state.active)
    return list(dict.fromkeys(move.split()[1] for move in legal if move.startswith("play ")))


def without_sockets_the_page_asks_by_itself(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    seat = 1 - recorded.state.active
    theirs = pages[seat]
    without_socket(theirs)
    before = version(theirs)
    sealed(recorded, pages)
    theirs.clock.fast_forward(POLL)
    expect(main(theirs)).not_to_have_attribute("data-version", before)
    expect_board(theirs, recorded.state, seat)


def test_a_restart_of_the_site_is_got_over(site: Site, recorded: RecordedGame, pages: dict[int, Page]) -> None:
    assert site.close() == 0
    site.open()
    sealed(recorded, pages)
    for seat, page in pages.items():
        expect_board(page, recorded.state, seat, SOON)
        expect(page.locator("#offline")).to_be_hidden()


def a_stale_page_is_told_and_keeps_what_was_chosen(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    seat = recorded.state.active
    page = pages[seat]
    post_move(page, "revolver")
    without_socket(page)
    first, *_others, last = playable(recorded)
    card(page, last).click()
    tile = next(move for move in recorded.state.legal_moves(seat) if move.startswith(f"play {first}")).split()[2]
    post_move(page, f"play {first} {tile}")
    with page.expect_response(re.compile("/move/")) as answer:
        button(page, f"play * {tile}").click()
    assert answer.value.status == 409
    expect(page.get_by_role("alert").filter(has_text="The table has moved on")).to_be_visible()
    expect(page.locator(f"#{tile} .playing-card--draft")).to_have_count(1)
    expect(chosen(page, last)).to_have_count(1)
    make(page, f"play {last} {tile}")
    expect(page.locator(f"#{tile} .playing-card--draft")).to_have_count(2)


def a_refused_press_is_told_and_one_during_the_renewal_is_made(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    seat = recorded.state.active
    page = pages[seat]
    page.goto(recorded.address)
    before, address, refused = version(page), page.url, page.locator("#refused")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(lambda url: urlsplit(url).path == recorded.address, hold)
    page.context.clear_cookies(name="csrftoken")
    draw = button(page, next(move for move in recorded.state.legal_moves(seat) if " " not in move))
    with page.expect_request(lambda asked: asked.method == "GET" and urlsplit(asked.url).path == recorded.address):
        draw.click()
    expect(refused).to_contain_text("Nothing happened")
    assert (version(page), page.url) == (before, address)
    draw.click()
    held[0].continue_()
    expect(main(page)).not_to_have_attribute("data-version", before)
    expect(refused).to_be_empty()


def a_spectator_sees_the_moves_and_no_more(recorded: RecordedGame, pages: dict[int, Page], visit: Visit) -> None:
    """Check that a spectator's page follows the game and shows no face-down card."""
    page = visit(recorded.address, color_scheme="dark")
    expect(page.get_by_text("You’re watching.")).to_be_visible()
    hidden = False
    while not hidden:
        before = version(page)
        sealed(recorded, pages)
        expect(main(page)).not_to_have_attribute("data-version", before)
        expect_board(page, recorded.state, None)
        hidden = page.locator(".playing-card--back").count() > 0
    expect(page.locator(".playing-card--peek, [name=card], #legal-moves")).to_have_count(0)


def two_tabs_stay_in_step(recorded: RecordedGame, pages: dict[int, Page], visit: Visit) -> None:
    seat = recorded.state.active
    for page in pages.values():
        page.goto(recorded.address)
    one, other = pages[seat], visit(recorded.address, recorded.record.seats[seat])
    post_move(one, "revolver")
    first, *_others, last = playable(recorded)
    expect(other.locator("button.undo")).to_contain_text("Revolver")
    card(other, last).click()
    tile = next(move for move in recorded.state.legal_moves(seat) if move.startswith(f"play {first}")).split()[2]
    make(one, f"play {first} {tile}")
    expect(other.locator(f"#{tile} .playing-card--draft")).to_have_count(1)
    expect(chosen(other, last)).to_have_count(1)
    undo(one)
    expect(other.locator(f"#{tile} .playing-card--draft")).to_have_count(0)
    expect(chosen(other, last)).to_have_count(1)


def a_turn_ends_by_itself_unless_undone(site: Site, recorded: RecordedGame, pages: dict[int, Page]) -> None:
    """Check the countdown that ends a turn: undoing stops it, and at zero the turn ends."""
    mine = pages[recorded.state.active]
    last = recorded.advance_to(lambda move: move.text == "end")
    for page in pages.values():
        page.reload()
    before = recorded.record.moves[last.number - 2].partition(" ")[2]
    clock = mine.locator(".end [data-clock]")
    expect(clock).to_have_text(re.compile(r"^1:\d\d$"))
    shown = clock.text_content()
    expect(clock).not_to_have_text(shown or "")
    undo(mine)
    expect(clock).to_have_count(0)
    make(mine, before)
    expect(clock).to_be_visible()
    site.shell(TIME_IS_UP.format(table=recorded.record.table))
    expect(main(mine)).not_to_have_attribute("data-your-move", "")
    expect(main(pages[1 - last.seat])).to_have_attribute("data-your-move", "")


def a_press_outlasts_news_that_come_with_it(recorded: RecordedGame, pages: dict[int, Page]) -> None:
    """Check that a link clicked while an update is being fetched is followed, and that later updates still arrive."""
    seat = recorded.advance_to(lambda move: move.verb == "limousine").seat
    page, sockets, held = pages[seat], [], []

    def hear(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    def hold(route: Route) -> None:
        if len(held) == 2:
            route.continue_()
        else:
            held.append(route)

    def nudge() -> None:
        sockets[-1].send(json.dumps({"version": 99_999}))

    page.route_web_socket(re.compile("/ws/"), hear)
    page.reload()
    limousine = page.locator("a.hand-card[href$='card=limousine']")
    expect(limousine).to_be_visible()
    page.route(lambda url: urlsplit(url).path == recorded.address, hold)
    with page.expect_request(lambda request: urlsplit(request.url).path == recorded.address):
        nudge()
    with page.expect_request(lambda request: "limousine" in request.url):
        limousine.click()
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    expect(page.locator(".limousine__from")).to_be_visible()
    with page.expect_response(lambda response: urlsplit(response.url).path == recorded.address):
        nudge()


def test_without_sockets_pages_ask_and_are_told(site: Site, recorded: RecordedGame, pages: dict[int, Page]) -> None:
    without_sockets_the_page_asks_by_itself(recorded, pages)
    again = RecordedGame(site)
    a_stale_page_is_told_and_keeps_what_was_chosen(again, pages)
    a_refused_press_is_told_and_one_during_the_renewal_is_made(RecordedGame(site), pages)


def test_spectators_tabs_automatic_ends_of_turns_and_presses_beside_news(
    site: Site, recorded: RecordedGame, pages: dict[int, Page], visit: Visit
) -> None:
    a_spectator_sees_the_moves_and_no_more(recorded, pages, visit)
    two_tabs_stay_in_step(RecordedGame(site), pages, visit)
    a_turn_ends_by_itself_unless_undone(site, RecordedGame(site), pages)
    a_press_outlasts_news_that_come_with_it(RecordedGame(site), pages)


def test_a_page_waits_at_most_half_as_long_as_the_site_has_been_away(recorded: RecordedGame, visit: Visit) -> None:
    page = visit(recorded.address)
    page.add_init_script(NEVER_OPEN)
    page.clock.install()
    page.reload()
    page.clock.run_for(140_000)
    tried = page.evaluate("tried")
    waited = [round((after - before) / 1000) for before, after in pairwise(tried)]
    assert waited == [1, 1, 1, 2, 2, 3, 5, 8, 11, 17, 26, 30, 30]


def test_a_quick_turn_is_counted_down_and_its_last_minute_is_told_once(
    site: Site, recorded: RecordedGame, pages: dict[int, Page]
) -> None:
    site.shell(QUICK.format(table=recorded.record.table, seconds=90))
    mine, theirs = (pages[seat] for seat in (recorded.state.active, 1 - recorded.state.active))
    for page in (mine, theirs):
        page.clock.install()
        page.reload()
        page.evaluate(NOTE_WHAT_IS_SAID)
        expect(page.locator(".due time")).to_have_text(re.compile(r"^1:[0-2]\d$"))
        for _second in range(60):
            page.clock.run_for(1000)
        expect(page.locator(".due time")).to_have_text(re.compile(r"^0:[0-3]\d$"))
    assert mine.evaluate("said") == ["Less than a minute is left for your move."]
    assert theirs.evaluate("said") == []


def test_a_lost_connection_is_told_until_it_is_back_though_nothing_has_happened_meanwhile(
    recorded: RecordedGame, visit: Visit
) -> None:
    page = visit(recorded.address, recorded.record.seats[0])
    without_socket(page)
    page.context.set_offline(True)
    page.clock.fast_forward(POLL)
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    page.clock.fast_forward(POLL)
    expect(page.locator("#offline")).to_be_hidden()
