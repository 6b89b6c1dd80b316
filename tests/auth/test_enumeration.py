"""Responses don't reveal whether an address or a name has an account; only the owner's mail does."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.http import HttpResponse
from django.urls import reverse

from accounts.access.encryption import encrypt
from accounts.models import User
from tests.auth.codes import show_password
from tests.cast import APP_KEY, PASSWORD, some_guest

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "erin", "password1": PASSWORD}


def said(answer: HttpResponse, *typed: str) -> tuple[object, ...]:
    """Return the distinguishing parts of a response: status, redirect, cookies and text, without the input."""
    words = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", answer.content.decode())
    for each in typed:
        words = words.replace(each, "…")
    return answer.status_code, answer.headers.get("Location"), sorted(answer.cookies), words


@pytest.fixture
def known(alice: User) -> tuple[str, str]:
    """Two addresses: of an account whose owner uses a second step, and without an account."""
    Authenticator.objects.create(user=alice, type="totp", data={"secret": encrypt(APP_KEY)})
    return alice.email, "nobody@example.org"


@pytest.mark.parametrize("name", ["account_reset_password", "account_signup"])
def test_a_visitor_gets_the_same_response(client_of, known: tuple[str, str], name: str) -> None:
    answers = []
    for email in known:
        User.objects.filter(username="erin").delete()
        answers.append(said(client_of().post(reverse(name), NEWCOMER | {"email": email}), email))
    assert answers[0] == answers[1]
    assert [letter.to for letter in mail.outbox] == [[email] for email in known]


def test_sign_in_gives_the_same_response(client_of, known: tuple[str, str]) -> None:
    for logins in (("alice", "nobody"), known):
        wrong = [client_of().post(reverse("account_login"), {"login": each, "password": "wrong"}) for each in logins]
        answers = [said(answer, each) for answer, each in zip(wrong, logins, strict=True)]
        assert answers[0] == answers[1]
    assert not mail.outbox


def test_the_limit_is_the_same(client_of, known: tuple[str, str]) -> None:
    last = []
    for each, network in (("alice", "192.0.2.1"), ("nobody", "192.0.2.2")):
        for _try in range(6):
            wrong = {"login": each, "password": "wrong"}
            answer = client_of().post(reverse("account_login"), wrong, REMOTE_ADDR=network)
        last.append(said(answer, each))
    assert last[0] == last[1]


def test_another_address_is_taken_the_same(client_of, bob: User, known: tuple[str, str]) -> None:
    browser = client_of(bob)
    show_password(browser)
    answers = []
    for email in known:
        answer = browser.post(reverse("account_email"), {"email": email, "action_add": "1"})
        answers.append(said(answer, email))
        browser.post(reverse("account_email"), {"email": email, "action_remove": "1"})
    assert answers[0] == answers[1]
    assert [letter.to for letter in mail.outbox if letter.to != [bob.email]] == [[email] for email in known]


def test_an_upgrading_guest_gets_the_same_response(client_of, known: tuple[str, str]) -> None:
    answers = []
    for number, email in enumerate(known):
        sent = NEWCOMER | {"username": f"erin{number}", "display_name": "Erin", "email": email}
        User.objects.filter(username__startswith="erin").delete()
        browser = client_of(some_guest(f"g{number}"))
        answers.append(said(browser.post(reverse("upgrade"), sent), email, f"erin{number}"))
    assert answers[0] == answers[1]
    assert [letter.to for letter in mail.outbox] == [[email] for email in known]


def test_an_unknown_passkey_gets_the_same_response_as_a_wrong_one(client_of, alice: User) -> None:
    answers = []
    for handle in ("MQ", "OTk5OTk"):
        browser = client_of()
        browser.get(reverse("mfa_login_webauthn"), headers={"Accept": "application/json"})
        sent = {"credential": f'{{"id": "AA", "rawId": "AA", "response": {{"userHandle": "{handle}"}}}}'}
        answers.append(said(browser.post(reverse("mfa_login_webauthn"), sent, follow=True)))
    assert answers[0] == answers[1]
