"""A first evening on the site, in a browser.

Measures whether the table stays in place during a turn, how soon cards move on the other player's page, how soon that
page offers a rematch, and how many taps lead from the front page to a first move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import time

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games.rules import RULES
from lab.bench.measure import Measure
from tests.browser.conftest import CHROMIUM_OPTIONS, SIGN_IN
from tests.browser.driver import leave_stages, main, make
from tests.browser.recorded_game import RecordedGame, post_move
from tests.needs import chromium, headless_shell
from tests.site import Site

SIZES = {"desk": (1280, 900), "phone": (390, 844)}
TURNS = 4
"""The number of turns (in Swedish Chicago: hands) at each screen size during which nothing may move."""

MOVES = 40
"""The number of timed moves. Only moves that move a card on the other page count."""

SEEN_WITHIN = 1.0
"""The limit for 95 % of the moves, in seconds."""

REMATCH_WITHIN = 1.0
"""The limit for the median of REMATCHES, in seconds."""

REMATCHES = 5

FIRST_CARD = 2
"""The limit for the number of taps until a first move."""

PATIENCE = 20_000

WHERE = """() => {
  const at = (element) => { const { x, y } = element.getBoundingClientRect(); return [Math.round(x), Math.round(y)]; };
  const crumb = document.getElementById("main").dataset.crumb;
  const cards = [...document.querySelectorAll("#main .tray [data-slot]")];
  const parts = [...document.querySelectorAll("#main .game:has(.tray) :is(.board, .players, .seats, .tray .hand)")];
  return Object.fromEntries([
    ...cards.map((card) => [`${crumb} ${card.dataset.slot}`, at(card)]),
    ...parts.map((part) => [part.classList[0], at(part)]),
  ]);
}"""
"""Returns the upper left corners of each card in hand, of the hand, the seats and the board, in pixels.

The result is empty after the end of the game.
"""

WATCH = """
Object.assign(window, { moved: 0, ended: 0 });
const drawn = () => (window.moved ||= Date.now());
document.addEventListener("playback:step", ({ detail }) => {
  if (detail.moved) requestAnimationFrame(() => requestAnimationFrame(drawn));
});
document.addEventListener("playback:end", () => (window.ended += 1));
"""
"""Records when a card first moves, which is in the second frame of its motion, and counts playback ends."""

GO_ON = """() => {
  for (const what of ["go-on", "skip"]) document.querySelector(`[data-playback=${what}]`)?.click();
  Object.assign(window, { moved: 0, ended: 0 });
}"""
"""Ends the playback, so that the next move is played back on arrival, and resets the records of WATCH."""

OVER = """() => {
  document.querySelector('#playback-stage[open] [data-playback=go-on]')?.click();
  const buttons = [...document.querySelectorAll("#main button")];
  return buttons.some((button) => button.textContent.trim().startsWith("Rematch"));
}"""
RUNS = "() => document.querySelector('#main form.game')"

TOLD = "() => window.moved || window.ended || document.querySelector('#playback-stage[open]')"

FOLLOW = """
Object.assign(window, { furthest: 0, frames: 0 });
let version, before;
const corner = (part) => {
  const { x, y } = part.getBoundingClientRect();
  return [part.classList[0], x + scrollX, y + scrollY];
};
const look = () => {
  const main = document.getElementById("main");
  const now = [...document.querySelectorAll("#main .game :is(.board, .players, .seats, .tray .hand)")].map(corner);
  if (main && main.dataset.version === version && document.body.dataset.playing) {
    window.frames += 1;
    for (const [name, x, y] of now) {
      const [, left, top] = before.find(([other]) => other === name) ?? [name, x, y];
      window.furthest = Math.max(window.furthest, Math.abs(x - left), Math.abs(y - top));
    }
  }
  [version, before] = [main?.dataset.version, now];
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Records in each frame how far hand, seats and board have moved on the page during the playback."""

PLAYED = """() => {
  document.querySelector("#playback-stage[open] [data-playback=go-on]")?.click();
  return !document.body.dataset.playing;
}"""

MY_MOVE_OR_OVER = """() => {
  const { yourMove, status } = document.getElementById("main").dataset;
  return yourMove !== undefined || !status;
}"""


def measures() -> Iterator[Measure]:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder) / "var")
        site.open()
        browser = playwright.chromium.launch(
            executable_path=headless_shell() or chromium(), args=list(CHROMIUM_OPTIONS)
        )
        try:
            for variant, rules in RULES.items():
                for size, (width, height) in SIZES.items():
                    moved = _moved(browser, site.url, variant, width, height)
                    what = f"{rules.engine.NAME}, {size}: how far hand, seats and board moved in {TURNS} turns"
                    yield Measure(what, moved, 0, " px", False)
                    played = _moved_while_played(browser, site.url, variant, width, height)
                    what = f"{rules.engine.NAME}, {size}: how far they moved while {TURNS} turns of others were played"
                    yield Measure(what, played, 0, " px", False)
                taps = _taps(browser, site.url, variant)
                what = f"{rules.engine.NAME}: taps from the front page to a first move"
                yield Measure(what, taps, FIRST_CARD, "", False)
            recorded = RecordedGame(site)
            pages = [_signed_in(browser, site, name, recorded.address) for name in recorded.record.seats]
            seconds = sorted(_seen(recorded, pages))
            high = seconds[ceil(0.95 * len(seconds)) - 1]
            what = f"a move's first card on the other's page, 95 % of {len(seconds)} (median {median(seconds):.2f} s)"
            yield Measure(what, high, SEEN_WITHIN, " s", False)
            offered = median(_rematches(*pages))
            yield Measure("a rematch on the other's final page, median", offered, REMATCH_WITHIN, " s", False)
        finally:
            browser.close()
            site.close()


def seated(context: BrowserContext, url: str, variant: str) -> Page:
    """Press *Play now* and return the page of the table, with computer players."""
    page = context.new_page()
    leave_stages(page)
    page.goto(url)
    page.locator(f'form[action="/play-now/"] button[value="{variant}"]').click()
    page.wait_for_url("**/games/**")
    return page


def legal_moves(page: Page) -> list[str]:
    """Return the legal moves on the page, or an empty list if the game is over."""
    moves = main(page).locator("#legal-moves").all_text_contents()
    return json.loads(moves[0]) if moves else []


def _moved(browser: Browser, url: str, variant: str, width: int, height: int) -> float:
    """Return the largest movement of anything, in pixels, at the player's moves and between their turns."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = seated(context, url, variant)
    furthest, turns, shown = 0.0, 0, page.evaluate(WHERE)
    while turns < TURNS and (legal := legal_moves(page)):
        crumb = main(page).get_attribute("data-crumb")
        make(page, next((move for move in legal if move.startswith("play")), legal[0]))
        own, before = page.evaluate(WHERE), shown
        page.wait_for_function(MY_MOVE_OR_OVER, timeout=PATIENCE)
        shown = page.evaluate(WHERE)
        furthest = max(furthest, _distance(before, own), _distance(own, shown))
        turns += main(page).get_attribute("data-crumb") != crumb
    context.close()
    return furthest


def _moved_while_played(browser: Browser, url: str, variant: str, width: int, height: int) -> float:
    """Return the largest movement in pixels during playbacks. Raise `AssertionError` if nothing was played back."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="no-preference")
    context.add_init_script(FOLLOW)
    page = seated(context, url, variant)
    turns = 0
    while turns < TURNS and (legal := legal_moves(page)):
        crumb = main(page).get_attribute("data-crumb")
        make(page, next((move for move in legal if move.startswith("play")), legal[0]))
        page.wait_for_function(MY_MOVE_OR_OVER, timeout=PATIENCE)
        page.wait_for_function(PLAYED, timeout=PATIENCE)
        turns += main(page).get_attribute("data-crumb") != crumb
    furthest, frames = page.evaluate("[window.furthest, window.frames]")
    context.close()
    assert frames, "nothing was played"
    return float(round(furthest))


def _distance(before: dict[str, tuple[float, float]], after: dict[str, tuple[float, float]]) -> float:
    both = [(before[name], after[name]) for name in before.keys() & after.keys()]
    return max((max(abs(old[0] - new[0]), abs(old[1] - new[1])) for old, new in both), default=0)


def _taps(browser: Browser, url: str, variant: str) -> int:
    """Return a new visitor's number of taps until the table changes: *Play now*, then the first buttons of the tray."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = seated(context, url, variant)
    taps, shown = 1, main(page).get_attribute("data-version")
    while main(page).get_attribute("data-version") == shown:
        page.locator(".tray button[name=move]:not([aria-disabled])").locator("visible=true").first.tap()
        taps += 1
        page.wait_for_function("shown => document.getElementById('main').dataset.version !== shown", arg=shown)
    context.close()
    return taps


def _seen(recorded: RecordedGame, pages: Sequence[Page]) -> Iterator[float]:
    """Yield the seconds from posting a move until a card moves on the other player's page. Skip moves without a card.

    Drafts of a turn are played back together with the move that ends the turn.
    """
    timed = 0
    for move in recorded.moves():
        other = pages[1 - move.seat]
        if not move.draft:
            other.evaluate(GO_ON)
        sent = time()
        post_move(pages[move.seat], move.text)
        if move.draft:
            continue
        other.wait_for_function(TOLD, timeout=PATIENCE)
        if moved := other.evaluate("window.moved"):
            yield moved / 1000 - sent
            timed += 1
        if timed == MOVES:
            return


def _rematches(asks: Page, hears: Page) -> Iterator[float]:
    """End games, and yield the seconds from one player's *Rematch* until the other player's page offers to join."""
    again, join = (re.compile(name) for name in ("^Rematch", "^Join the rematch"))
    for _number in range(REMATCHES):
        post_move(asks, "resign")
        for page in (asks, hears):
            page.wait_for_function(OVER, timeout=PATIENCE)
        pressed = time()
        asks.get_by_role("button", name=again).click()
        hears.get_by_role("button", name=join).wait_for(timeout=PATIENCE)
        yield time() - pressed
        hears.get_by_role("button", name=join).click()
        for page in (asks, hears):
            page.wait_for_function(RUNS, timeout=PATIENCE)


def _signed_in(browser: Browser, site: Site, name: str, path: str) -> Page:
    context = browser.new_context(base_url=site.url)
    context.add_init_script(WATCH)
    key = site.shell(SIGN_IN.format(name=name, staff=False))
    context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    page = context.new_page()
    page.goto(path)
    return page
