"""What is shown instead of a page: too old, too often, not for you, a link that ended, a replay that can't be made."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.sentences import Telling
from tests.browser.themes import Look
from tests.site import Site

Visit = Callable[..., Page]

MARGIN = 16
"""Pixels between the edge of a screen and what is written on it."""

LINKS = """
from datetime import timedelta
from django.utils import timezone
from games.notifications import seat_links
from games.models import Player
player = Player.objects.select_related("user", "game").get(game__table={table!r}, user__username="alice")
for age in (timedelta(), timedelta(days=15)):
    print(seat_links.url(player, player.user, timezone.now() - age))
"""
OTHER_DEAL = "from games.models import Game; Game.objects.filter(table={table!r}).update(secret='00' * 32)"
DOORMAN = """
from accounts.models import User
from tests.cast import somebody
User.objects.filter(username="doorman").first() or somebody("doorman", is_staff=True)
"""
SHUT_OUT = """
from accounts.models import User
from games import moderation
from tests.cast import some_moderator, somebody
mona = User.objects.filter(username="mona").first() or some_moderator("mona")
for name in ("sid", "bea"):
    if not User.objects.filter(username=name).exists():
        somebody(name)
sid, bea = (User.objects.get(username=name) for name in ("sid", "bea"))
moderation.suspend(mona, sid, 14, "Stalls", words="You kept others waiting on purpose, at six tables.")
moderation.ban(mona, bea, "Two accounts")
"""
FAILED = "from django.template.loader import render_to_string; print(render_to_string('500.html'))"


def status(page: Page, path: str) -> int:
    """What the site answers there."""
    answer = page.goto(path)
    assert answer is not None
    return answer.status


def titled(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def too_old(go: Visit, look: Look) -> None:
    page = go("/accounts/login/")
    page.context.clear_cookies()
    page.locator("input[name=login]").fill("nobody")
    page.locator("input[type=password]").fill("wrong")
    page.locator("main form button.btn--main").click()
    titled(page, "The page was too old")
    look(page, "error-too-old")


def too_often(go: Visit, look: Look) -> None:
    page = go("/accounts/password/reset/")
    for _ in range(8):
        page.goto("/accounts/password/reset/")
        page.get_by_label(re.compile("^E-mail")).fill("nobody@example.org")
        page.locator("main form button.btn--main").click()
        if page.get_by_role("heading", level=1).inner_text().lower() == "too many tries":
            break
    titled(page, "Too many tries")
    look(page, "error-too-often")


def for_others(go: Visit, look: Look, site: Site) -> None:
    """Somebody helps in the house, but was not given this."""
    site.shell(DOORMAN)
    page = go("/tables/", "doorman")
    assert status(page, "/back-office/games/delivery/stuck/") == 403
    titled(page, "Not for you")
    look(page, "error-not-for-you")


def shut_out(go: Visit, look: Look, site: Site) -> None:
    site.shell(SHUT_OUT)
    sid, bea = go("/lobby/", "sid"), go("/tables/", "bea")
    titled(sid, "Your account is suspended")
    look(sid, "shut-out-suspended")
    titled(bea, "Your account is closed")
    look(bea, "shut-out-banned")


def a_mistake_of_ours(go: Visit, look: Look, site: Site) -> None:
    """No address leads there, as long as there is none."""
    page = go("/about/")
    page.set_content(site.shell(FAILED), wait_until="load")
    titled(page, "Something went wrong")
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading is not None
    assert heading["y"] >= MARGIN
    look(page, "error-ours")


def links_that_open_nothing(go: Visit, look: Look, site: Site) -> None:
    telling = Telling(site)
    found = site.shell(LINKS.format(table=telling.record.table)).split()
    fresh, old = (re.sub("^https?://[^/]+", "", address) for address in found)
    page = go()
    assert status(page, old) == 410
    look(page, "link-ended")
    other = go("/tables/", "bob")
    assert status(other, fresh) == 403
    look(other, "link-of-somebody-else")


def a_replay_that_cannot_be_made(go: Visit, look: Look, site: Site) -> None:
    telling = Telling(site)
    site.shell(OTHER_DEAL.format(table=telling.record.table))
    page = go("/tables/", "alice")
    assert status(page, f"{telling.address}replay/") == 409
    look(page, "error-replay")


def test_what_is_shown_instead_of_a_page(go: Visit, look: Look, site: Site) -> None:
    """Each can be read and used by everybody; when each is shown is what tests of views show."""
    too_old(go, look)
    too_often(go, look)
    for_others(go, look, site)
    shut_out(go, look, site)
    a_mistake_of_ours(go, look, site)
    links_that_open_nothing(go, look, site)
    a_replay_that_cannot_be_made(go, look, site)
