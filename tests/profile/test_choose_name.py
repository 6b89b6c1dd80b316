"""Guests choose a name: on the way to a table, or later beside it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games.models import Game
from tests.cast import client_of, table_of
from tests.table.pages import page

pytestmark = pytest.mark.django_db


def test_the_way_in_suggests_a_name_that_one_press_keeps(alice: User) -> None:
    game = table_of(alice, size=3)
    browser = client_of()
    html = browser.get(reverse("invited", args=[game.invitation])).content.decode()
    (suggested,) = re.findall(r'name="guest_name" value="(Guest \d+)"', html)
    browser.post(reverse("invited", args=[game.invitation]), {"guest_name": suggested})
    assert game.players.filter(user__is_guest=True, user__display_name=suggested).exists()


def test_play_now_asks_for_no_name_first_and_offers_one_beside_the_table() -> None:
    browser = client_of()
    answer = browser.post(reverse("play-now"), follow=True)
    guest = User.objects.get(is_guest=True)
    html = answer.content.decode()
    assert f"The others see you as {guest.display_name}" in html
    next_page = re.search(r'name="next" value="(/games/\w+/)"', html)
    assert next_page
    saved = browser.post(reverse("choose-name"), {"display_name": "Dana", "next": next_page[1]})
    assert (saved.status_code, saved["Location"]) == (302, next_page[1])
    guest.refresh_from_db()
    assert guest.display_name == "Dana"


def test_guests_may_choose_a_name_while_the_table_waits(guest: User, alice: User) -> None:
    for user, offered in ((guest, True), (alice, False)):
        assert ('id="name-form"' in page(user, table_of(user, size=3, public_id=f"of{user.pk}"))) is offered


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "This field is required."),
        ("moderator", "looks like one of the site"),
        ("al1ce", "This name or one like it is taken"),
        ("Ada", "A computer player has this name"),
        ("\u202ename", "invisible"),
        ("a" * 31, "at most 30"),
        ("a\0b", "Null characters"),
    ],
)
def test_a_name_that_may_not_be_is_answered(name: str, says: str, guest: User, alice: User) -> None:
    before = guest.display_name
    answer = client_of(guest).post(reverse("choose-name"), {"display_name": name, "next": "/lobby/"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert says in html
    assert 'name="next" value="/lobby/"' in html
    guest.refresh_from_db()
    assert guest.display_name == before


def test_who_is_muted_keeps_the_name(guest: User) -> None:
    restrict(guest, Restriction.Kind.MUTE)
    assert client_of(guest).post(reverse("choose-name"), {"display_name": "Dana2"}).status_code == 422


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:alert(1)", "front"])
def test_choosing_a_name_never_redirects_to_another_site(elsewhere: str, guest: User) -> None:
    answer = client_of(guest).post(reverse("choose-name"), {"display_name": "Danae", "next": elsewhere})
    assert answer["Location"] == "/"


def test_the_new_name_stands_at_the_table(guest: User, alice: User) -> None:
    game = table_of(guest, alice)
    client_of(guest).post(reverse("choose-name"), {"display_name": "Dana the Quick"})
    assert "Dana the Quick" in page(alice, Game.objects.get(pk=game.pk))
