"""Password rules, forms that ask for a password, and the sessions ended by a new one."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.auth.test_sign_in import sign_in, sign_up, signed_in
from tests.cast import PASSWORD, client_of

pytestmark = pytest.mark.django_db

LONG = "Ett långt lösenord, med mellanslag & 🂡 – och 3 tal: 1, 2, 3 …" + "x" * 100


@pytest.mark.parametrize(
    "password",
    [
        "short-one-7",
        "password1234",
        "123456789012",
        "qwertyuiop12",
        "erin@example.org",
        "chicago-poker-1929",
        "The Back Room 2026",
        "SpeakeasySpeakeasy",
    ],
)
def test_a_guessable_password_is_refused(visitor: Client, password: str) -> None:
    answer = sign_up(visitor, password1=password)
    assert b"errorlist" in answer.content
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["account_signup", "account_change_password"])
def test_a_new_password_is_asked_once_after_its_rules_and_can_be_shown(alice: User, name: str) -> None:
    browser = client_of(alice if name == "account_change_password" else None)
    page = browser.get(reverse(name)).content.decode()
    assert page.count('autocomplete="new-password"') == 1
    assert page.index("At least 12 characters") < page.index('autocomplete="new-password"')
    assert page.count('data-reveal="id_password1"') == 2


@pytest.mark.parametrize("password", [LONG, "            7 tables", "poker-and-quiet-harbours", "ÅÄÖ åäö ßẞ ıİ"])
def test_long_passwords_of_any_characters_are_accepted(visitor: Client, password: str) -> None:
    sign_up(visitor, password1=password)
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize("nearly", [LONG.lower(), LONG.upper(), LONG[:72], LONG[:-1], LONG + " ", " " + LONG])
def test_passwords_are_not_normalized(visitor: Client, alice: User, nearly: str) -> None:
    alice.set_password(LONG)
    alice.save()
    sign_in(visitor, "alice", nearly)
    assert not signed_in(visitor)
    sign_in(visitor, "alice", LONG)
    assert signed_in(visitor)


def test_a_change_requires_the_current_password(alice: User) -> None:
    new = {"password1": "an-altogether-new-8"}
    for so_far in ({}, {"oldpassword": ""}, {"oldpassword": "wrong"}):
        assert b"errorlist" in client_of(alice).post(reverse("account_change_password"), so_far | new).content
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


@pytest.mark.parametrize("page", ["account_login", "account_signup", "account_change_password", "delete-account"])
def test_password_fields_are_masked_and_have_autocomplete(alice: User, page: str) -> None:
    client = client_of() if page in ("account_login", "account_signup") else client_of(alice)
    fields = re.findall(r"<input[^>]*name=\"\w*password\w*\"[^>]*>", client.get(reverse(page)).content.decode())
    assert fields
    for field in fields:
        assert 'type="password"' in field
        assert re.search(r'autocomplete="(current|new)-password"', field)
        assert "maxlength" not in field and "onpaste" not in field


def test_a_new_password_ends_all_other_sessions(alice: User) -> None:
    here, there = client_of(alice), client_of(alice)
    new = {"oldpassword": PASSWORD, "password1": "an-altogether-new-8"}
    here.post(reverse("account_change_password"), new)
    assert here.get(reverse("home")).status_code == 200
    assert there.get(reverse("home")).status_code == 302


def test_signing_in_makes_a_new_session(visitor: Client, alice: User) -> None:
    visitor.post(reverse("invite-friend"))
    before = visitor.session.session_key
    visitor.post(reverse("account_logout"))
    between = visitor.session.session_key
    sign_in(visitor, "alice")
    assert signed_in(visitor)
    assert len({before, between, visitor.session.session_key}) == 3


def test_session_fixation_is_not_possible(visitor: Client, alice: User) -> None:
    visitor.cookies["sessionid"] = "planted0000000000000000000000000"
    sign_in(visitor, "alice")
    assert signed_in(visitor)
    assert visitor.session.session_key != "planted0000000000000000000000000"


def test_a_new_site_has_no_accounts() -> None:
    assert not User.objects.exists()
