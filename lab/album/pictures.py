"""Reproducible screenshots of the site's pages: two runs on the same commit give the same files.

``python -m lab.album.pictures OUT`` draws each page of ``lab.album.pages`` for a desktop and a phone, in light colours
for one and dark for the other (``--every``: in both for both). It writes screenshots, accessibility trees and each
page's HTML. The clock is fixed, keys are not random, and no server runs.

``python -m lab.album.pictures --compare BEFORE AFTER`` lists screenshots with a different pixel, different
accessibility trees, and files in only one of the folders, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lab.album import NOW

WAYS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
COLOURS = ("dark", "light")
HOST = "http://testserver"
STEADY = (
    *("--font-render-hinting=none", "--hide-scrollbars", "--force-device-scale-factor=1", "--num-raster-threads=1"),
    *("--disable-partial-raster", "--disable-checker-imaging", "--disable-threaded-animation"),
    *("--disable-threaded-scrolling", "--run-all-compositor-stages-before-draw", "--disable-lcd-text"),
)
STAGE_OPENS = """() => {
  const { staged, since } = document.querySelector("#main")?.dataset ?? {};
  return Number(staged) > Number(since) && !location.search;
}"""
"""Returns whether the page opens a stage (a dialog of the playback) without a click."""
UNDERLINED = "* {text-decoration-style: solid !important}"
"""Makes dotted underlines solid, because the position of the dots varies."""


@contextmanager
def database() -> Iterator[None]:
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment, teardown_test_environment

    setup_test_environment()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()


def answering(page: Any) -> Callable[[Any], None]:
    """Return a route handler that replaces the server: it serves this page, its playback's events and static files."""
    from django.conf import settings
    from django.contrib.staticfiles import finders

    def answer(route: Any) -> None:
        path = urlsplit(route.request.url).path
        found = finders.find(path.removeprefix(settings.STATIC_URL)) if path.startswith(settings.STATIC_URL) else None
        if found:
            route.fulfill(path=found)
        elif path.endswith("/steps/") and page.steps:
            route.fulfill(body=page.steps, content_type="text/html; charset=utf-8")
        elif route.request.is_navigation_request():
            route.fulfill(headers=page.headers, body=page.body)
        else:
            route.fulfill(status=204)

    return answer


def _looks(number: int, *, every: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name suffix and browser settings of each screenshot, in both colour schemes if ``every``."""
    for turn, (way, how) in enumerate(WAYS.items()):
        if every:
            yield from ((f"{way}-{colour}", how | {"color_scheme": colour}) for colour in COLOURS)
        else:
            yield way, how | {"color_scheme": COLOURS[(number + turn) % 2]}


def _draw(browser: Any, page: Any, looks: Iterator[tuple[str, dict[str, Any]]], folder: Path, *, first: bool) -> None:
    """Write the page's screenshots, accessibility trees and HTML and, if ``first``, pictures without scrolling."""
    for look, how in looks:
        context = browser.new_context(
            **how,
            java_script_enabled=page.script,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
            service_workers="block",
            bypass_csp=True,  # for the style sheet of the screenshot
        )
        context.route("**/*", answering(page))
        context.route_web_socket("**", lambda _socket: None)
        tab = context.new_page()
        tab.clock.set_fixed_time(NOW)
        tab.goto(HOST + page.path)
        for selector in page.clicks:
            tab.locator(selector).locator("visible=true").first.click()
        tab.evaluate("document.fonts.ready")
        if page.script and not page.clicks and tab.evaluate(STAGE_OPENS):
            tab.locator("#playback-stage[open]").wait_for()
        drawn = {"animations": "disabled", "caret": "hide", "style": UNDERLINED}
        if first:
            tab.screenshot(path=folder / f"{page.name}-{look}-first.png", **drawn)
        tab.screenshot(path=folder / f"{page.name}-{look}.png", full_page=True, **drawn)
        (folder / f"{page.name}-{look}.aria.yaml").write_text(tab.locator("body").aria_snapshot() + "\n")
        context.close()
    (folder / f"{page.name}.html").write_bytes(page.body)


def take(folder: Path, scenes: Sequence[str] = (), words: Sequence[str] = ("",), *, every: bool = False) -> int:
    """Write screenshots of these scenes, or of all scenes, and return the number of pages.

    With ``words``, draw only pages whose name contains one of them. With ``every``, draw each page in both colour
    schemes, and also the part visible without scrolling.
    """
    from playwright.sync_api import sync_playwright

    from lab.album.pages import SCENES, pages
    from tests.browser.conftest import CHROMIUM_OPTIONS
    from tests.needs import chromium

    with database():
        album = pages([SCENES[scene] for scene in scenes])
        kept = [page for page in album if any(word in page.name for word in words)]
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*CHROMIUM_OPTIONS, *STEADY])
        for number, page in enumerate(kept):
            _draw(browser, page, _looks(number, every=every), folder, first=every)
        browser.close()
    return len(kept)


PIXELS = """async (pair) => {
  const read = async (data) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, image.width, image.height);
  };
  const [before, after] = await Promise.all(pair.map(read));
  if (before.width !== after.width || before.height !== after.height)
    return `${before.width} × ${before.height} became ${after.width} × ${after.height}`;
  let count = 0, top = Infinity, left = Infinity, bottom = 0, right = 0;
  for (let at = 0; at < before.data.length; at += 4) {
    if ([0, 1, 2, 3].every((part) => before.data[at + part] === after.data[at + part])) continue;
    const x = (at / 4) % before.width, y = Math.floor(at / 4 / before.width);
    [count, left, right] = [count + 1, Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return count ? `${count} pixels differ, from ${left},${top} to ${right},${bottom}` : "";
}"""


def compare(before: Path, after: Path) -> list[str]:
    """Return a line for each file in only one run, and for each screenshot or accessibility tree that differs."""
    from base64 import b64encode

    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM_OPTIONS
    from tests.needs import chromium

    old, new = ({each.name: each for each in folder.iterdir()} for folder in (before, after))
    found = [f"{name}: only in {before if name in old else after}" for name in sorted(old.keys() ^ new.keys())]
    changed = [name for name in sorted(old.keys() & new.keys()) if old[name].read_bytes() != new[name].read_bytes()]
    found += [f"{name}: is read out differently" for name in changed if name.endswith(".yaml")]
    pictures = [name for name in changed if name.endswith(".png")]
    if pictures:
        with sync_playwright() as playwright:
            tab = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_OPTIONS)).new_page()
            for name in pictures:
                pair = [b64encode(side[name].read_bytes()).decode() for side in (old, new)]
                found += [f"{name}: {said}" for said in [tab.evaluate(PIXELS, pair)] if said]
    return found


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status, which is 1 if a comparison found differences."""
    parser = argparse.ArgumentParser(prog="python -m lab.album.pictures", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", help="where the pictures go")
    parser.add_argument("--scene", action="append", default=[], help="only this scene of the album; may be repeated")
    parser.add_argument("--page", action="append", help="only pages with this in their names; may be repeated")
    parser.add_argument("--every", action="store_true", help="both colour schemes, and the part above the fold")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    chosen = parser.parse_args(arguments)
    if chosen.compare:
        found = compare(*chosen.compare)
        sys.stdout.writelines(f"{each}\n" for each in found)
        return 1 if found else 0
    if chosen.out is None:
        parser.error("say where the pictures go, or what to compare")
    sys.stdout.write(f"{take(chosen.out, chosen.scene, chosen.page or [''], every=chosen.every)} pages\n")
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # so that a set has the same order every time
        os.execve(
            sys.executable,
            [sys.executable, "-m", "lab.album.pictures", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
