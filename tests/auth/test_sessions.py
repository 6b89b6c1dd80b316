"""Sessions: listed only to their owner, ended one at a time, or all together with the links in mails."""

from datetime import timedelta
from time import time

import pytest
from allauth.account import app_settings
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.auth import sessions
from accounts.models import User
from accounts.profile.user_agents import name_of
from games.core import seat_links
from games.models import Game
from tests.auth.codes import show_password, sign_in, signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36"
HOME = reverse("home")


@pytest.fixture
def desk(alice: User) -> Client:
    browser = Client()
    sign_in(browser)
    return browser


@pytest.fixture
def phone(alice: User) -> Client:
    browser = Client(headers={"User-Agent": PHONE})
    sign_in(browser)
    return browser


def listed(browser: Client) -> str:
    return browser.get(reverse("security")).content.decode()


def row_of(browser: Client) -> UserSession:
    return UserSession.objects.get(session_key=browser.session.session_key)


def still_in(browser: Client) -> bool:
    return browser.get(HOME).status_code == 200


def test_sessions_are_listed_and_the_current_one_is_marked(desk: Client, phone: Client) -> None:
    page = listed(desk)
    assert "Chrome, Android" in page and page.count("127.0.0.1") == 2 and page.count("this one") == 1
    assert reverse("end-session", args=[row_of(phone).pk]) in page
    assert reverse("end-session", args=[row_of(desk).pk]) not in page


def test_one_session_can_be_ended(desk: Client, phone: Client, monkeypatch) -> None:
    later = time() + app_settings.REAUTHENTICATION_TIMEOUT
    monkeypatch.setattr("accounts.access.guards.time", lambda: later)
    address = reverse("end-session", args=[row_of(phone).pk])
    asked = desk.post(address)
    assert asked.url.partition("?")[0] == reverse("account_reauthenticate") and still_in(phone)
    done = desk.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": address})
    assert done.url == reverse("security")
    assert not still_in(phone) and still_in(desk)
    assert "Chrome, Android" not in listed(desk)
    assert desk.post(address).status_code == 404


def test_sessions_of_other_users_can_not_be_ended(client_of, bob: User, phone: Client) -> None:
    browser = client_of(bob)
    show_password(browser)
    assert browser.post(reverse("end-session", args=[row_of(phone).pk])).status_code == 404
    assert still_in(phone)


def test_all_others_are_signed_out_and_the_links_end(desk: Client, phone: Client, duel: Game, alice: User) -> None:
    player = duel.players.get(user=alice)
    token = seat_links.url(player, alice, timezone.now()).split("/")[-2]
    assert seat_links.read(token).player == player
    show_password(desk)
    never_noted = Client()
    never_noted.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    UserSession.objects.filter(session_key=never_noted.session.session_key).delete()
    desk.post(reverse("end-other-sessions"))
    assert [still_in(each) for each in (desk, phone, never_noted)] == [True, False, False]
    with pytest.raises(seat_links.ExpiredToken):
        seat_links.read(token)
    assert listed(desk).count("Last seen") == 1


def test_a_new_password_signs_the_others_out(desk: Client, phone: Client) -> None:
    new = "an-altogether-new-one-8"
    sent = {"oldpassword": PASSWORD, "password1": new}
    assert desk.post(reverse("account_change_password"), sent).status_code == 302
    assert still_in(desk) and not still_in(phone)
    assert UserSession.objects.count() == 1


def test_signing_out_removes_the_session_from_the_list(desk: Client, phone: Client) -> None:
    phone.post(reverse("account_logout"))
    assert not signed_in(phone)
    assert listed(desk).count("Last seen") == 1


def test_a_session_from_before_is_listed_as_soon_as_it_is_used(client_of, alice: User) -> None:
    browser = client_of(alice)
    assert not UserSession.objects.exists()
    User.objects.filter(pk=alice.pk).update(last_seen_at=timezone.now() - timedelta(hours=1))
    browser.get(HOME)
    assert row_of(browser).user == alice


def test_expired_sessions_are_deleted(desk: Client, phone: Client) -> None:
    Session.objects.filter(session_key=phone.session.session_key).update(expire_date=timezone.now())
    assert "Chrome, Android" not in listed(desk)
    sessions.delete_expired()
    assert UserSession.objects.get() == row_of(desk)
    assert Session.objects.count() == 1


def test_anonymous_visitors_are_redirected_to_sign_in(visitor) -> None:
    for answer in (visitor.get(reverse("security")), visitor.post(reverse("end-other-sessions"))):
        assert answer.url.partition("?")[0] == reverse("account_login")


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/141.0 Safari/537.36", "Chrome, Mac"),
        ("curl", ""),
        ("", ""),
    ],
)
def test_names_of_browsers(agent: str, name: str) -> None:
    assert name_of(agent) == name
