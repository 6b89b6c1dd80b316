"""The language of pages: the account's, otherwise the one chosen in this browser, otherwise the browser's own."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models import User
from tests.normalized import compact

pytestmark = pytest.mark.django_db

PAGE = reverse("about")


@pytest.fixture(autouse=True)
def languages(settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("fr", "Français"), ("pl", "Polski"), ("ar", "العربية")]


def language(response) -> str:
    """Return the language that the page declares, in its header and in its HTML."""
    said = re.search(r'<html\s+lang="([^"]+)"\s+dir="(\w+)"', response.content.decode())
    assert said is not None
    assert said[1] == response.headers["Content-Language"]
    assert said[2] == ("rtl" if said[1] == "ar" else "ltr")
    return said[1]


def switch(browser: Client, to: str, came_from: str = "", **more: str):
    return browser.post(reverse("language"), {"language": to} | more, headers={"Referer": came_from})


def test_a_visitor_gets_the_browsers_language_until_they_choose() -> None:
    browser = Client(headers={"Accept-Language": "de, fr;q=0.8, pl;q=0.7"})
    assert language(browser.get(PAGE)) == "fr"
    switch(browser, "pl")
    assert language(browser.get(PAGE)) == "pl"
    assert language(Client().get(PAGE)) == "en"


def test_the_account_counts_more_than_the_browser(client_of, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="pl")
    browser = client_of(alice)
    browser.cookies["language"] = "fr"
    assert language(browser.get(PAGE, headers={"Accept-Language": "fr"})) == "pl"
    assert language(browser.get("/nowhere/", headers={"Accept-Language": "fr"})) == "pl"


def test_a_removed_language_counts_as_unset(client_of, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="tlh", last_language="tlh")
    browser = client_of(alice)
    browser.cookies["language"] = "tlh"
    assert language(browser.get(PAGE, headers={"Accept-Language": "fr"})) == "fr"
    alice.refresh_from_db()
    assert alice.mail_language == "en"


def test_the_switch_returns_to_the_page_and_is_saved_with_the_user(client_of, guest: User) -> None:
    browser = client_of(guest)
    page = browser.get("/lobby/?f=open")
    text = compact(page.content.decode())
    assert 'name="next" value="/lobby/"' in text
    assert '<button name="language" value="pl" lang="pl">Polski</button>' in text
    assert '<button name="language" value="en" lang="en" aria-current="true">English</button>' in text
    assert switch(browser, "ar", came_from="http://testserver/lobby/?f=open", next="/lobby/").url == "/lobby/?f=open"
    assert User.objects.get(pk=guest.pk).language == "ar"
    assert language(browser.get(PAGE)) == "ar"


@pytest.mark.parametrize("nonsense", ["", "tlh", "../../etc", "en\0", "x" * 5000])
def test_an_unknown_language_changes_nothing(client_of, alice: User, nonsense: str) -> None:
    browser = client_of(alice)
    assert switch(browser, nonsense, next="https://elsewhere.example/").url == "/"
    assert "language" not in browser.cookies
    assert User.objects.get(pk=alice.pk).language == ""
    assert browser.get(reverse("language")).status_code == 405


def test_the_settings_name_each_language_in_itself_and_answer_in_the_chosen_one(client_of, alice: User) -> None:
    browser = client_of(alice)
    switch(browser, "ar")
    text = compact(browser.get(reverse("settings")).content.decode())
    assert '<option value="pl" lang="pl">Polski</option>' in text
    chosen = {"time_zone": "UTC", "night_from": "23:00", "night_until": "07:00"}
    browser.post(reverse("settings"), chosen | {"language": "fr"})
    assert language(browser.get(PAGE)) == "fr"
    browser.post(reverse("settings"), chosen | {"language": ""})
    assert language(browser.get(PAGE, headers={"Accept-Language": "pl"})) == "pl"


def test_caches_vary_by_language() -> None:
    for address in ("/", PAGE, reverse("lobby"), reverse("rules-home"), reverse("account_login"), "/nowhere/"):
        vary = Client().get(address, follow=True).headers["Vary"]
        assert {"Accept-Language", "Cookie"} <= set(re.split(", *", vary)), address


def test_with_one_language_there_is_nothing_to_switch(settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English")]
    assert reverse("language") not in Client().get(PAGE).content.decode()


def test_mails_default_to_the_language_of_the_last_page(client_of, alice: User) -> None:
    browser = client_of(alice)
    User.objects.filter(pk=alice.pk).update(last_seen_at=None)
    browser.get(PAGE, headers={"Accept-Language": "fr"})
    alice.refresh_from_db()
    assert (alice.language, alice.mail_language) == ("", "fr")
    switch(browser, "pl")
    alice.refresh_from_db()
    assert alice.mail_language == "pl"


def test_a_mail_about_an_account_is_in_its_owners_language_and_time(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="pl", time_zone="Asia/Tokyo")
    seen = []

    def look(*_args: object, **_facts: object) -> None:
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("allauth.account.adapter.DefaultAccountAdapter.send_mail", look)
        asking = Client(headers={"Accept-Language": "fr"})
        asking.post(reverse("account_reset_password"), {"email": alice.email.upper()})
        asking.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert seen == [("pl", "Asia/Tokyo"), ("fr", "UTC")]
    assert not mail.outbox


def test_the_switch_is_on_staffs_pages_too(client_of, staff: User) -> None:
    browser = client_of(staff)
    for address in ("/back-office/", "/back-office/games/game/", f"/back-office/accounts/user/{staff.pk}/change/"):
        text = " ".join(browser.get(address).content.decode().split())
        assert f'name="next" value="{address}"' in text
