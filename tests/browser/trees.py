"""Accessibility trees of thirteen states of the tables, as text files in ``tests/browser/trees``.

``python -m tests.browser.trees`` renews them after a change of a page; check the difference before committing it.
``python -m tests.browser.trees --check`` prints differences from the pages, and exits with 1 if there are any.
"""

from __future__ import annotations

import os
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any

from lab.album import NOW
from lab.album.pictures import HOST, WAYS, answering, database

FOLDER = Path(__file__).parent / "trees"

STATES = (
    *("running", "running-visitor", "paused", "menu", "over"),
    *("card-chosen", "liquidation", "bribery", "tie", "limousine"),
    *("swedish-exchange", "swedish-announce", "swedish-play"),
)
"""Pages of the album by name, without its number."""


def trees() -> dict[str, str]:
    """Return the accessibility tree of each state, by name, on a desktop and in English."""
    from playwright.sync_api import sync_playwright

    from lab.album import pages
    from tests.browser.conftest import CHROMIUM_OPTIONS
    from tests.databases import migrated_in_memory
    from tests.needs import chromium, headless_shell

    with migrated_in_memory(), database():
        kept = pages.pages((pages.of_chicago_poker, pages.special_cards, pages.of_swedish_chicago), "en")
    wanted = {page.name.partition("-")[2]: page for page in kept}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=headless_shell() or chromium(), args=list(CHROMIUM_OPTIONS)
        )
        found = {name: _tree(browser, wanted[name]) for name in STATES}
        browser.close()
    return found


def _tree(browser: Any, page: Any) -> str:
    context = browser.new_context(
        **WAYS["desk"], reduced_motion="reduce", locale="en-GB", timezone_id="UTC", service_workers="block"
    )
    context.route("**/*", answering(page))
    context.route_web_socket("**", lambda _socket: None)
    tab = context.new_page()
    tab.clock.set_fixed_time(NOW)
    tab.goto(HOST + page.path, wait_until="networkidle")  # the player of events is loaded after the page
    for selector in page.clicks:
        tab.locator(selector).locator("visible=true").first.click()
    text = f"{tab.locator('main').aria_snapshot()}\n"
    context.close()
    return text


def differences(found: dict[str, str]) -> list[str]:
    """Return a diff of the trees against the stored files."""
    stored = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.yaml"))}
    return [
        line
        for name in sorted(stored.keys() | found.keys())
        for line in unified_diff(
            stored.get(name, "").splitlines(), found.get(name, "").splitlines(), f"{name}, stored", name, lineterm=""
        )
    ]


def main(arguments: list[str]) -> int:
    """Run the command, and return its exit status."""
    found = trees()
    if arguments == ["--check"]:
        changed = differences(found)
        sys.stdout.writelines(f"{line}\n" for line in changed)
        return 1 if changed else 0
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.yaml"):
        path.unlink()
    for name, text in found.items():
        (FOLDER / f"{name}.yaml").write_text(text)
    sys.stdout.write(f"{len(found)} trees\n")
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # so that a set has the same order every time
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.browser.trees", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
