"""Nothing breaks a table's page: every state of both trays, on phones of every width, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby, product

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIGN_IN
from tests.browser.driver import STAGE, leave_stages, read_stages
from tests.browser.layout_faults import layout_faults
from tests.browser.themes import NARROWEST
from tests.browser.tray_states import SIZES, TrayState
from tests.combinations import every
from tests.databases import started_before
from tests.needs import EVERYTHING
from tests.site import Site

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SCREENS = ((390, 844), (360, 844), (NARROWEST, 844), (1280, 900))
WIDTHS = [width for width, _height in SCREENS[:3]]
HEIGHT = 844
LAY_OUT = "from tests.browser.tray_states import print_states; print_states({size})"
SPEAKS = "from accounts.models import User; User.objects.update(language={language!r})"
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FONTS = {"Noto Sans": "", "Liberation Sans": "'Liberation Sans', Arial, sans-serif"}
"""The fonts to test: the preferred one, and fallbacks with wider letters."""
TRAYS = """() => [...document.querySelectorAll("#main[data-your-move] .swedish-tray")]
  .filter((tray) => tray.checkVisibility()).map((tray) => {
    const hand = tray.querySelector(".hand");
    return Math.round(tray.getBoundingClientRect().bottom - hand.getBoundingClientRect().top);
  })"""
"""The distance of Swedish Chicago's hand from the tray's lower edge while a move is possible."""
LETTERS = "(fonts) => document.documentElement.style.setProperty('--sans', fonts)"

PLANTED = {
    "sideways": "<p style='width: 200vw'>A line</p>",
    "outside": "<button style='position: fixed; left: -9px'>Draw</button>",
    "cut": "<div style='overflow: hidden; width: 60px'><p style='white-space: nowrap'>One word more</p></div>",
    "broken": "<p style='width: 40px; overflow-wrap: anywhere'>Liquidation</p>",
    "broken between hyphens": "<p style='width: 20px; overflow-wrap: anywhere'>Liqui&shy;dation</p>",
    "wider": "<p style='width: 40px'>Liquidation</p>",
    "overlap": "<p style='margin: 0'>no cards</p><p style='margin: -1lh 0 0'>No cards here</p>",
}
UNBROKEN = """<p>A line that goes on and on, to the next line and the one after it on a phone of this width.</p>
<div style='overflow: auto; width: 60px; background: linear-gradient(red, blue) local'><a>Liquidation</a></div>
<p style='overflow: hidden; text-overflow: ellipsis; width: 60px; white-space: nowrap'>One word more</p>
<p style='width: 45px'>Liqui&shy;dation</p>
<p class='vh' style='position: absolute'>Read aloud</p><p>And shown</p>"""


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, list[TrayState]]]:
    """A site with tables in every state and of every size."""
    # The site's sweeps would send the mails of more than a hundred tables during the test.
    never = {"SWEEP_SECONDS": "3600", "DEADLINE_SWEEP_SECONDS": "3600"}
    site = Site(started_before(tmp_path_factory.mktemp("sweep") / "var"), **never)
    site.open()
    try:
        printed = [json.loads(site.shell(LAY_OUT.format(size=size))) for size in SIZES]
        yield site, [TrayState(*state) for states in printed for state in states]
    finally:
        status = site.close()
    assert status == 0, site.log.read_text()


Way = tuple[tuple[int, int], str]
WAYS: list[Way] = list(product(SCREENS, FONTS))
HARDEST: Way = ((NARROWEST, HEIGHT), "Noto Sans")
"""The hardest case: the smallest screen with the widest letters."""


def chosen(states: list[TrayState]) -> Iterator[tuple[TrayState, str, list[Way]]]:
    """Yield the states to check, with language, screen and font; all combinations in `make test-all`.

    Otherwise yield every other state once: at one size, in one language, and on the smallest screen and one other.
    Sizes, languages and screens take turns.
    """
    if EVERYTHING:
        yield from product(states, LANGUAGES, [WAYS])
        return
    by_name = [list(sizes) for _name, sizes in groupby(sorted(states), key=lambda each: each.name)]
    for number, of_sizes in enumerate(every(by_name, 2)):
        turn = number + number // len(LANGUAGES)  # so that every language meets every size and screen
        state = of_sizes[turn % len(of_sizes)]
        yield state, LANGUAGES[number % len(LANGUAGES)], [HARDEST, WAYS[turn % len(WAYS)]]


def opened(browser: Browser, site: Site, username: str) -> Page:
    """Return a page on a phone with this user signed in, or a visitor's page without a name."""
    context = browser.new_context(
        base_url=site.url, viewport={"width": 390, "height": HEIGHT}, has_touch=True, reduced_motion="reduce"
    )
    if username:
        key = site.shell(SIGN_IN.format(name=username, staff=False))
        context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    page = context.new_page()
    leave_stages(page)
    return page


def bring_about(page: Page, state: TrayState) -> None:
    """Open the table and press the state's buttons."""
    page.goto(state.path)
    if state.is_staged:
        page.wait_for_function(f"() => document.querySelector('{STAGE}')")
        return
    read_stages(page)
    for target in filter(None, state.click.split(" && ")):
        page.locator(target).locator("visible=true").first.click()
    if state.name.endswith("hint"):
        expect(page.locator("#hint")).to_be_attached()


def faults_on_screens(page: Page, ways: list[Way], heights: dict[str, dict[int, str]]) -> Iterator[str]:
    """Yield the page's faults, each after the screen's width and the font.

    ``heights`` records where each height of Swedish Chicago's hand was first seen, by screen and font.
    """
    for (width, height), name in dict.fromkeys(ways):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        page.evaluate(LETTERS, FONTS[name])
        yield from (f"{width}, {name}: {fault}" for fault in layout_faults(page))
        seen = heights.setdefault(f"{width}, {name}", {})
        seen |= {tray: page.url for tray in page.evaluate(TRAYS) if tray not in seen}


@pytest.mark.slow
def test_nothing_breaks_a_table(noto_browser: Browser, laid_out: tuple[Site, list[TrayState]]) -> None:
    """Swedish Chicago's hand keeps its place in all phases: a question stands above it in the tray."""
    site, states = laid_out
    found: list[str] = []
    heights: dict[str, dict[int, str]] = {}
    looked_at = sorted(chosen(states), key=lambda each: (each[1], each[0].username))
    pages: dict[str, Page] = {}
    for language, of_language in groupby(looked_at, key=lambda each: each[1]):
        site.shell(SPEAKS.format(language=language))
        for state, _language, ways in of_language:
            page = pages.get(state.username) or opened(noto_browser, site, state.username)
            pages[state.username] = page
            page.context.add_cookies([{"name": "language", "value": language, "url": site.url}])
            bring_about(page, state)
            expect(page.locator("html")).to_have_attribute("lang", language)
            seen = faults_on_screens(page, ways, heights)
            found += [f"{state.name} of {state.size}, {language}, {fault}" for fault in seen]
    for page in pages.values():
        page.context.close()
    found += [f"{screen}: the hand is {each} high" for screen, each in heights.items() if len(each) > 1]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", PLANTED)
def test_the_sweep_finds(browser: Browser, kind: str) -> None:
    """Finds one planted fault of each kind, and no fault on a correct page."""
    page = browser.new_page(viewport={"width": NARROWEST, "height": HEIGHT})
    page.set_content(f"<body>{UNBROKEN}</body>")
    assert layout_faults(page) == []
    page.set_content(f"<body>{UNBROKEN}{PLANTED[kind]}</body>")
    assert {fault.partition(":")[0] for fault in layout_faults(page)} == {kind.partition(" ")[0]}
    page.close()


MAPS = """() => [...document.querySelectorAll(".move__map")].filter((map) => {
  const board = map.firstElementChild.getBoundingClientRect();
  const text = map.nextElementSibling.getBoundingClientRect();
  const isBeside = board.right <= text.left + 1 || board.bottom <= text.top + 1;
  return map.scrollWidth > map.clientWidth + 1 || !isBeside || board.width > 420;
}).map((map) => map.parentElement.innerText)"""
"""The tables of a list whose miniature board covers their text or is stretched."""


def test_boards_in_my_tables_cover_no_text(browser: Browser, laid_out: tuple[Site, list[TrayState]]) -> None:
    page = opened(browser, laid_out[0], "alice")
    page.goto("/tables/")
    assert page.locator(".move__map").count() > len(SIZES)
    for width in (*WIDTHS, 430, 1280):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert page.evaluate(MAPS) == [], width
    page.context.close()


WIDE = """
from tests.cast import somebody
somebody("wide", display_name=30 * "W")
"""


WIDE_PAGES = (
    *(("alice", path) for path in ("/people/wide/", "/people/wide/block/", "/people/wide/report/")),
    ("wide", "/settings/delete/"),
)


def test_a_long_name_widens_no_page(browser: Browser, laid_out: tuple[Site, list[TrayState]]) -> None:
    site, _states = laid_out
    site.shell(WIDE)
    found = []
    for name, path in WIDE_PAGES:
        page = opened(browser, site, name)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.goto(path)
            found += [f"{path} at {width}: {fault}" for fault in layout_faults(page, "sideways", "outside", "cut")]
        page.context.close()
    assert not found, "\n".join(found)
