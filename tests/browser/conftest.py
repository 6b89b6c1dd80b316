"""The site as ``make play`` runs it, its mail server, and chromium. Run apart: Playwright brings its own event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.themes import AT_FIRST, LOOKS, Look, fits, seen_as
from tests.databases import started_before
from tests.mail_server import PostOffice, post_office
from tests.needs import ON_CI, chromium, skip_or_fail
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
"""Milliseconds that a page is given to show something, on a machine that is busy with other things."""
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SIGN_IN = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from accounts.models import User
from tests.cast import somebody, step_taken
user = User.objects.filter(username={name!r}).first() or somebody({name!r}, is_staff={staff!r}, is_superuser={staff!r})
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
if user.is_staff:
    step_taken(session, user)
session.save()
print(session.session_key)
"""


LOOKED_AT: set[Page] = set()
"""Pages at which axe-core is at work, which tries out styles on them."""


def is_refusal(said: ConsoleMessage) -> bool:
    """Whether the browser says that a page's policy did not allow something that is the page's own."""
    return "Content Security Policy" in said.text and said.page not in LOOKED_AT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a browser test."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    """The mail server to which the site sends."""
    with post_office() as office:
        yield office


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    """The site, open for all browser tests; its mails are due at once."""
    data = started_before(tmp_path_factory.mktemp("site") / "var")
    site = Site(data, EMAIL_URL=office.url, TURN_MAIL_DELAY="0", SWEEP_SECONDS="0.5")
    site.open()
    yield site
    assert site.close() == 0, site.log.read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, or another one on the path."""
    if (path := chromium()) is None:
        skip_or_fail("needs chromium: install it, or set CHROMIUM to where it is")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_OPTIONS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def session_key(site: Site) -> Callable[[str], str]:
    """``session_key(name)``: what a browser in which that person is signed in has in its cookie; made but once."""
    return cache(lambda name: site.shell(SIGN_IN.format(name=name, staff=name == "staff")))


def is_foreign(address: str) -> bool:
    """Whether this is another host than the site's; what a page holds itself (``data:``) is at none."""
    return urlsplit(address).hostname not in {"127.0.0.1", "localhost", None}


@pytest.fixture
def visit(site: Site, browser: Browser, session_key: Callable[[str], str]) -> Iterator[Callable[..., Page]]:
    """``visit(path, name, width, height, **options)``: somebody's own browser, at that page.

    ``name`` signs in as that person of the cast, who is made if need be ("staff" may do everything); None is a visitor.
    ``options`` are Playwright's (``java_script_enabled``, ``color_scheme``, ``has_touch`` …). Nothing moves by itself
    unless ``reduced_motion`` is "no-preference": what pulses without end costs half a processor. At the end of the
    test it fails if a script has failed, the policy had to refuse something, the site has answered with a 5xx or a
    page has asked another host for anything.
    """
    contexts, faults = [], []

    def visit(path: str = "/", name: str | None = None, width: int = 1280, height: int = 900, **options: Any) -> Page:
        options = {"reduced_motion": "reduce"} | options
        context = browser.new_context(base_url=site.url, viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console", lambda said: is_refusal(said) and faults.append(f"{said.page and said.page.url} {said.text}")
        )
        context.on("response", lambda answer: answer.status >= 500 and faults.append(f"{answer.status} {answer.url}"))
        context.on("request", lambda asked: is_foreign(asked.url) and faults.append(f"asked {asked.url}"))
        if name is not None:
            context.add_cookies([{"name": "sessionid", "value": session_key(name), "url": site.url}])
        page = context.new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not faults, f"{faults}\n{site.log.read_text()[-4000:]}"


STRUCTURE = """() => {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((each) => each.tagName);
  const kinds = new Set([headings.join(" ")]);
  for (const each of document.body.querySelectorAll("*")) {
    const facts = [...each.attributes].map(({ name }) => name).sort().join(" ");
    kinds.add(`${each.parentElement.tagName} ${each.tagName} ${[...each.classList].sort().join(".")} ${facts}`);
  }
  return [matchMedia("(prefers-color-scheme: dark)").matches, innerWidth, [...kinds]];
}"""
"""The colour scheme, the width, and what a page is made of: the order of its headings, each kind of element within
another by its classes and attributes."""


@pytest.fixture(scope="session")
def seen() -> dict[tuple[bool, bool], set[str]]:
    """What axe has looked at, by colour scheme and whether it was on a phone."""
    return {}


@pytest.fixture
def accessible(seen: dict[tuple[bool, bool], set[str]]) -> Callable[[Page], None]:
    """``accessible(page)`` fails if axe-core finds anything: A, AA and best practice.

    A page that is made of nothing new in this colour scheme is not looked at again.
    """

    def accessible(page: Page) -> None:
        dark, width, kinds = page.evaluate(STRUCTURE)
        known = seen.setdefault((dark, width < 700), set())
        if known.issuperset(kinds):
            return
        LOOKED_AT.add(page)
        results = Axe().run(page, options=AXE_OPTIONS)
        LOOKED_AT.discard(page)
        assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"
        known.update(kinds)

    return accessible


@pytest.fixture
def shot() -> Callable[[Page, str], Path]:
    """``shot(page, name)`` keeps a picture in ``var/shots`` for somebody to look at; on CI nobody does."""

    def shot(page: Page, name: str) -> Path:
        path = ROOT / "var" / "shots" / f"{name}.png"
        if not ON_CI:
            page.screenshot(path=path, full_page=True)
        return path

    return shot


@pytest.fixture
def go(visit: Callable[..., Page]) -> Callable[..., Page]:
    """As ``visit``, on a desk in the dark."""

    def go(path: str = "/", name: str | None = None, **options: Any) -> Page:
        return visit(path, name, **AT_FIRST, **options)

    return go


@pytest.fixture
def look(accessible: Callable[[Page], None], shot: Callable[[Page, str], Path]) -> Look:
    """``look(page, name)``: keep pictures, and fail if axe finds anything or something has to be scrolled sideways.

    In all of the ways, without loading the page anew, so that what is unfolded or chosen stays; then at its own size.
    """

    def look(page: Page, name: str) -> None:
        size = page.viewport_size
        for way, how in LOOKS.items():
            seen_as(page, how)
            expect(page.locator("h1").locator("visible=true")).to_have_count(1)
            shot(page, f"{name}-{way}")
            fits(page)
            accessible(page)
        assert size is not None
        page.set_viewport_size(size)

    return look
