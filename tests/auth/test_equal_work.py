"""Sign-in, sign-up and password reset cost the same hashes and queries whether an account exists or not.

So the response time reveals nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.cast import PASSWORD, some_guest

pytestmark = pytest.mark.django_db

TABLE = re.compile(r'(?:FROM|INTO|UPDATE) "(\w+)"')
STRANGER = "nobody@example.org"


class Work(NamedTuple):
    """The cost of a request: the number of hashes, and the verb and table of each query."""

    hashes: int
    queries: list[str]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Work]:
    """``work(browser, page, **form)`` returns the cost of posting the form."""
    hashed: list[str] = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode

    def counted(self: object, password: str, *more: object) -> str:
        hashed.append(password)
        return encode(self, password, *more)

    monkeypatch.setattr(hasher, "encode", counted)

    def post(browser: Client, page: str, **form: str) -> Work:
        hashed.clear()
        with CaptureQueriesContext(connection) as asked:
            assert browser.post(reverse(page), form).status_code in (200, 302)
        return Work(len(hashed), [_shape(query["sql"]) for query in asked])

    return post


def _shape(sql: str) -> str:
    found = TABLE.search(sql)
    return f"{sql.split()[0]} {found.group(1) if found else ''}"


@pytest.mark.parametrize("logins", [("alice", "nobody"), ("alice@example.org", STRANGER)])
@pytest.mark.parametrize("confirmed", [True, False])
def test_sign_in(client_of, work, alice: User, logins: tuple[str, str], confirmed: bool) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=confirmed)
    known, unknown = (work(client_of(), "account_login", login=login, password="wrong") for login in logins)
    assert known == unknown
    assert known.hashes == 1


def test_sign_in_with_an_address_that_several_have_not_confirmed(client_of, work, alice: User, bob: User) -> None:
    EmailAddress.objects.update(verified=False, email=alice.email)
    known, unknown = (
        work(client_of(), "account_login", login=each, password="wrong") for each in (alice.email, "x@y.z")
    )
    assert known == unknown


def test_sign_in_as_a_user_without_a_password(client_of, work, guest: User) -> None:
    known, unknown = (
        work(client_of(), "account_login", login=login, password="wrong") for login in (guest.username, "nobody")
    )
    assert known == unknown


def test_sign_up(client_of, work, alice: User) -> None:
    form = {"password1": PASSWORD}
    known = work(client_of(), "account_signup", username="erin", email=alice.email, **form)
    unknown = work(client_of(), "account_signup", username="frank", email=STRANGER, **form)
    assert known == unknown
    assert known.hashes == 1
    assert [letter.to for letter in mail.outbox] == [[alice.email], [STRANGER]]


def test_the_name_is_taken_either_way(client_of, alice: User) -> None:
    """If the name stayed free in one case, a second attempt would reveal whether the address is known."""
    form = {"username": "erin", "password1": PASSWORD}
    for email in (alice.email, STRANGER):
        User.objects.filter(username="erin").delete()
        client_of().post(reverse("account_signup"), form | {"email": email})
        again = client_of().post(reverse("account_signup"), form | {"email": "third@example.org"})
        assert b"This user name is taken." in again.content


def test_a_sign_up_with_a_taken_address_gets_no_confirmation_link(client_of, alice: User) -> None:
    form = {"username": "erin", "email": alice.email}
    client_of().post(reverse("account_signup"), form | {"password1": PASSWORD})
    client_of().post(reverse("account_login"), {"login": "erin", "password": PASSWORD})
    assert {tuple(letter.to) for letter in mail.outbox} == {(alice.email,)}
    assert all("There’s already one" in letter.body for letter in mail.outbox)
    assert not EmailAddress.objects.get(user__username="erin").verified
    assert client_of().post(reverse("account_login"), {"login": alice.email, "password": PASSWORD}).status_code == 302


def test_upgrading(client_of, work, alice: User) -> None:
    form = {"password1": PASSWORD}
    known, unknown = (
        work(client_of(some_guest(f"g{name}")), "upgrade", username=name, display_name=name, email=email, **form)
        for name, email in (("erin", alice.email), ("frank", STRANGER))
    )
    assert known == unknown


def test_password_reset(client_of, work, alice: User) -> None:
    known, unknown = (work(client_of(), "account_reset_password", email=each) for each in (alice.email, STRANGER))
    assert known == unknown
    assert [letter.to for letter in mail.outbox] == [[alice.email], [STRANGER]]
