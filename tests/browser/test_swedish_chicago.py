"""Swedish Chicago: games of two and of six, on a phone in Swedish, by keyboard in Polish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.contract import Seat
from tests.browser.driver import main, make, press, tap, version
from tests.browser.recorded_game import Move, RecordedGame
from tests.browser.themes import VIEWPORTS, CheckPage, assert_fits, too_small
from tests.needs import EVERYTHING
from tests.site import Site

Visit = Callable[..., Page]
Pages = dict[Seat, Page]
Way = Callable[[Page, Locator], None]

PHONE = VIEWPORTS["390-light"] | {"is_mobile": True}
PHASES = frozenset({"exchange", "open", "announce", "chicago", "play"})
RARE = frozenset({"open", "chicago"})
"""Phases that the short game lacks. Outside `make test-all` only these are played on the page in the longer game."""
TAPS: Mapping[Seat, Way] = {}
MINE = "() => [...document.querySelectorAll('.tray input[name=card]')].map((each) => each.value)"


def everybody(recorded: RecordedGame, visit: Visit, **options: Any) -> Pages:
    """Return a page for each player, by seat."""
    return {seat: visit(recorded.address, name, **options) for seat, name in enumerate(recorded.record.seats)}


def play_once_each(
    recorded: RecordedGame,
    pages: Pages,
    check_page: CheckPage,
    ways: Mapping[Seat, Way] = TAPS,
    phases: frozenset[str] = PHASES,
) -> set[str]:
    """Make each kind of move of these phases once on its player's page, other moves in the database; return the phases.

    ``ways`` are the ways to make moves other than by tapping. In `make test-all`, each kind of move is made in each
    way.
    """
    checked: set[tuple[Way, str]] = set()
    done: set[tuple[Way | None, str, str]] = set()

    def way_of(move: Move) -> Way:
        return ways.get(move.seat, tap)

    def key(move: Move) -> tuple[Way | None, str, str]:
        return way_of(move) if EVERYTHING else None, recorded.state.phase, move.verb

    def is_new(move: Move) -> bool:
        return recorded.state.phase in phases and key(move) not in done

    while (move := recorded.advance(is_new)) is not None:
        done.add(key(move))
        page, way, phase = pages[move.seat], way_of(move), recorded.state.phase
        page.reload()
        expect(main(page)).to_have_attribute("data-version", newest(page, recorded))
        expect(main(page)).to_have_attribute("data-your-move", "")
        shows_own_hand(recorded, move.seat, page)
        if (way, phase) not in checked:
            checked.add((way, phase))
            check_page(page, f"{recorded.record.table}-{phase}")
        make(page, move.text, way)
        next(recorded.moves())
        for other in pages.values():
            expect(main(other)).to_have_attribute("data-version", version(page))
    for page in pages.values():
        page.reload()
    return {phase for _way, phase in checked}


def newest(page: Page, recorded: RecordedGame) -> str:
    """Return the version of an up-to-date page without drafts."""
    return f"{page.request.get(f'{recorded.address}version/').json()['version']}.0"


def shows_own_hand(recorded: RecordedGame, seat: Seat, page: Page) -> None:
    if recorded.state.phase in ("exchange", "play"):
        assert sorted(page.evaluate(MINE)) == sorted(recorded.state.hands[seat])


def ended(recorded: RecordedGame, pages: Pages, check_page: CheckPage) -> None:
    """Check that all players see the settlement, with the winner first."""
    outcome = recorded.record.outcome
    winner = recorded.record.seats[outcome["winners"][0]]
    for seat, page in pages.items():
        rows = page.locator(".settlement tbody tr")
        expect(rows).to_have_count(len(pages))
        expect(rows.first).to_contain_text(str(max(outcome["scores"])))
        if seat not in outcome["winners"]:
            expect(rows.first).to_contain_text(winner)
        expect(rows.first).to_have_class("winner")
    check_page(pages[0], f"{recorded.record.table}-over")


def pictured(shot: Callable[[Page, str], Any], assert_accessible: Callable[[Page], None], language: str) -> CheckPage:
    """Return a ``check_page`` that keeps the page's size and also checks its language."""

    def check_page(page: Page, name: str) -> None:
        expect(page.locator("html")).to_have_attribute("lang", language)
        shot(page, f"{language}-{name}")
        assert_fits(page)
        assert_accessible(page)

    return check_page


def test_two_play_to_52_with_a_chicago_made_and_one_broken(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], assert_accessible: Callable[[Page], None]
) -> None:
    recorded = RecordedGame(site, "swedish-two")
    pages = everybody(recorded, visit)
    check_page = pictured(shot, assert_accessible, "en")
    phases = PHASES if EVERYTHING else RARE
    assert play_once_each(recorded, pages, check_page, phases=phases) == phases
    ended(recorded, pages, check_page)
    log = "".join(pages[0].request.get(f"{recorded.address}log/?page={page}").text() for page in (1, 2))
    assert "for the Chicago and now ha" in log
    assert "for the broken Chicago and now ha" in log


@pytest.mark.whole
def test_six_play_together(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], assert_accessible: Callable[[Page], None]
) -> None:
    recorded = RecordedGame(site, "swedish-six")
    pages = everybody(recorded, visit)
    check_page = pictured(shot, assert_accessible, "en")
    assert play_once_each(recorded, pages, check_page) >= {"exchange", "announce", "play"}
    ended(recorded, pages, check_page)


@pytest.mark.whole
def test_one_plays_in_swedish_on_a_phone_and_one_in_polish_by_keyboard(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], assert_accessible: Callable[[Page], None]
) -> None:
    recorded = RecordedGame(site, "swedish-short")
    alice, bob = recorded.record.seats
    phone, desk = visit(recorded.address, alice, locale="sv-SE", **PHONE), visit(recorded.address, bob, locale="pl-PL")
    checks = {phone: pictured(shot, assert_accessible, "sv"), desk: pictured(shot, assert_accessible, "pl")}

    def check_page(page: Page, name: str) -> None:
        assert page is desk or not too_small(page.locator(".tray button, .tray a, .tray label"))
        checks[page](page, name)

    def finger(_page: Page, target: Locator) -> None:
        target.first.tap()

    pages = {0: phone, 1: desk}
    assert play_once_each(recorded, pages, check_page, {0: finger, 1: press}) >= {"exchange", "announce", "play"}
    ended(recorded, pages, check_page)


def test_the_buttons_of_an_exchange_say_why_they_refuse(site: Site, visit: Visit) -> None:
    recorded = RecordedGame(site, "swedish-two")
    move = recorded.advance(lambda each: each.verb == "exchange")
    assert move is not None
    page = visit(recorded.address, recorded.record.seats[move.seat], **PHONE)
    before = version(page)
    exchange, keep = (page.get_by_role("button", name=name) for name in ("Exchange", "Keep all cards"))
    exchange.press("Enter")
    expect(page.get_by_text("Mark the cards you want to exchange.").locator("visible=true")).to_be_visible()
    page.locator(".tray label:has(input[name=card])").first.click()
    expect(page.get_by_text("Mark the cards you want to exchange.").locator("visible=true")).to_have_count(0)
    keep.press("Enter")
    expect(page.get_by_text("You have marked cards. Unmark them to keep them all.")).to_be_visible()
    assert version(page) == before
    page.locator(".tray label:has(input[name=card])").first.click()
    keep.click()
    expect(main(page)).not_to_have_attribute("data-version", before)
