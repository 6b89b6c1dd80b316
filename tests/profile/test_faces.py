"""The face that users choose: in the settings, wherever others see them, in their data."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils.translation import override

from accounts.friends import friendships
from accounts.models import Face, User
from accounts.privacy.erasure import erase_user
from accounts.profile.faces import face_url
from games.chat import rooms
from games.models import Rating
from tests.cast import client_of, table_of
from tests.privacy.test_data_export import data_of
from tests.profile.test_settings_page import CHOSEN

pytestmark = pytest.mark.django_db

CURLS = face_url(Face.CURLS)


def choose(user: User, face: str) -> int:
    return client_of(user).post(reverse("settings"), CHOSEN | {"display_name": "", "face": face}).status_code


def face_of(user: User) -> str:
    return User.objects.get(pk=user.pk).face


def test_each_face_is_drawn() -> None:
    drawn = Path(str(finders.find("profile/faces.svg"))).read_bytes()
    assert {face.value for face in Face} == set(re.findall(r'<symbol id="([\w-]+)"', drawn.decode()))
    assert len(gzip.compress(drawn)) <= 4200


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_each_face_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with override("en"):
        english = [str(face.label) for face in Face]
    with override(language):
        names = [str(face.label) for face in Face]
    assert len(set(names)) == len(Face)
    translated = sum(name != original for name, original in zip(names, english, strict=True))
    assert translated == 0 if language == "en" else translated > len(Face) / 2


def test_users_and_guests_choose_a_face_and_give_it_up(alice: User, guest: User) -> None:
    for user in (alice, guest):
        own = reverse("profile", args=[user.username])
        assert "Choose a face" in client_of(user).get(own).content.decode()
        assert (choose(user, "curls"), face_of(user)) == (302, "curls")
        client_of(user).post(reverse("settings"), CHOSEN | {"display_name": ""})
        assert face_of(user) == "curls"  # by a form without faces
        assert "Choose a face" not in client_of(user).get(own).content.decode()
        assert (choose(user, ""), face_of(user)) == (302, "")


def test_the_settings_offer_each_face_by_name(alice: User) -> None:
    choose(alice, "curls")
    page = client_of(alice).get(reverse("settings")).content.decode()
    assert re.findall(r'<input type="radio" name="face" value="([\w-]*)"', page) == ["", *(face.value for face in Face)]
    assert re.search(r'name="face" value="curls"[^>]* checked', page)
    assert all(f'<span class="vh">{label}</span>' in page for label in Face.labels)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_others_see_the_face_in_the_seat_and_the_talk(variant: str, alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=variant)
    User.objects.filter(pk=alice.pk).update(face="curls")
    before = client_of(bob).get(game.get_absolute_url()).content.decode()
    assert before.count(CURLS) == 1
    rooms.post(game.players.select_related("game").get(user=alice), alice, "Evening.")
    assert client_of(bob).get(game.get_absolute_url()).content.decode().count(CURLS) == 2


def test_an_unknown_face_is_refused_in_words(alice: User) -> None:
    answer = client_of(alice).post(reverse("settings"), CHOSEN | {"display_name": "", "face": "nobody"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "We don’t have that face. Choose one of these." in shown
    (described,) = re.findall(r'<fieldset aria-describedby="([^"]*)">\s*<legend>Your face', shown)
    assert all(f'id="{key}"' in shown for key in described.split())
    assert re.search(rf'id="{described.split()[-1]}">\s*<li>We don’t have that face', shown)


def test_others_see_the_face_on_lists_and_pages(alice: User, bob: User) -> None:
    choose(alice, "curls")
    table_of(alice, bob)
    open_table = table_of(alice, bob, size=3, public=True)
    Rating.objects.create(user=alice, variant="chicago_poker", games=12, mu=25, sigma=2)
    friendships.send_request(bob, alice)
    friendships.send_request(alice, bob)
    pages = [
        open_table.get_absolute_url(),
        reverse("home"),
        reverse("lobby"),
        reverse("friends"),
        reverse("leaderboard", args=["chicago_poker"]),
        reverse("profile", args=["alice"]),
    ]
    assert [address for address in pages if CURLS not in client_of(bob).get(address).content.decode()] == []


def test_the_face_is_in_the_download_and_gone_after_erasure(alice: User) -> None:
    choose(alice, "curls")
    assert data_of(alice)["account"][0]["face"] == "curls"
    erase_user(alice)
    assert face_of(alice) == ""
