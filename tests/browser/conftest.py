"""Fixtures: the site as ``make play`` runs it, its mail server, and chromium.

Runs apart from other tests, since Playwright brings its own event loop.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser.driver import leave_stages
from tests.browser.themes import DESKTOP, VIEWPORTS, CheckPage, assert_fits, emulate
from tests.databases import started_before
from tests.mail_server import PostOffice, post_office
from tests.needs import EVERYTHING, chromium, has_noto_sans, headless_shell, skip_or_fail
from tests.site import ROOT, Site

HERE = Path(__file__).parent
CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 15_000
"""Milliseconds until an expectation fails, enough for a busy machine."""
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SIGN_IN = """
from tests.cast import found_or_made, signed_in, step_taken
user = found_or_made({name!r}, is_staff={staff!r}, is_superuser={staff!r})
session = signed_in(user)
if user.is_staff:
    step_taken(session, user)
session.save()
print(session.session_key)
"""


FONTS = ("browser", "noto_browser")
"""Fixtures of browsers with different sets of fonts."""
UNDER_AXE: set[Page] = set()
"""Pages on which axe-core is running; the content security policy refuses the styles that it tries out."""


def is_refusal(said: ConsoleMessage) -> bool:
    """Return whether the console message reports a violation of the content security policy."""
    return "Content Security Policy" in said.text and said.page not in UNDER_AXE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as ``browser``."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    """The mail server of the site."""
    with post_office() as office:
        yield office


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    """The site, started once for each worker, with mails due at once and less exact Reviews."""
    data = started_before(tmp_path_factory.mktemp("site") / "var")
    site = Site(data, EMAIL_URL=office.url, TURN_MAIL_DELAY="0", SWEEP_SECONDS="2", REVIEW_SAMPLES="48")
    site.open()
    yield site
    assert site.close() == 0, site.log.read_text()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, which can be started only once per process."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


def _launched(playwright: Playwright, path: str | None, *, noto: bool = False) -> Iterator[Browser]:
    if path is None:
        skip_or_fail("needs chromium: install it, or set CHROMIUM to where it is")
    fonts = {} if noto else {"FONTCONFIG_FILE": str(HERE / "fonts-without-noto.conf")}
    browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_OPTIONS), env={**os.environ, **fonts})
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's headless shell, which opens contexts five times as fast, or chromium if the shell is missing."""
    yield from _launched(playwright, headless_shell() or chromium())


@pytest.fixture(scope="session")
def noto_browser(playwright: Playwright) -> Iterator[Browser]:
    """Like ``browser``, but with Noto Sans, whose letters are wider than those of the default fonts."""
    if not has_noto_sans():
        skip_or_fail("needs the font Noto Sans (Debian: fonts-noto-core)")
    yield from _launched(playwright, headless_shell() or chromium(), noto=True)


@pytest.fixture(scope="session")
def notifying_browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's chromium, which can show notifications."""
    yield from _launched(playwright, chromium())


@pytest.fixture(scope="session")
def session_key(site: Site) -> Callable[[str], str]:
    """``session_key(name)`` returns the user's session cookie, cached."""
    return cache(lambda name: site.shell(SIGN_IN.format(name=name, staff=name == "staff")))


def is_other_host(address: str) -> bool:
    """Return whether the URL has a host other than the site's (``data:`` URLs have none)."""
    return urlsplit(address).hostname not in {"127.0.0.1", "localhost", None}


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, site: Site, session_key: Callable[[str], str]
) -> Iterator[Callable[..., Page]]:
    """``visit(path, name, width, height, **options)`` opens the page in a new browser context.

    ``name`` signs that user in, creating them if needed ("staff" is a superuser); None is a visitor. ``fonts`` names
    the browser's fixture, one of FONTS. Other ``options`` are Playwright's (``java_script_enabled``, ``color_scheme``,
    ``has_touch`` …). Animations are off unless ``reduced_motion`` is "no-preference", because endless ones take half a
    processor. The test fails at its end if a script failed, the policy refused something, the site responded with a
    5xx, or a page requested anything from another host.
    """
    contexts, faults = [], []

    def visit(path: str = "/", name: str | None = None, width: int = 1280, height: int = 900, **options: Any) -> Page:
        options = {"reduced_motion": "reduce"} | options
        notifies = "notifications" in options.get("permissions", ())
        opened_by = request.getfixturevalue("notifying_browser" if notifies else options.pop("fonts", "browser"))
        context = opened_by.new_context(base_url=site.url, viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console", lambda said: is_refusal(said) and faults.append(f"{said.page and said.page.url} {said.text}")
        )
        context.on("response", lambda answer: answer.status >= 500 and faults.append(f"{answer.status} {answer.url}"))
        context.on("request", lambda asked: is_other_host(asked.url) and faults.append(f"asked {asked.url}"))
        if name is not None:
            context.add_cookies([{"name": "sessionid", "value": session_key(name), "url": site.url}])
        page = context.new_page()
        leave_stages(page)  # most stories are about something else
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not faults, f"{faults}\n{site.log.read_text()[-4000:]}"


KINDS = """() => {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((each) => each.tagName).join(" ");
  window.kindOf = (each) => {
    const facts = [...each.attributes].map(({ name }) => name).sort().join(" ");
    return `${each.parentElement.tagName} ${each.tagName} ${[...each.classList].sort().join(".")} ${facts}`;
  };
  window.visible = () => [...document.body.querySelectorAll("*")].filter((each) => each.checkVisibility());
  return [matchMedia("(prefers-color-scheme: dark)").matches, headings, [...new Set(visible().map(kindOf))]];
}"""
"""Whether the colours are dark, the order of the headings, and each kind of visible element by classes and parent."""

AXE = """async ([kinds, options]) => {
  const wanted = new Set(kinds);
  const fresh = visible().filter((each) => wanted.has(kindOf(each)));
  const outermost = fresh.filter((each) => !fresh.some((other) => other !== each && other.contains(each)));
  const { violations } = await axe.run(kinds.length ? outermost : document, options);
  return violations.map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html, failureSummary }) =>
    `${html}: ${failureSummary}`)].join("\\n"));
}"""
"""Axe's violations in the elements of these kinds, or in the whole page if none are given."""


@pytest.fixture(scope="session")
def seen() -> dict[bool, set[str]]:
    """The templates and kinds of elements that axe has checked, for light and dark colours."""
    return {}


def template(page: Page, headings: str) -> str:
    """Return the page's path without names and keys, and its headings, which together identify the template."""
    path = re.sub(r"/(games|people|with|join|go)/[^/]+", r"/\1/-", urlsplit(page.url).path)
    return f"{re.sub(r'/[0-9]+(?=/)', '/-', path)} {headings}"


@pytest.fixture
def assert_accessible(seen: dict[bool, set[str]]) -> Callable[[Page], None]:
    """``assert_accessible(page)`` fails on any axe-core violation of level A, AA or best practice.

    In a template already checked in this colour scheme, only new kinds of elements are checked.
    """

    def assert_accessible(page: Page) -> None:
        dark, headings, kinds = page.evaluate(KINDS)
        known = seen.setdefault(dark, set())
        fresh = set(kinds) - known
        if (name := template(page, headings)) in known and not fresh:
            return
        UNDER_AXE.add(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(Axe().axe_script)
        violations = page.evaluate(AXE, [sorted(fresh) if name in known else [], AXE_OPTIONS])
        UNDER_AXE.discard(page)
        assert not violations, "\n".join([page.url, *violations])
        known.update({name, *fresh})

    return assert_accessible


@pytest.fixture
def shot() -> Callable[[Page, str], Path]:
    """``shot(page, name)`` saves a screenshot in ``var/shots`` if SHOTS is set in the environment."""

    def shot(page: Page, name: str) -> Path:
        path = ROOT / "var" / "shots" / f"{name}.png"
        if os.environ.get("SHOTS"):
            page.screenshot(path=path, full_page=True)
        return path

    return shot


@pytest.fixture
def visit_desktop(visit: Callable[..., Page]) -> Callable[..., Page]:
    """The fixture ``visit`` at desktop size in dark mode."""

    def visit_desktop(path: str = "/", name: str | None = None, **options: Any) -> Page:
        return visit(path, name, **DESKTOP, **options)

    return visit_desktop


@pytest.fixture
def check_page(assert_accessible: Callable[[Page], None], shot: Callable[[Page, str], Path]) -> CheckPage:
    """``check_page(page, name)`` takes screenshots and fails on axe violations and sideways scrolling.

    The page is resized to one of VIEWPORTS, chosen by the name, or to each in `make test-all`, without a reload, so
    that the page keeps its state; then its size is restored.
    """

    def check_page(page: Page, name: str) -> None:
        size = page.viewport_size
        for way in VIEWPORTS if EVERYTHING else [sorted(VIEWPORTS)[crc32(name.encode()) % len(VIEWPORTS)]]:
            how = VIEWPORTS[way]
            emulate(page, how)
            expect(page.locator("h1").locator("visible=true")).to_have_count(1)
            shot(page, f"{name}-{way}")
            assert_fits(page)
            assert_accessible(page)
        assert size is not None
        page.set_viewport_size(size)

    return check_page
