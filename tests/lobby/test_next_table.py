"""The link to the next waiting table, and the number of waiting tables."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.site import ROOT
from tests.table.pages import HTMX, page

pytestmark = pytest.mark.django_db

HOME = "/tables/"


def waits_for(game: Game, user: User, hours: float | None) -> None:
    """Let it be this user's turn, with ``hours`` left."""
    now = timezone.now()
    game.players.update(to_move_since=None, turn_started_at=None, deadline=None)
    due = None if hours is None else now + timedelta(hours=hours)
    game.players.filter(user=user).update(to_move_since=0, turn_started_at=now, deadline=due)


def next_of(user: User, html: str) -> str | None:
    found = re.search(r'class="btn btn--small btn--main next-table" href="([^"]+)"', html)
    return client_of(user).get(found[1]).headers["Location"] if found else None


def test_the_next_table_is_the_most_urgent(alice: User, bob: User) -> None:
    here, soon, later, never = (table_of(alice, bob) for _ in range(4))
    waits_for(here, bob, 1)
    waits_for(never, alice, None)
    waits_for(later, alice, 30)
    waits_for(soon, alice, 3)
    for headers in (None, HTMX):
        assert next_of(alice, page(alice, here, headers)) == soon.get_absolute_url()
    waits_for(soon, bob, 3)
    assert next_of(alice, page(alice, here)) == later.get_absolute_url()
    waits_for(later, bob, 3)
    assert next_of(alice, page(alice, here)) == never.get_absolute_url()
    waits_for(never, bob, 3)
    assert next_of(alice, page(alice, here)) is None
    assert "No other table is waiting for you." in page(alice, here)


def test_no_next_table_while_i_am_to_move(duel: Game, alice: User, bob: User) -> None:
    other = table_of(alice, bob)
    for game in (duel, other):
        waits_for(game, alice, 5)
    html = page(alice, duel)
    assert next_of(alice, html) is None
    assert "No other table" not in html


def test_the_next_table_follows_substitution(duel: Game, alice: User, bob: User, carol: User) -> None:
    other = table_of(alice, bob)
    waits_for(duel, bob, 5)
    waits_for(other, bob, 3)
    other.players.filter(user=bob).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    third = table_of(carol, alice)
    waits_for(third, alice, 9)
    assert next_of(carol, page(carol, third)) == other.get_absolute_url()
    waits_for(duel, alice, 5)
    assert next_of(bob, page(bob, duel)) is None


def test_a_paused_table_is_no_next_table(duel: Game, alice: User, bob: User) -> None:
    other = table_of(alice, bob)
    waits_for(duel, bob, 5)
    waits_for(other, alice, None)
    Game.objects.filter(pk=other.pk).update(paused_at=timezone.now())
    assert next_of(alice, page(alice, duel)) is None
    assert client_of(alice).get(reverse("waiting")).json()["waiting"] == 0


def test_the_link_jumps_to_what_waits_when_it_is_pressed(alice: User, bob: User) -> None:
    here, first, second = (table_of(alice, bob) for _ in range(3))
    waits_for(here, bob, 1)
    waits_for(first, alice, 3)
    waits_for(second, bob, 3)
    html = page(alice, here)
    waits_for(first, bob, 3)
    waits_for(second, alice, 9)
    assert next_of(alice, html) == second.get_absolute_url()
    waits_for(second, bob, 9)
    assert next_of(alice, html) == HOME


@pytest.mark.parametrize("table", ["", "nowhere", "a%00b", "x" * 300])
def test_the_parameter_from_may_name_any_table(duel: Game, alice: User, table: str) -> None:
    waits_for(duel, alice, 1)
    answer = client_of(alice).get(f"/tables/next/?from={table}")
    assert answer.headers["Location"] == duel.get_absolute_url()


# --- the number of waiting tables


def test_every_page_has_the_number_in_title_and_icon(duel: Game, alice: User, bob: User) -> None:
    asked = duel.players.select_related("user").get(to_move_since__isnull=False).user
    other = bob if asked == alice else alice
    for address in (HOME, "/lobby/", "/people/bob/", duel.get_absolute_url()):
        html = compact(client_of(asked).get(address).content.decode())
        assert re.search(r"<title>\s*\(1\) ", html), address
        assert "favicon-move" in html.split("</head>")[0].split('rel="icon"')[1].split(">")[0]
        theirs = compact(client_of(other).get(address).content.decode())
        assert not re.search(r"<title>\s*\(", theirs), address
        assert "favicon-move" not in theirs.split("</head>")[0].split('rel="icon"')[1].split(">")[0]


def test_pages_poll_the_number(duel: Game, alice: User) -> None:
    waits_for(duel, alice, 5)
    answer = client_of(alice).get(reverse("waiting"))
    assert answer.json() == {"waiting": 1, "says": "1 table waiting"}
    assert "no-store" in answer["Cache-Control"]
    assert client_of().get(reverse("waiting")).json()["waiting"] == 0
    assert client_of(alice).post(reverse("waiting")).status_code == 405


def test_no_script_requests_notification_permission_unasked() -> None:
    """Only a button in the settings requests permission; the service worker merely renews a subscription."""
    asks = re.compile(r"requestPermission|new Notification\(|pushManager\.subscribe")
    asking = {path.name for path in _scripts() if asks.search(path.read_text())}
    assert asking == {"push.js", "service_worker.js"}


def _scripts() -> list[Path]:
    """Return the site's scripts, without third-party and collected scripts."""
    apps = ("accounts", "chicago", "games")
    return [path for app in apps for path in ROOT.glob(f"{app}/static/**/*.js") if "vendor" not in path.parts]


# --- queries
