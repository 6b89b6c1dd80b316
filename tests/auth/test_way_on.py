"""A visitor's destination survives sign-in, sign-up, links in mails and upgrading; no mail leads off the site."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.auth.test_sign_in import NEWCOMER, sign_in, signed_in
from tests.cast import PASSWORD, client_of, some_guest
from tests.web.test_browser_responses import FOREIGN

pytestmark = pytest.mark.django_db

ON = "/join/abc/?seat=2&from=friend"
NEW = "an-altogether-new-one-8"


def link_on(browser: Client, page: str, words: str) -> str:
    """Return the address of the last link with this text on the page, since the first may be in the menu."""
    shown = browser.get(page).content.decode()
    return unescape(re.findall(rf'<a[^>]*href="([^"]*)"[^>]*>\s*{words}\s*</a>', shown)[-1])


def next_of(url: str) -> str | None:
    return parse_qs(urlsplit(url).query).get("next", [None])[0]


def with_next(name: str, on: str = ON, **parts: str) -> str:
    return f"{reverse(name, kwargs=parts)}?{urlencode({'next': on})}"


def signed_up(browser: Client, on: str = ON) -> str:
    """Return the link in the mail to a new user whose destination was ``on``."""
    browser.post(reverse("account_signup"), NEWCOMER | {"next": on})
    return re.search(r"http://testserver(/accounts/confirm\S+)", mail.outbox[-1].body)[1]


@pytest.mark.parametrize(
    ("name", "words", "leads_to"),
    [
        ("account_login", "Make an account", "account_signup"),
        ("account_login", "I’ve forgotten my password", "account_reset_password"),
        ("account_signup", "Sign in", "account_login"),
        ("account_reset_password_done", "Use another address", "account_reset_password"),
        ("account_reset_password_from_key_done", "Sign in", "account_login"),
    ],
)
def test_links_between_the_pages_lead_on(visitor, name: str, words: str, leads_to: str) -> None:
    link = link_on(visitor, with_next(name), words)
    assert (urlsplit(link).path, next_of(link)) == (reverse(leads_to), ON)
    assert link_on(visitor, reverse(name), words) == reverse(leads_to)


def test_confirming_in_the_same_browser_signs_in_and_continues(visitor) -> None:
    answer = visitor.post(signed_up(visitor))
    assert answer["Location"] == ON and signed_in(visitor)


def test_confirming_in_another_browser_with_the_password_signs_in_and_continues(visitor) -> None:
    link, elsewhere = signed_up(visitor), client_of()
    form = elsewhere.get(link).content.decode()
    assert f'name="next" value="{ON.replace("&", "&amp;")}"' in form
    assert elsewhere.post(link, {"next": ON}).status_code == 422 and not signed_in(elsewhere)
    assert elsewhere.post(link, {"password": PASSWORD, "next": ON})["Location"] == ON and signed_in(elsewhere)


def test_signing_in_before_confirming_continues_by_the_new_link(visitor) -> None:
    signed_up(visitor, "")
    mail.outbox.clear()
    elsewhere = client_of()
    elsewhere.post(reverse("account_login"), {"login": "erin", "password": PASSWORD, "next": ON})
    link = re.search(r"http://testserver(/accounts/confirm\S+)", mail.outbox[-1].body)[1]
    assert next_of(link) == ON
    assert elsewhere.post(link)["Location"] == ON


def test_a_new_password_leads_on(visitor, alice: User) -> None:
    sent = visitor.post(reverse("account_reset_password"), {"email": alice.email, "next": ON})
    assert (urlsplit(sent["Location"]).path, next_of(sent["Location"])) == (reverse("account_reset_password_done"), ON)
    link = re.search(r"http://testserver(/accounts/password\S+)", mail.outbox[-1].body)[1]
    elsewhere = client_of()
    page = elsewhere.get(link, follow=True)
    done = elsewhere.post(page.request["PATH_INFO"], {"password1": NEW, "next": ON})
    assert 'name="next"' in page.content.decode()
    assert next_of(link_on(elsewhere, done["Location"], "Sign in")) == ON


def test_oauth_survives_making_an_account(visitor) -> None:
    asked = "/oauth/authorize/?client_id=x&response_type=code&state=a%26b"
    page = visitor.get(asked)["Location"]
    assert next_of(page) == asked
    assert next_of(link_on(visitor, page, "Make an account")) == asked
    assert visitor.post(signed_up(visitor, asked))["Location"] == asked


def test_a_guest_goes_on_after_upgrading() -> None:
    browser = client_of(some_guest("1"))
    page = browser.get(with_next("account_signup"))["Location"]
    assert (urlsplit(page).path, next_of(page)) == (reverse("upgrade"), ON)
    assert f'value="{ON.replace("&", "&amp;")}"' in browser.get(page).content.decode()
    form = NEWCOMER | {"display_name": "Erin", "next": ON}
    assert browser.post(reverse("upgrade"), form)["Location"] == ON


@pytest.mark.parametrize("on", [each for each in FOREIGN if not each.startswith("http://testserver/")])
def test_no_way_leads_off_the_site(visitor, alice: User, on: str) -> None:
    for name in ("account_login", "account_signup"):
        other = {"account_login": "Make an account", "account_signup": "Sign in"}[name]
        assert next_of(link_on(visitor, with_next(name, on), other)) is None
    link = signed_up(visitor, on)
    assert next_of(link) is None
    elsewhere = client_of()
    confirmed = elsewhere.post(f"{link}?{urlencode({'next': on})}", {"password": PASSWORD})
    assert confirmed["Location"] == reverse("home")
    elsewhere.logout()
    sent = visitor.post(reverse("account_reset_password"), {"email": alice.email, "next": on})
    assert sent["Location"] == reverse("account_reset_password_done")
    assert next_of(re.search(r"http://testserver(/accounts/password\S+)", mail.outbox[-1].body)[1]) is None
    assert elsewhere.post(reverse("account_login"), {"login": "alice", "password": PASSWORD, "next": on})[
        "Location"
    ] == reverse("home")
    upgraded = client_of(some_guest("1")).post(
        reverse("upgrade"), NEWCOMER | {"username": "frank", "display_name": "F", "email": "f@x.org", "next": on}
    )
    assert upgraded["Location"] == reverse("settings")


@pytest.mark.parametrize("host", ["evil.example", "testserver:6666"])
def test_links_in_mails_name_the_site_whatever_host_is_asked(visitor, alice: User, settings, host: str) -> None:
    """Any visitor can cause mails to any address, with any Host header."""
    settings.ALLOWED_HOSTS = ["*"]
    headers = {"Host": host}
    for email in (alice.email, "nobody@example.org"):
        visitor.post(reverse("account_reset_password"), {"email": email}, headers=headers)
    for number, email in enumerate((alice.email, "third@example.org")):
        form = NEWCOMER | {"username": f"erin{number}", "email": email, "next": f"http://{host}/x"}
        visitor.post(reverse("account_signup"), form, headers=headers)
        sign_in(client_of(), f"erin{number}")
    assert len(mail.outbox) == 6
    for letter in mail.outbox:
        assert host not in letter.body
        assert set(re.findall(r"https?://[^/\s]+", letter.body)) == {"http://testserver"}
