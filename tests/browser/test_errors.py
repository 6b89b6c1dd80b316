"""Error pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.recorded_game import RecordedGame
from tests.browser.themes import CheckPage
from tests.site import Site

Visit = Callable[..., Page]

MARGIN = 16
"""The smallest margin around a page's text, in pixels."""

LINKS = """
from datetime import timedelta
from django.utils import timezone
from games.core import seat_links
from games.models import Player
player = Player.objects.select_related("user", "game").get(game__public_id={table!r}, user__username="alice")
for age in (timedelta(), timedelta(days=15)):
    print(seat_links.url(player, player.user, timezone.now() - age))
"""
OTHER_DEAL = "from games.models import Game; Game.objects.filter(public_id={table!r}).update(secret='00' * 32)"
DOORMAN = """
from tests.cast import found_or_made
found_or_made("doorman", is_staff=True)
"""
SHUT_OUT = """
from accounts.models import User
from games import moderation
from tests.cast import found_or_made, some_moderator
mona = User.objects.filter(username="mona").first() or some_moderator("mona")
sid, bea = (found_or_made(name) for name in ("sid", "bea"))
moderation.suspend(mona, sid, 14, "Stalls", words="You kept others waiting on purpose, at six tables.")
moderation.ban(mona, bea, "Two accounts")
"""
FAILED = "from django.template.loader import render_to_string; print(render_to_string('500.html'))"


def status(page: Page, path: str) -> int:
    answer = page.goto(path)
    assert answer is not None
    return answer.status


def titled(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def csrf_failed(visit_desktop: Visit, check_page: CheckPage) -> None:
    page = visit_desktop("/accounts/login/")
    page.context.clear_cookies()
    page.locator("input[name=login]").fill("nobody")
    page.locator("input[type=password]").fill("wrong")
    page.locator("main form button.btn--main").click()
    titled(page, "This page was out of date")
    check_page(page, "error-too-old")


def too_many_requests(visit_desktop: Visit, check_page: CheckPage) -> None:
    page = visit_desktop("/accounts/password/reset/")
    token = page.locator("main [name=csrfmiddlewaretoken]").input_value()
    form = {"email": "nobody@example.org", "csrfmiddlewaretoken": token}
    for _ in range(8):
        answer = page.request.post("/accounts/password/reset/", form=form, headers={"Referer": page.url})
        if answer.status == 429:
            break
    page.get_by_label(re.compile("^E-mail")).fill("nobody@example.org")
    page.locator("main form button.btn--main").click()
    titled(page, "Too many attempts")
    check_page(page, "error-too-often")


def for_others(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check the page for staff without the permission."""
    site.shell(DOORMAN)
    page = visit_desktop("/tables/", "doorman")
    assert status(page, "/back-office/games/delivery/stuck/") == 403
    titled(page, "You can’t go in here")
    check_page(page, "error-not-for-you")


def suspended(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    site.shell(SHUT_OUT)
    sid, bea = visit_desktop("/lobby/", "sid"), visit_desktop("/tables/", "bea")
    titled(sid, "Your account is suspended")
    check_page(sid, "shut-out-suspended")
    titled(bea, "Your account is closed")
    check_page(bea, "shut-out-banned")


def a_mistake_of_ours(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check the template only, because no URL fails on purpose."""
    page = visit_desktop("/about/")
    page.set_content(site.shell(FAILED), wait_until="load")
    titled(page, "Something went wrong")
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading is not None
    assert heading["y"] >= MARGIN
    check_page(page, "error-ours")


def links_that_open_nothing(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    recorded = RecordedGame(site)
    found = site.shell(LINKS.format(table=recorded.record.table)).split()
    fresh, old = (re.sub("^https?://[^/]+", "", address) for address in found)
    page = visit_desktop()
    assert status(page, old) == 410
    check_page(page, "link-ended")
    other = visit_desktop("/tables/", "bob")
    assert status(other, fresh) == 403
    check_page(other, "link-of-somebody-else")


def a_replay_that_cannot_be_made(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    recorded = RecordedGame(site)
    site.shell(OTHER_DEAL.format(table=recorded.record.table))
    page = visit_desktop("/tables/", "alice")
    assert status(page, f"{recorded.address}replay/") == 409
    check_page(page, "error-replay")


def test_error_pages(visit_desktop: Visit, check_page: CheckPage, site: Site) -> None:
    """Check accessibility. View tests cover when each page is shown."""
    csrf_failed(visit_desktop, check_page)
    too_many_requests(visit_desktop, check_page)
    for_others(visit_desktop, check_page, site)
    suspended(visit_desktop, check_page, site)
    a_mistake_of_ours(visit_desktop, check_page, site)
    links_that_open_nothing(visit_desktop, check_page, site)
    a_replay_that_cannot_be_made(visit_desktop, check_page, site)
