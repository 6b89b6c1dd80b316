"""How fast the computers at a *Play now* table answer a final move (not a draft), until the person's next turn.

Measured on the sites of ``make play`` and ``make serve``: in a browser, from the click until the page shows the new
turn, and by HTTP and socket, from the request until the socket announces the version of that turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

from django.conf import settings
from playwright.sync_api import Browser, expect, sync_playwright
from websockets.sync.client import ClientConnection

from games.rules import RULES
from lab.bench.evening import MY_MOVE_OR_OVER, legal_moves, seated
from lab.bench.measure import Measure
from lab.bench.services import empty_services
from tests.browser.conftest import CHROMIUM_OPTIONS
from tests.browser.driver import make
from tests.needs import chromium, headless_shell
from tests.processes import Visitor, database_url
from tests.site import Site

ANSWERS = 40
"""The number of final moves measured in each game, on each kind of site."""

BAR = 0.5
"""The limit of the median, in seconds."""

THOUGHT = 0.4
"""The seconds for which the person waits before each move."""

PATIENCE = 30
"""The seconds after which a missing answer is an error."""

SEALING = ("draw", "end", "exchange", "pass", "decline")
"""Verbs of moves that end a turn, which the person prefers in this order."""

HTMX = {"HX-Request": "true"}

STOPWATCH = """
window.stopwatch = { clicked: 0, version: 0, answer: 0 };
addEventListener("click", () => {
  stopwatch.clicked = performance.now();
  stopwatch.version = parseInt(document.getElementById("main").dataset.version, 10);
  stopwatch.answer = 0;
}, { capture: true });
new MutationObserver(() => {
  const table = document.getElementById("main");
  if (!stopwatch.clicked || stopwatch.answer || !table) return;
  const moved = parseInt(table.dataset.version, 10) - stopwatch.version;
  if (moved > 1 && "yourMove" in table.dataset) stopwatch.answer = performance.now() - stopwatch.clicked;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Times the answer to each click. The move itself raises the version by one, the answer by more."""


def alone() -> Iterator[Measure]:
    with TemporaryDirectory() as folder, _open(Site(Path(folder) / "var")) as site:
        yield from _measured(site, "make play")


def several() -> Iterator[Measure]:
    """Yield the measures of the processes of ``make serve``. Needs TEST_REDIS_URL and PostgreSQL."""
    with empty_services() as folder:
        services = {"DATABASE_URL": database_url(), "REDIS_URL": settings.REDIS_URL}
        with _open(Site(folder / "var", "chicago.run.processes", **services)) as site:
            yield from _measured(site, "several processes")


@contextmanager
def _open(site: Site) -> Iterator[Site]:
    site.open()
    try:
        yield site
    finally:
        site.close()


def _measured(site: Site, where: str) -> Iterator[Measure]:
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=headless_shell() or chromium(), args=list(CHROMIUM_OPTIONS)
        )
        try:
            for variant, rules in RULES.items():
                yield _measure(f"{rules.engine.NAME}, {where}, in a browser", _in_browser(browser, site.url, variant))
                yield _measure(f"{rules.engine.NAME}, {where}, by the socket", _by_socket(browser, site.url, variant))
        finally:
            browser.close()


def _measure(what: str, seconds: Sequence[float]) -> Measure:
    high = quantiles(seconds, n=20)[-1]
    what = f"{what}: the computers' answer, median of {len(seconds)} (95 % within {high:.2f} s)"
    return Measure(what, median(seconds), BAR, " s", False)


def _chosen(legal: Sequence[str]) -> str:
    for verb in SEALING:
        for move in legal:
            if move.split()[0] == verb:
                return move
    return legal[0]


def _in_browser(browser: Browser, url: str, variant: str) -> list[float]:
    """Return the seconds from each click until the page shows that it is the person's turn again."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(STOPWATCH)
    answers: list[float] = []
    while len(answers) < ANSWERS:
        page = seated(context, url, variant)
        while len(answers) < ANSWERS and (legal := legal_moves(page)):
            sleep(THOUGHT)
            make(page, _chosen(legal))
            page.wait_for_function(MY_MOVE_OR_OVER, timeout=PATIENCE * 1000)
            if answer := page.evaluate("stopwatch.answer"):
                answers.append(answer / 1000)
        page.close()
    context.close()
    return answers


class _Table:
    def __init__(self, page: str) -> None:
        legal = re.search(r'<script id="legal-moves" type="application/json">(.*?)</script>', page, re.DOTALL)
        shown = re.search(r'data-version="([^"]*)"', page)
        self.legal: list[str] = json.loads(legal[1]) if legal else []
        self.token = shown[1] if shown else ""
        self.version = int(self.token.split(".")[0])
        self.waits = 'data-status=""' not in page and "data-your-move" not in page


def _by_socket(browser: Browser, url: str, variant: str) -> list[float]:
    """Return the seconds from posting each move until the socket announces the version of the person's next turn."""
    context = browser.new_context()
    answers: list[float] = []
    while len(answers) < ANSWERS:
        page = seated(context, url, variant)
        address = page.url.split("?")[0]
        port = page.evaluate("document.body.dataset.socketPort") or url.rsplit(":", 1)[1]
        person = Visitor(cookies={cookie["name"]: cookie["value"] for cookie in context.cookies()})
        page.close()
        with person.listen_at(int(port), url, address.rstrip("/").rsplit("/", 1)[1]) as socket:
            answers += _answers(person, address, _heard(socket), ANSWERS - len(answers))
    context.close()
    return answers


def _heard(socket: ClientConnection) -> dict[int, float]:
    """Return the times at which versions were first announced. A thread adds to them until the socket is closed."""
    heard: dict[int, float] = {}

    def listen() -> None:
        for message in socket:
            heard.setdefault(json.loads(message).get("version", 0), monotonic())

    Thread(target=listen, daemon=True).start()
    return heard


def _answers(person: Visitor, address: str, heard: Mapping[int, float], most: int) -> list[float]:
    """Return the seconds of up to ``most`` answers at one table, or of fewer if the game ends."""
    answers: list[float] = []
    table = _Table(person.get(address).text)
    while len(answers) < most and table.legal:
        sleep(THOUGHT)
        begun, before = monotonic(), table.version
        move = _chosen(table.legal)
        table = _Table(person.post(f"{address}move/", headers=HTMX, move=move, version=table.token).text)
        while table.waits:
            _until(heard, table.version + 1)
            table = _Table(person.get(address, headers=HTMX).text)
        if table.legal and table.version > before + 1:
            answers.append(_until(heard, table.version) - begun)
    return answers


def _until(heard: Mapping[int, float], version: int) -> float:
    """Return the time when this version or a later one was announced. Raise `RuntimeError` after PATIENCE."""
    end = monotonic() + PATIENCE
    while not (found := [at for each, at in dict(heard).items() if each >= version]):
        if monotonic() > end:
            raise RuntimeError(f"version {version} is not announced")
        sleep(0.002)
    return min(found)
