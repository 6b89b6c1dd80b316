"""The bytes that a browser receives for a table of ``make play``: headers, page, style sheets, scripts, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from games.rules import RULES
from lab.bench.evening import seated
from lab.bench.measure import Measure
from tests.browser.conftest import CHROMIUM_OPTIONS
from tests.needs import chromium, headless_shell
from tests.site import Site

COLD, WARM = 80, 15
"""The limits in kB."""


def measures() -> Iterator[Measure]:
    """Yield the bytes of a browser's first and second visit to a *Play now* table of each game."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder) / "var")
        site.open()
        browser = playwright.chromium.launch(
            executable_path=headless_shell() or chromium(), args=list(CHROMIUM_OPTIONS)
        )
        try:
            for variant, rules in RULES.items():
                cold, warm = received(browser, site.url, variant)
                name = rules.engine.NAME
                yield Measure(f"{name}: a table's first visit over the wire", cold / 1000, COLD, " kB", False)
                yield Measure(f"{name}: a table's next visit over the wire", warm / 1000, WARM, " kB", False)
        finally:
            browser.close()
            site.close()


def received(browser: Browser, url: str, variant: str) -> tuple[int, int]:
    """Return the bytes of the first and the second visit to a guest's table."""
    guest = browser.new_context()
    address = seated(guest, url, variant).url
    fresh = browser.new_context(storage_state=guest.storage_state())
    cold, warm = visited(fresh, address), visited(fresh, address)
    fresh.close()
    guest.close()
    return cold, warm


def visited(context: BrowserContext, address: str) -> int:
    """Return the bytes of all responses until the network is idle, as counted by Chromium."""
    page = context.new_page()
    received: list[float] = []
    network = context.new_cdp_session(page)
    network.on("Network.loadingFinished", lambda answer: received.append(answer["encodedDataLength"]))
    network.send("Network.enable")
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.close()
    return round(sum(received))
