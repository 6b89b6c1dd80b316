"""Swedish Chicago in the browser: whole games of two and of six, on a phone in Swedish, by keyboard in Polish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.rules.contract import Seat
from tests.browser.driver import main, make, press, tap, version
from tests.browser.sentences import Move, Telling
from tests.browser.themes import LOOKS, Look, fits, too_small
from tests.site import Site

Visit = Callable[..., Page]
Pages = dict[Seat, Page]
Way = Callable[[Page, Locator], None]

PHONE = LOOKS["390-light"] | {"is_mobile": True}
SCORES = ".track .num"
MINE = "() => [...document.querySelectorAll('.tray input[name=card]')].map((each) => each.value)"


def everybody(telling: Telling, visit: Visit, **options: Any) -> Pages:
    """A browser for each player."""
    return {seat: visit(telling.address, name, **options) for seat, name in enumerate(telling.record.seats)}


def tell(telling: Telling, pages: Pages, look: Look, way: Way = tap) -> set[str]:
    """Have all moves made at their players' pages. The phases, each of which was looked at when it came first."""
    seen: set[str] = set()
    while (move := telling.next) is not None:
        by_hand(telling, move, pages, look, way, seen)
    return seen


def tell_some(telling: Telling, pages: Pages, look: Look) -> set[str]:
    """The same where a player makes each kind of move once by hand; when it comes again it is made beside the site."""
    seen: set[str] = set()
    done: set[tuple[Seat, str]] = set()
    while (move := telling.skip(lambda move: (move.seat, move.verb) not in done)) is not None:
        pages[move.seat].reload()
        by_hand(telling, move, pages, look, tap, seen)
        done.add((move.seat, move.verb))
    for page in pages.values():
        page.reload()
    return seen


def by_hand(telling: Telling, move: Move, pages: Pages, look: Look, way: Way, seen: set[str]) -> None:
    """The next move is made at its player's page, which is up to date and shows what is his; the others follow."""
    page, phase = pages[move.seat], telling.state.phase
    expect(main(page)).to_have_attribute("data-version", newest(page, telling))
    expect(main(page)).to_have_attribute("data-your-move", "")
    holds_his_own(telling, move.seat, page)
    if phase not in seen:
        seen.add(phase)
        look(page, f"{telling.record.table}-{phase}")
    make(page, move.text, way)
    next(telling.moves())
    for other in pages.values():
        expect(main(other)).to_have_attribute("data-version", version(page))


def newest(page: Page, telling: Telling) -> str:
    """The version that a page without drafts shows once it is up to date."""
    return f"{page.request.get(f'{telling.address}version/').json()['version']}.0"


def holds_his_own(telling: Telling, seat: Seat, page: Page) -> None:
    """The cards to choose from are all those in his hand, and no others."""
    if telling.state.phase in ("exchange", "play"):
        assert sorted(page.evaluate(MINE)) == sorted(telling.state.hands[seat])


def ended(telling: Telling, pages: Pages, look: Look) -> None:
    """Everybody sees the settlement, whoever has won on top."""
    outcome = telling.record.outcome
    winner = telling.record.seats[outcome["winners"][0]]
    for seat, page in pages.items():
        rows = page.locator(".settle tbody tr")
        expect(rows).to_have_count(len(pages))
        expect(rows.first).to_contain_text(str(max(outcome["scores"])))
        if seat not in outcome["winners"]:
            expect(rows.first).to_contain_text(winner)
        expect(rows.first).to_have_class("win")
    look(pages[0], f"{telling.record.table}-over")


def pictured(shot: Callable[[Page, str], Any], accessible: Callable[[Page], None], language: str) -> Look:
    """Keep a picture, and fail if axe finds anything, something has to be scrolled sideways, or it is not in words."""

    def look(page: Page, name: str) -> None:
        expect(page.locator("html")).to_have_attribute("lang", language)
        shot(page, f"{language}-{name}")
        fits(page)
        accessible(page)

    return look


def test_two_play_to_52_with_a_chicago_made_and_one_broken(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], accessible: Callable[[Page], None]
) -> None:
    telling = Telling(site, "swedish-two")
    pages = everybody(telling, visit)
    look = pictured(shot, accessible, "en")
    assert tell_some(telling, pages, look) == {"exchange", "open", "announce", "chicago", "play"}
    ended(telling, pages, look)
    log = "".join(pages[0].request.get(f"{telling.address}log/?page={page}").text() for page in (1, 2))
    assert "for the Chicago and stand" in log
    assert "for the broken Chicago and stand" in log


def test_six_play_together(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], accessible: Callable[[Page], None]
) -> None:
    telling = Telling(site, "swedish-six")
    pages = everybody(telling, visit)
    look = pictured(shot, accessible, "en")
    assert tell_some(telling, pages, look) >= {"exchange", "announce", "play"}
    ended(telling, pages, look)


def test_a_game_in_swedish_on_a_phone(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], accessible: Callable[[Page], None]
) -> None:
    telling = Telling(site, "swedish-short")
    pages = everybody(telling, visit, locale="sv-SE", **PHONE)
    seen = pictured(shot, accessible, "sv")

    def look(page: Page, name: str) -> None:
        assert not too_small(page.locator(".tray button, .tray a, .tray label"))
        seen(page, name)

    def finger(_page: Page, target: Locator) -> None:
        target.first.tap()

    tell(telling, pages, look, finger)
    ended(telling, pages, look)


def test_a_game_in_polish_by_keyboard(
    site: Site, visit: Visit, shot: Callable[[Page, str], Any], accessible: Callable[[Page], None]
) -> None:
    telling = Telling(site, "swedish-short")
    pages = everybody(telling, visit, locale="pl-PL")
    look = pictured(shot, accessible, "pl")
    tell(telling, pages, look, press)
    ended(telling, pages, look)
