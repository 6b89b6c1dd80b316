"""Pages that stay right by themselves: without sockets, through a restart, in two tabs, for those who look on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.driver import button, card, main, make, undo, version
from tests.browser.sentences import Move, Telling, shows, skip
from tests.site import Site

Visit = Callable[..., Page]

SOON = 20_000
"""Milliseconds within which a page is right again when it can't be told."""

TIME_IS_UP = """
from datetime import timedelta
from django.utils import timezone
from games.models import Player
Player.objects.filter(game__table={table!r}, auto_at__isnull=False).update(
    auto_at=timezone.now() - timedelta(seconds=1)
)
"""


@pytest.fixture
def telling(site: Site) -> Telling:
    return Telling(site)


@pytest.fixture
def pages(telling: Telling, visit: Visit) -> dict[int, Page]:
    """Both players' pages of the table, by seat."""
    return {seat: visit(telling.address, name) for seat, name in enumerate(telling.record.seats)}


def sealed(telling: Telling, pages: dict[int, Page]) -> Move:
    """Have moves sent up to the next one that is sealed, and that one too."""
    for move in telling.moves():
        skip(pages[move.seat], move.text)
        if not move.draft:
            return move
    raise AssertionError("the story is over")


def without_socket(page: Page) -> None:
    """From now on somebody between this browser and the site lets no socket through."""
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.reload()


def chosen(page: Page, code: str) -> Locator:
    return page.locator(f"input[name=card][value='{code}']:checked")


def playable(telling: Telling) -> list[str]:
    """The gangsters that the active player could play, each once."""
    legal = telling.state.legal_moves(telling.state.active)
    return list(dict.fromkeys(move.split()[1] for move in legal if move.startswith("play ")))


def test_without_sockets_the_page_asks_by_itself(telling: Telling, pages: dict[int, Page]) -> None:
    seat = 1 - telling.state.active
    theirs = pages[seat]
    without_socket(theirs)
    before = version(theirs)
    sealed(telling, pages)
    expect(main(theirs)).not_to_have_attribute("data-version", before, timeout=SOON)
    shows(theirs, telling.state, seat)


def test_a_restart_of_the_site_is_got_over(site: Site, telling: Telling, pages: dict[int, Page]) -> None:
    assert site.close() == 0
    site.open()
    sealed(telling, pages)
    for seat, page in pages.items():
        shows(page, telling.state, seat, SOON)
        expect(page.locator("#offline")).to_be_hidden()


def test_a_stale_page_is_told_and_keeps_what_was_chosen(telling: Telling, pages: dict[int, Page]) -> None:
    seat = telling.state.active
    page = pages[seat]
    skip(page, "revolver")
    without_socket(page)
    first, *_others, last = playable(telling)
    card(page, last).click()
    tile = next(move for move in telling.state.legal_moves(seat) if move.startswith(f"play {first}")).split()[2]
    skip(page, f"play {first} {tile}")
    with page.expect_response(re.compile("/move/")) as answer:
        button(page, f"play * {tile}").click()
    assert answer.value.status == 409
    expect(page.get_by_role("alert").filter(has_text="The table moved on")).to_be_visible()
    expect(page.locator(f"#{tile} .pc--draft")).to_have_count(1)
    expect(chosen(page, last)).to_have_count(1)
    make(page, f"play {last} {tile}")
    expect(page.locator(f"#{tile} .pc--draft")).to_have_count(2)


def test_a_refused_press_is_told_and_the_page_stays(telling: Telling, pages: dict[int, Page]) -> None:
    seat = telling.state.active
    page = pages[seat]
    without_socket(page)
    before, address, refused = version(page), page.url, page.locator("#refused")
    (kept,) = (each for each in page.context.cookies() if each["name"] == "csrftoken")
    page.context.clear_cookies(name="csrftoken")
    draw = button(page, next(move for move in telling.state.legal_moves(seat) if " " not in move))
    draw.click()
    expect(refused).to_contain_text("load the page anew")
    assert (version(page), page.url) == (before, address)
    page.context.add_cookies([{"name": "csrftoken", "value": kept["value"], "url": address}])
    draw.click()
    expect(main(page)).not_to_have_attribute("data-version", before)
    expect(refused).to_be_empty()


def test_who_looks_on_sees_the_moves_and_no_more(telling: Telling, pages: dict[int, Page], visit: Visit) -> None:
    """A spectator's page changes with the players', and never shows a card that lies face down."""
    page = visit(telling.address, color_scheme="dark")
    expect(page.get_by_text("You are looking on.")).to_be_visible()
    hidden = False
    while not hidden:
        before = version(page)
        sealed(telling, pages)
        expect(main(page)).not_to_have_attribute("data-version", before)
        shows(page, telling.state, None)
        hidden = page.locator(".pc--back").count() > 0
    expect(page.locator(".pc--peek, [name=card], #legal-moves")).to_have_count(0)


def test_two_tabs_stay_in_step(telling: Telling, pages: dict[int, Page], visit: Visit) -> None:
    seat = telling.state.active
    one, other = pages[seat], visit(telling.address, telling.record.seats[seat])
    skip(one, "revolver")
    first, *_others, last = playable(telling)
    expect(other.locator("button.undo")).to_contain_text("Revolver")
    card(other, last).click()
    tile = next(move for move in telling.state.legal_moves(seat) if move.startswith(f"play {first}")).split()[2]
    make(one, f"play {first} {tile}")
    expect(other.locator(f"#{tile} .pc--draft")).to_have_count(1)
    expect(chosen(other, last)).to_have_count(1)
    undo(one)
    expect(other.locator(f"#{tile} .pc--draft")).to_have_count(0)
    expect(chosen(other, last)).to_have_count(1)


def test_a_turn_ends_by_itself_unless_undone(site: Site, telling: Telling, pages: dict[int, Page]) -> None:
    """With nothing left but the end, a countdown runs; undoing stops it, its end ends the turn on all pages."""
    mine = pages[telling.state.active]
    last = telling.skip_to(lambda move: move.text == "end")
    for page in pages.values():
        page.reload()
    before = telling.record.moves[last.number - 2].partition(" ")[2]
    clock = mine.locator(".end [data-clock]")
    expect(clock).to_have_text(re.compile(r"^1:\d\d$"))
    shown = clock.text_content()
    expect(clock).not_to_have_text(shown or "")
    undo(mine)
    expect(clock).to_have_count(0)
    make(mine, before)
    expect(clock).to_be_visible()
    site.shell(TIME_IS_UP.format(table=telling.record.table))
    expect(main(mine)).not_to_have_attribute("data-your-move", "")
    expect(main(pages[1 - last.seat])).to_have_attribute("data-your-move", "")


def test_a_press_outlasts_news_that_come_with_it(telling: Telling, pages: dict[int, Page]) -> None:
    """News are on their way when a link is pressed: the press counts, and the page goes on hearing news."""
    seat = telling.skip_to(lambda move: move.verb == "limousine").seat
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
    limousine = page.locator("a.hc[href$='card=limousine']")
    expect(limousine).to_be_visible()
    page.route(lambda url: urlsplit(url).path == telling.address, hold)
    with page.expect_request(lambda request: urlsplit(request.url).path == telling.address):
        nudge()
    with page.expect_request(lambda request: "limousine" in request.url):
        limousine.click()
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    expect(page.locator(".limo__from")).to_be_visible()
    with page.expect_response(lambda response: urlsplit(response.url).path == telling.address):
        nudge()
