"""Every page in the language with the longest texts, on the narrowest phone: nothing has to be scrolled sideways."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from chicago.translations import catalogues
from games.rules import RULES
from tests.browser.conftest import SIGN_IN
from tests.browser.themes import NARROWEST, SCROLLS
from tests.databases import started_before
from tests.scene import KEYS
from tests.site import Site

SCENE = """
from io import StringIO
from django.core.management import call_command
from django.utils import timezone, translation
from accounts.models import Block, Friendship
from games import moderation
from tests.stats.histories import rated
from tests.scene import build
with translation.override({language!r}):
    people = build({slug!r})
    alice, bob, carol = (people[name] for name in ("alice", "bob", "carol"))
    for number in range(11):
        rated(alice, bob, winners=[number % 2], slug={slug!r}, public=True, name="Wwwwww wwwwwwww")
    call_command("rate", stdout=StringIO())
    Friendship.objects.all().delete()
    Friendship.objects.create(by=bob, to=alice, agreed_at=timezone.now())
    Friendship.objects.create(by=carol, to=alice)
    Block.objects.get_or_create(by=alice, who=people["staff"])
    mona = people["mona"]
    moderation.appeal(alice, moderation.mute(mona, alice, 7, "Wwwww wwwwwwww"), "Wwwww")
"""
LINKS = "all => all.map((each) => each.pathname + each.search)"

PAGES = (
    *("/lobby/open/", "/rules/", "/about/", "/fair/", "/people/bob/"),
    *("/settings/", "/settings/notices/", "/settings/notices/where/", "/settings/vacation/", "/settings/delete/"),
    *("/settings/data/", "/privacy/", "/settings/security/", "/friends/", "/people/bob/block/", "/people/bob/report/"),
    *("/people/carol/with/bob/", "/leaderboards/", "/decisions/", "/accounts/2fa/webauthn/add/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/staff/mail/", "/nowhere/"),
)
OF_A_GAME = ("/", "/tables/", "/lobby/", "/people/alice/", "/people/alice/with/bob/")
DOOR = ("/", "/lobby/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/games/running/")


def length(language: str) -> int:
    """Characters of all its texts."""
    catalogue = catalogues._read(catalogues.LOCALE / language / "LC_MESSAGES" / "django.po")
    return sum(len("".join(message.string)) for message in catalogue if message.id)


@cache
def longest() -> str:
    """The language of the site with the longest texts; English, whose texts are the catalogue's own, if it is alone."""
    others = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    return max(others, key=length, default=settings.LANGUAGE_CODE)


@pytest.fixture(scope="module", params=sorted(RULES))
def slug(request: pytest.FixtureRequest) -> str:
    """Every game."""
    return str(request.param)


@pytest.fixture(scope="module")
def narrow(slug: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, on which everything has happened."""
    site = Site(started_before(tmp_path_factory.mktemp("narrow") / "var"))
    site.open()
    site.shell(SCENE.format(language=longest(), slug=slug))
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


def links(page: Page, address: str, which: str) -> list[str]:
    """Where those links of a page lead."""
    page.goto(address)
    return sorted(set(page.locator(which).evaluate_all(LINKS)))


def test_nothing_is_scrolled_sideways(browser: Browser, narrow: Site, slug: str) -> None:
    """What is about no game is looked at on the first one's site."""
    page, door = context_of(browser, narrow, "alice"), context_of(browser, narrow, None)
    tables = [f"/games/{key}/{part}" for key in sorted(KEYS) for part in ("", "notices/")]
    parts = [f"/games/{key}/{part}/" for key in ("running", "over") for part in ("log", "replay", "fair", "talk")]
    ways = links(page, "/games/running/", "#main a[href*='card=']")
    reports = links(page, "/games/running/talk/", "main a[href$='/report/']")
    decisions = links(page, "/decisions/", "main a")
    assert reports and decisions
    elsewhere = PAGES if slug == min(RULES) else ()
    pages = [*OF_A_GAME, f"/rules/{slug}/", f"/leaderboards/{slug}/", *tables, *parts, *ways, *reports, *decisions]
    found = too_wide(page, [*pages, *elsewhere]) + too_wide(door, list(DOOR))
    for each in (page, door):
        each.context.close()
    assert not found, "\n".join(found)
