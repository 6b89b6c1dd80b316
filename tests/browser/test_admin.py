"""The admin's pages: within reach of fingers and screen readers like all others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.site import Site

PAGES = (
    "/admin/",
    "/admin/games/game/",
    "/admin/games/player/",
    "/admin/games/card/",
    "/admin/games/businesstile/",
    "/admin/games/move/",
    "/admin/games/notice/",
    "/admin/accounts/user/",
    "/admin/accounts/user/add/",
    "/admin/accounts/user/{user}/change/",
    "/admin/account/emailaddress/",
    "/admin/auth/group/add/",
    "/admin/games/game/{game}/change/",
)
MAKE = """
from games.models import Game
from tests.cast import somebody, table_of
from accounts.models import User
staff = User.objects.get(username="staff")
game = Game.objects.first() or table_of(staff, somebody("opponent"))
print(staff.pk, game.pk)
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_admin_is_accessible(
    visit: Callable[..., Page], site: Site, accessible: Callable[[Page], None], width: int
) -> None:
    page = visit("/admin/", "staff", width)
    user, game = site.shell(MAKE).split()
    for path in PAGES:
        page.goto(path.format(user=user, game=game))
        accessible(page)
