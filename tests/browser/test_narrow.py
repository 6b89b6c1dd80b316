"""Every page in the language with the longest texts, on the narrowest phone: nothing has to be scrolled sideways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from chicago import translations
from games.rules import RULES
from tests.browser.conftest import SIGN_IN
from tests.browser.looks import NARROWEST, SCROLLS
from tests.games.scene import KEYS
from tests.site import Site

SCENE = """
from django.utils import translation
from tests.games.scene import build
with translation.override({language!r}):
    build({slug!r})
"""
CARDS = """() => [...document.querySelectorAll("#main a[href*='card=']")].map((each) => each.pathname + each.search)"""

PAGES = (
    *("/", "/tables/", "/lobby/", "/lobby/open/", "/rules/", "/about/", "/fair/", "/people/alice/", "/people/bob/"),
    *("/settings/", "/settings/notices/", "/settings/notices/where/", "/settings/vacation/", "/settings/delete/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/staff/mail/", "/nowhere/"),
)
DOOR = ("/", "/lobby/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/games/running/")


def length(language: str) -> int:
    """Characters of all its texts."""
    catalogue = translations._read(translations.LOCALE / language / "LC_MESSAGES" / "django.po")
    return sum(len("".join(message.string)) for message in catalogue if message.id)


def longest() -> str:
    """The language of the site with the longest texts; English, whose texts are the catalogue's own, if it is alone."""
    others = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    return max(others, key=length, default=settings.LANGUAGE_CODE)


@pytest.fixture(scope="module", params=sorted(RULES))
def narrow(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, on which everything has happened."""
    site = Site(tmp_path_factory.mktemp("narrow") / "var")
    site.open()
    site.shell(SCENE.format(language=longest(), slug=request.param))
    yield site
    assert site.close() == 0, site.log.read_text()


def too_wide(page: Page, addresses: list[str]) -> list[str]:
    """Those of the pages that have to be scrolled sideways."""
    found = []
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status < 500, address
        assert page.locator("html").get_attribute("lang") == longest()
        inside, room = page.evaluate(SCROLLS)
        if inside > room:
            found.append(f"{address} is {inside} wide")
    return found


def context_of(browser: Browser, site: Site, name: str | None) -> Page:
    context = browser.new_context(base_url=site.url, viewport={"width": NARROWEST, "height": 700})
    context.add_cookies([{"name": "language", "value": longest(), "url": site.url}])
    if name is not None:
        key = site.shell(SIGN_IN.format(name=name, staff=False))
        context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    return context.new_page()


def test_nothing_is_scrolled_sideways(browser: Browser, narrow: Site) -> None:
    page, door = context_of(browser, narrow, "alice"), context_of(browser, narrow, None)
    tables = [f"/games/{key}/{part}" for key in sorted(KEYS) for part in ("", "notices/")]
    parts = [f"/games/{key}/{part}/" for key in ("running", "over") for part in ("log", "replay", "fair", "talk")]
    rules = [f"/rules/{slug}/" for slug in RULES]
    page.goto("/games/running/")
    ways = sorted(set(page.evaluate(CARDS)))
    found = too_wide(page, [*PAGES, *rules, *tables, *parts, *ways]) + too_wide(door, list(DOOR))
    for each in (page, door):
        each.context.close()
    assert not found, "\n".join(found)
