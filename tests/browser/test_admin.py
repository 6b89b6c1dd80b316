"""The admin's pages are accessible on a desktop and a phone, and follow the site's colour scheme."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.themes import SCROLLS
from tests.combinations import every
from tests.site import Site

LISTS = ("notice", "game", "player", "card", "tile", "move")
PAGES = (
    "/back-office/",
    *(f"/back-office/games/{model}/" for model in every(LISTS, len(LISTS))),
    *every(("/back-office/accounts/user/", "/back-office/account/emailaddress/"), 2),
    *every(("/back-office/auth/group/add/", "/back-office/accounts/user/add/"), 2),
    *every(("/back-office/games/game/{game}/change/", "/back-office/accounts/user/{user}/change/"), 2),
    "/back-office/games/hint/",
    "/back-office/games/hint/{hint}/change/",
)
"""The pages to check. Outside `make test-all`, one of each kind."""
MAKE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import SavedList
from games.models import Game, Hint, Notice, NotificationKind
from tests.cast import found_or_made, somebody, table_of
from accounts.models import User
staff = User.objects.get(username="staff")
game = Game.objects.first() or table_of(staff, somebody("opponent"))
now = timezone.now()
facts = {"evidence": {"days": [4, 2]}, "created_at": now, "expires_at": now + Hint.KEPT}
third, fourth = (found_or_made(name) for name in ("third", "fourth"))
hint, _made = Hint.objects.get_or_create(facts, kind="device", about=third, other=fourth)
SavedList.objects.get_or_create(user=staff, name="Late tables of the last days", model="games.game", query="late=yes")
for days in range(3):
    told = {"kind": NotificationKind.OVER, "state": Notice.State.DONE, "due_at": now - timedelta(days=days)}
    Notice.objects.get_or_create(told, user=staff, key=f"{days} days ago")
print(staff.pk, game.pk, hint.pk)
"""


def test_the_admin_is_accessible_in_the_colours_that_are_chosen_for_the_site(
    visit: Callable[..., Page], site: Site, assert_accessible: Callable[[Page], None]
) -> None:
    page = visit("/back-office/", "staff")
    user, game, hint = site.shell(MAKE).split()
    for path in PAGES:
        answer = page.goto(path.format(user=user, game=game, hint=hint))
        assert answer is not None and answer.status == 200, path
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert_accessible(page)
            if "/hint/" in path or path == PAGES[0]:
                inside, room = page.evaluate(SCROLLS)
                assert inside <= room, path
    page.set_viewport_size({"width": 1280, "height": 900})
    chosen_colours(page)


def test_the_filters_of_a_list_unfold_and_are_a_sheet_on_a_phone(
    visit: Callable[..., Page], site: Site, assert_accessible: Callable[[Page], None]
) -> None:
    page = visit("/back-office/", "staff")
    site.shell(MAKE)
    page.goto("/back-office/games/game/")
    sheet, status = page.get_by_role("button", name="Filters"), page.locator(".filter summary", has_text="Status")
    expect(sheet).to_be_hidden()
    assert_accessible(page)  # an open filter may cover half of a heading, which axe takes for a small target
    status.click()
    expect(page.get_by_role("link", name="running", exact=True)).to_be_visible()
    assert_accessible(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(status).to_be_hidden()
    sheet.click()
    status.click()
    assert_accessible(page)
    page.get_by_role("link", name="running", exact=True).click()
    expect(page).to_have_url(re.compile("status__exact=running"))
    inside, room = page.evaluate(SCROLLS)
    assert inside <= room


def chosen_colours(page: Page) -> None:
    page.goto("/back-office/")
    for chosen, system, colour in (
        ("Dark", "light", "rgb(10, 17, 15)"),
        ("Light", "dark", "rgb(211, 194, 151)"),
        ("Same as the system", "dark", "rgb(10, 17, 15)"),
        ("Same as the system", "light", "rgb(211, 194, 151)"),
    ):
        page.emulate_media(color_scheme=system)
        page.get_by_role("button", name=chosen, exact=True).click()
        expect(page).to_have_url(re.compile("/back-office/$"))
        expect(page.locator("body")).to_have_css("background-color", colour)
