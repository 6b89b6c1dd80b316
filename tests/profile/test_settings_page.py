"""The settings page, the theme, changing address and password, and the time zone of pages."""

import re
from datetime import UTC, datetime, time

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.auth.middleware import PreferencesMiddleware
from accounts.models import User
from tests.cast import PASSWORD, client_of

pytestmark = pytest.mark.django_db

CHOSEN = {
    "display_name": " Alice  B ",
    "language": "en",
    "time_zone": "America/Chicago",
    "theme": "dark",
    "night_from": "22:30",
    "night_until": "06:00",
    "playing_from": "10",
}


def choose(browser, **changes: str):
    return browser.post(reverse("settings"), CHOSEN | changes)


def test_preferences_are_saved(client_of, alice: User) -> None:
    browser = client_of(alice)
    assert choose(browser).url == reverse("settings")
    alice.refresh_from_db()
    kept = (alice.display_name, alice.language, alice.time_zone, alice.theme)
    assert kept == ("Alice B", "en", "America/Chicago", "dark")
    page = browser.get(reverse("settings")).content.decode()
    assert (alice.night_from, alice.night_until, alice.playing_from) == (time(22, 30), time(6), 10)
    assert '<option value="10" selected>10:00</option>' in page
    assert 'data-theme="dark"' in page
    assert '<option value="America/Chicago" selected>' in page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"time_zone": "Mars/Olympus"}, "There’s no time zone called Mars/Olympus."),
        ({"night_from": "20:00", "night_until": "06:01"}, "Your night can last at most 10 hours."),
        ({"night_from": "25:00"}, "Enter a valid time."),
        ({"time_zone": ""}, "This field is required."),
        ({"time_zone": "UTC\0"}, "Null characters are not allowed."),
        ({"time_zone": "x" * 5000}, "at most 50 characters"),
        ({"display_name": "a\u202eb"}, "invisible characters"),
        ({"display_name": "a\0b"}, "Null characters are not allowed."),
        ({"display_name": "x" * 5000}, "at most 30 characters"),
        ({"about_me": "x" * 121}, "at most 120 characters"),
        ({"about_me": "Buy at https://example.org"}, "can’t contain links"),
        ({"about_me": "see WWW.example.org"}, "can’t contain links"),
        ({"about_me": "a\0b"}, "Null characters are not allowed."),
        ({"language": "tlh"}, "tlh is not one of the available choices"),
        ({"face": "smirk"}, "We don’t have that face. Choose one of these."),
        ({"playing_from": "24"}, "Choose an hour from 0 to 23."),
        ({"playing_from": "9:00"}, "Choose an hour from 0 to 23."),
        ({"theme": "pink"}, "pink is not one of the available choices"),
    ],
)
def test_invalid_input_is_refused_with_a_message_at_the_field(client_of, alice: User, changes, said: str) -> None:
    response = choose(client_of(alice), **changes)
    assert response.status_code == 422
    assert said in response.content.decode()
    before = User.objects.get(pk=alice.pk)
    assert (before.display_name, before.time_zone, before.theme) == ("", "UTC", "")


def test_a_page_from_before_the_playing_hours_leaves_them_alone(client_of, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(playing_from=14)
    sent = {name: value for name, value in CHOSEN.items() if name != "playing_from"}
    assert client_of(alice).post(reverse("settings"), sent).status_code == 302
    alice.refresh_from_db()
    assert (alice.display_name, alice.playing_from) == ("Alice B", 14)


def test_the_page_says_when_another_night_or_zone_counts(client_of, alice: User, guest: User) -> None:
    for user in (alice, guest):
        page = " ".join(client_of(user).get(reverse("settings")).content.decode().split())
        assert "If you change these hours or your time zone, the change takes effect with your next turn." in page


def test_an_unlisted_zone_remains_a_choice(client_of, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Etc/GMT+5")
    assert '<option value="Etc/GMT+5" selected>' in client_of(alice).get(reverse("settings")).content.decode()


def test_a_guest_has_settings_but_no_mail(client_of, guest: User) -> None:
    browser = client_of(guest)
    page = browser.get(reverse("settings")).content.decode()
    assert "hand_in_mail" not in page and reverse("upgrade") in page
    choose(browser, display_name="Dana D")
    guest.refresh_from_db()
    assert guest.shown_name == "Dana D"


@pytest.mark.parametrize("name", ["settings", "delete-account", "account_email", "account_change_password"])
def test_visitors_are_sent_to_sign_in(visitor, name: str) -> None:
    assert visitor.get(reverse(name)).url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", ["account_signup", "account_email", "account_change_password", "account_set_password"])
def test_a_guest_becomes_an_account_before_mail_and_password(client_of, guest: User, name: str) -> None:
    browser = client_of(guest)
    assert browser.get(reverse(name)).url == reverse("upgrade")
    assert browser.post(reverse(name), {"password1": PASSWORD}).url == reverse("upgrade")
    guest.refresh_from_db()
    assert not guest.has_usable_password()


@pytest.mark.parametrize(
    ("sent", "kept"), [("dark", "dark"), ("light", "light"), ("", ""), ("p\0nk", ""), ("x" * 999, "")]
)
def test_the_theme_is_saved_for_users_and_visitors(client_of, visitor, alice: User, sent: str, kept: str) -> None:
    for browser in (client_of(alice), visitor):
        response = browser.post(reverse("theme"), {"theme": sent, "next": "/lobby/?page=2"})
        assert response.url == "/lobby/?page=2"
        assert response.cookies["theme"].value == kept
    alice.refresh_from_db()
    assert alice.theme == kept


@pytest.mark.parametrize(
    "page", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\0", "", "/\r\nX: 1\0", "1e999"]
)
def test_the_theme_switch_leads_nowhere_else(visitor, page: str) -> None:
    response = visitor.post(reverse("theme"), {"theme": "dark", "next": page})
    assert response.status_code == 302
    assert response.url.startswith("/") and not response.url.startswith("//")
    assert "\n" not in response.url


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/lobby/?page=2", "/lobby/?page=2"),
        ("http://testserver/games/?page=2", "/lobby/"),
        ("https://evil.example/lobby/?page=2", "/lobby/"),
        ("http://[?page=2", "/lobby/"),
        ("", "/lobby/"),
    ],
)
def test_the_theme_switch_leads_back_to_the_page_as_it_was(visitor, came_from: str, back: str) -> None:
    answer = visitor.post(reverse("theme"), {"theme": "dark", "next": "/lobby/"}, headers={"Referer": came_from})
    assert answer.url == back


def test_the_theme_is_not_changed_by_a_link(visitor) -> None:
    assert visitor.get(reverse("theme")).status_code == 405


def test_a_new_address_counts_once_it_is_confirmed(client_of, alice: User, link_in_mail) -> None:
    browser = client_of(alice)
    sign_in = {"login": "alice", "password": PASSWORD}
    browser.post(reverse("account_logout"))
    browser.post(reverse("account_login"), sign_in)
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_add": "1"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert b"is waiting to be confirmed" in browser.get(reverse("account_email")).content
    browser.post(link_in_mail())
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert EmailAddress.objects.get(user=alice).email == "new@example.org"


def test_a_changed_password_is_the_one_that_counts(client_of, alice: User) -> None:
    browser, new = client_of(alice), "an-altogether-new-one-8"
    browser.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new})
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert browser.get(reverse("settings")).status_code == 200


def _told(user: User) -> str:
    def page(_request) -> HttpResponse:
        return HttpResponse(timezone.localtime(datetime(2026, 1, 1, 12, tzinfo=UTC)).isoformat())

    request = RequestFactory().get("/")
    request.user, request.session = user, SessionStore()
    return PreferencesMiddleware(page)(request).content.decode()


def test_times_are_in_the_viewers_time_zone(alice: User, bob: User) -> None:
    alice.time_zone = "Asia/Tokyo"
    assert _told(alice) == "2026-01-01T21:00:00+09:00"
    assert _told(bob) == "2026-01-01T12:00:00+00:00"


@pytest.mark.parametrize(
    "name",
    [
        "settings",
        "upgrade",
        "delete-account",
        "account_email",
        "account_change_password",
        "account_logout",
        "account_login",
    ],
)
@pytest.mark.parametrize("who", ["visitor", "guest", "alice", "staff"])
def test_every_page_answers_every_role(request, client_of, who: str, name: str) -> None:
    browser = client_of(None if who == "visitor" else request.getfixturevalue(who))
    response = browser.get(reverse(name))
    assert response.status_code in (200, 302)
    if response.status_code == 200:
        assert response.content.count(b"<h1") == 1


def test_the_settings_page_takes_few_queries(client_of, alice: User, django_assert_max_num_queries) -> None:
    browser = client_of(alice)
    with django_assert_max_num_queries(6):
        browser.get(reverse("settings"))


def test_a_guest_reads_what_leaving_means_for_them(guest: User) -> None:
    shown = " ".join(client_of(guest).get(reverse("settings")).content.decode().split())
    assert f"nobody can come back as {guest.shown_name}, and your seats are lost" in shown
    assert f"Delete everything about {guest.shown_name}" in shown
    assert "Delete the account" not in shown
    assert "user name" not in shown


def test_a_guest_without_a_name_gets_a_generated_one(guest: User) -> None:
    client_of(guest).post(reverse("settings"), CHOSEN | {"display_name": ""})
    guest.refresh_from_db()
    assert guest.display_name.startswith("Guest ")


@pytest.mark.parametrize("who", ["alice", "staff"])
def test_a_choice_from_a_list_has_no_greatest_length(alice: User, staff: User, who: str) -> None:
    """HTML has `maxlength` only for typed text."""
    address = {"alice": reverse("settings"), "staff": reverse("admin:accounts_user_change", args=[alice.pk])}[who]
    page = client_of({"alice": alice, "staff": staff}[who]).get(address).content.decode()
    assert 'name="time_zone"' in page
    assert not re.findall(r"<select[^>]*maxlength", page)
