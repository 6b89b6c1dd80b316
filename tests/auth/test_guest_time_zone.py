"""Every form that creates a guest posts the browser's time zone."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse

from accounts.models import User
from games.models import Game
from tests.cast import client_of, table_of
from tests.playing import give_up, lose_seat, play_on

pytestmark = pytest.mark.django_db

FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
ROOT = Path(__file__).parents[2]
ASK_FOR_NAME = {"substitute", "join"}
"""Views that lead to a page with a form for the name if none was posted."""


def _makes_guests(address: str, inside: str) -> bool:
    """Return whether the view's file signs visitors in as guests.

    Other forms in that file may have the field, too.
    """
    match = resolve(urlsplit(address).path)
    source = Path(inspect.getfile(inspect.unwrap(match.func))).read_text(encoding="utf-8")
    return "user_or_guest(" in source and ("guest_name" in inside or match.url_name not in ASK_FOR_NAME)


def _forms(address: str) -> Iterator[tuple[str, str]]:
    answer = client_of().get(address)
    assert answer.status_code == 200, address
    for attributes, inside in FORM.findall(answer.content.decode()):
        if 'method="post"' in attributes:
            action = re.search(r'action="([^"]*)"', attributes)
            yield action[1] if action else address, inside


@pytest.fixture
def pages(alice: User, bob: User) -> list[str]:
    waiting = table_of(alice, size=2)
    lost = play_on(table_of(alice, bob), 6)
    vacant = lose_seat(lost)
    over = give_up(play_on(table_of(alice, bob), 12, seed=4))
    of_tables = [
        reverse("invited", args=[waiting.invitation]),
        waiting.get_absolute_url(),
        lost.get_absolute_url(),
        reverse("substitute", args=[lost.public_id, vacant.place]),
        reverse("review-play-on", args=[over.public_id, 8]),
    ]
    lobby = [reverse(name) for name in ("front", "lobby", "open-table", "opponents", "invite-friend")]
    learning = [reverse(name, args=["chicago_poker"]) for name in ("rules", "lessons")]
    return [*lobby, *learning, *of_tables]


def test_every_form_that_makes_a_guest_takes_the_time_zone(pages: list[str]) -> None:
    found = set()
    for address in pages:
        for action, inside in _forms(address):
            if _makes_guests(action, inside):
                assert "data-browser-zone" in inside, (address, action)
                found.add(resolve(urlsplit(action).path).url_name)
    views = {"play-now", "play-stranger", "open-table", "invite-friend", "invited", "substitute", "review-play-on"}
    assert views <= found
    makers = [path for path in (ROOT / "games").rglob("*.py") if "user_or_guest(" in path.read_text(encoding="utf-8")]
    assert len(makers) == 5, "a new view that makes guests: its page belongs to `pages`"


def test_a_guest_who_takes_over_a_seat_has_their_time_zone(alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob), 6)
    vacant = lose_seat(game)
    address = reverse("substitute", args=[game.public_id, vacant.place])
    client_of().post(address, {"guest_name": "Dana", "time_zone": "Europe/Vienna"})
    assert Game.objects.get(pk=game.pk).players.get(seat=vacant.seat).user.time_zone == "Europe/Vienna"
