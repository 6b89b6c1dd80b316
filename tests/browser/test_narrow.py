"""Nothing breaks on the narrowest phone, not even for staff: no page scrolls sideways, and no word is broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from games.rules import RULES
from lab.translations import catalogues
from tests.browser.conftest import SIGN_IN
from tests.browser.layout_faults import layout_faults
from tests.browser.themes import NARROWEST, CheckPage
from tests.combinations import every
from tests.databases import started_before
from tests.needs import EVERYTHING
from tests.scene import KEYS
from tests.site import Site

SCENE = """
from io import StringIO
from django.core.management import call_command
from django.utils import timezone, translation
from accounts.models import Block, Friendship
from games import moderation
from games.rules import RULES
from tests.cast import table_of
from tests.playing import give_up, play_on
from tests.scene import build
from tests.stats.histories import rated
with translation.override({language!r}):
    people = build({variant!r})
    alice, bob, carol = (people[name] for name in ("alice", "bob", "carol"))
    for number in range(11):
        rated(alice, bob, winners=[number % 2], variant={variant!r}, public=True, name="Wwwwww wwwwwwww")
    call_command("rate", stdout=StringIO())
    Friendship.objects.all().delete()
    Friendship.objects.create(by=bob, to=alice, agreed_at=timezone.now())
    Friendship.objects.create(by=carol, to=alice)
    Block.objects.get_or_create(by=alice, who=people["staff"])
    mona = people["mona"]
    moderation.appeal(alice, moderation.mute(mona, alice, 7, "Wwwww wwwwwwww"), "Wwwww")
    for other in set(RULES) - {{{variant!r}}}:
        table_of(alice, carol, variant=other, size=4, name="Aaa", public_id=f"{{other}}-waits", bots=("steady",))
        for moves in {moves!r}:
            play_on(table_of(alice, bob, carol, variant=other, name="Ddd", public_id=f"{{other}}-{{moves}}"), moves)
        give_up(play_on(table_of(alice, bob, variant=other, name="Jjj", public_id=f"{{other}}-over"), 9, seed=4))
"""
MOVES = (0, 5, 16)
"""The numbers of moves after which the other games' tables are checked: as dealt, a little later, and at tricks."""
DESK = "from games.models import Game; print(Game.objects.get(public_id='running').pk)"
SPEAKS = "from accounts.models import User; User.objects.update(language={language!r})"
MAILED = """
from django.utils import timezone
from games.models import Notice
from games.notifications import outbox
for notice in Notice.objects.filter(state="pending", due_at__lte=timezone.now()).order_by("pk")[:10]:
    for delivery in outbox.fan_out(notice.pk):
        outbox.deliver(outbox.claim(delivery))
"""
LINKS = "all => all.map((each) => each.pathname + each.search)"

PAGES = (
    *("/lobby/open/", "/invite/", "/rules/", "/about/", "/fair/", "/people/bob/"),
    *("/settings/", "/settings/notices/", "/settings/vacation/", "/settings/delete/"),
    *("/settings/data/", "/privacy/", "/settings/security/", "/friends/", "/people/bob/block/", "/people/bob/report/"),
    *("/people/carol/with/bob/", "/leaderboards/", "/decisions/", "/accounts/2fa/webauthn/add/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/staff/mail/", "/nowhere/"),
)
OF_A_GAME = ("/", "/tables/", "/lobby/", "/people/alice/", "/people/alice/with/bob/")
FORMS = (
    *("/lobby/open/", "/settings/", "/settings/notices/"),
    *("/settings/vacation/", "/friends/"),
)
VISITORS = ("/", "/lobby/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/games/running/")


def length(language: str) -> int:
    """Return the number of characters of a language's texts."""
    catalogue = catalogues._read(catalogues.LOCALE / language / "LC_MESSAGES" / "django.po")
    return sum(len("".join(message.string)) for message in catalogue if message.id)


@cache
def longest() -> str:
    """Return the language with the longest texts, or English if it is the only language."""
    others = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    return max(others, key=length, default=settings.LANGUAGE_CODE)


@contextmanager
def opened(folder: Path, variant: str) -> Iterator[Site]:
    """Yield a site, with mails as files, that has tables of a game and users in every state (tests/scene.py)."""
    folder.mkdir()
    # The site's sweeps would send the mails of all tables during the tests; MAILED sends a few of them.
    never = {"SWEEP_SECONDS": "3600", "DEADLINE_SWEEP_SECONDS": "3600"}
    site = Site(started_before(folder / "var"), TURN_MAIL_DELAY="0", **never)
    site.open()
    try:
        site.shell(SCENE.format(language=longest(), variant=variant, moves=MOVES))
        yield site
    finally:
        status = site.close()
    assert status == 0, site.log.read_text()


@pytest.fixture(scope="module")
def full_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of the first game, with some tables of every other game."""
    with opened(tmp_path_factory.mktemp("full") / "site", min(RULES)) as site:
        yield site


def faults_of(page: Page, language: str, addresses: Iterable[str], *kinds: str) -> list[str]:
    """Return the pages' layout faults (``layout_faults.py``), each prefixed with the page's path."""
    found = []
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status < 500, address
        assert page.locator("html").get_attribute("lang") == language
        found += [f"{address}: {fault}" for fault in layout_faults(page, *kinds)]
    return found


def context_of(browser: Browser, site: Site, name: str | None, language: str | None = None) -> Page:
    context = browser.new_context(base_url=site.url, viewport={"width": NARROWEST, "height": 700})
    context.add_cookies([{"name": "language", "value": language or longest(), "url": site.url}])
    if name is not None:
        key = site.shell(SIGN_IN.format(name=name, staff=name == "staff"))
        context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    return context.new_page()


def links(page: Page, address: str, which: str) -> list[str]:
    page.goto(address)
    return sorted(set(page.locator(which).evaluate_all(LINKS)))


SPOKEN = every(["fr", "en", "pl", "sv"], 2)
"""Languages of ``test_no_word_is_broken``."""


def test_nothing_is_scrolled_sideways(browser: Browser, full_site: Site, tmp_path: Path) -> None:
    """Check the pages of the first game and all pages without a game; `make test-all` checks the pages of each game.

    Outside `make test-all`, pages that ``test_no_word_is_broken`` opens in this language are left to that test.
    """
    first, *others = sorted(RULES)
    found = too_wide_of_a_game(browser, full_site, first, PAGES)
    for variant in others if EVERYTHING else ():
        with opened(tmp_path / variant, variant) as site:
            found += too_wide_of_a_game(browser, site, variant, ())
    assert not found, "\n".join(found)


def too_wide_of_a_game(browser: Browser, site: Site, variant: str, elsewhere: tuple[str, ...]) -> list[str]:
    """Return the pages of a game, and those of ``elsewhere``, that scroll sideways."""
    page, visitor = context_of(browser, site, "alice"), context_of(browser, site, None)
    tables = [f"/games/{key}/" for key in sorted(KEYS)]
    parts = [f"/games/{key}/{part}/" for key in ("running", "over") for part in ("log", "replay", "fair", "talk")]
    preferences = [f"/games/{key}/notices/" for key in ("waits", "running", "over")]
    ways = links(page, "/games/running/", "#main a[href*='card=']")
    reports = links(page, "/games/running/talk/", "main a[href$='/report/']")
    decisions = links(page, "/decisions/", "main a")
    assert reports and decisions
    pages = [
        *OF_A_GAME,
        f"/rules/{variant}/",
        f"/leaderboards/{variant}/",
        *tables,
        *parts,
        *preferences,
        *ways,
        *reports,
    ]
    again = set() if EVERYTHING or longest() not in SPOKEN else {*FORMS, *tables_of_each_game(), *VISITORS[:2]}
    mine = [path for path in (*pages, *decisions, *elsewhere) if path not in again]
    found = faults_of(page, longest(), mine, "sideways")
    found += faults_of(visitor, longest(), VISITORS[2:] if again else VISITORS, "sideways")
    for each in (page, visitor):
        each.context.close()
    return [f"{variant}: {each}" for each in found]


def tables_of_each_game() -> list[str]:
    """Return the paths of every game's tables on ``full_site``, with their logs and replays."""
    found = ["/games/running/", "/games/over/", "/games/over/log/", "/games/over/replay/"]
    for variant in sorted(RULES)[1:]:
        over, *running = (f"/games/{variant}-{key}/" for key in ("over", *MOVES))
        found += [f"/games/{variant}-waits/", *running, f"{running[-1]}log/", f"{running[-1]}replay/", over]
    return found


@pytest.mark.whole
@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_is_broken(browser: Browser, full_site: Site, language: str) -> None:
    """Scrolling sideways is not allowed either, even with the longest words."""
    full_site.shell(SPEAKS.format(language=language))
    rules = [f"/rules/{variant}/" for variant in RULES]
    pages = {None: (*VISITORS[:2], *rules), "alice": ("/", "/lobby/", "/tables/", *FORMS, *tables_of_each_game())}
    found = []
    for name, addresses in pages.items():
        page = context_of(browser, full_site, name, language)
        found += faults_of(page, language, addresses, "sideways", "broken")
        page.context.close()
    full_site.shell(SPEAKS.format(language=longest()))
    assert not found, "\n".join(found)


@pytest.mark.whole
def test_pages_of_staff(browser: Browser, full_site: Site, check_page: CheckPage) -> None:
    page = context_of(browser, full_site, "staff")
    full_site.shell(MAILED)
    page.goto("/staff/mail/")
    check_page(page, "staff-mail")
    page.locator("main a[href^='/staff/mail/']").first.click()
    expect(page.frame_locator("iframe").get_by_role("link").first).to_be_visible()
    check_page(page, "staff-mail-item")
    page.goto(f"/back-office/games/game/{full_site.shell(DESK)}/desk/")
    check_page(page, "staff-desk")
    page.context.close()
