"""Personal tokens: the page that creates and revokes them, and the stored data."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import Token
from accounts.privacy.data_export.jobs import parts_of
from accounts.privacy.erasure import erase_user
from accounts.refusals import Refused
from accounts.tokens import tokens
from tests.cast import PASSWORD, client_of

pytestmark = pytest.mark.django_db

FILLED = {"name": "laptop", "scopes": ["tables:read", "play"], "lifetime": "year"}


@pytest.fixture
def browser(alice, settings):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 3600
    client = client_of(alice)
    client.post(reverse("account_reauthenticate"), {"password": "the-quick-brown-fox-7"})
    return client


def made_secret(page: str) -> str:
    return re.search(r'value="(tbr_[\w-]+)"', page)[1]


def test_a_new_token_is_shown_once_and_stored_as_a_hash(browser, alice) -> None:
    page = browser.post(reverse("make-token"), FILLED, follow=True).content.decode()
    secret, token = made_secret(page), Token.objects.get()
    assert "“laptop” is ready" in page
    assert tokens.find(secret) == token
    assert (token.user, token.name, token.scopes) == (alice, "laptop", ["tables:read", "play"])
    assert secret.startswith(token.start) and secret not in {str(value) for value in vars(token).values()}
    assert secret not in browser.get(reverse("tokens")).content.decode()


def test_its_owner_gets_a_mail_without_the_secret(browser) -> None:
    secret = made_secret(browser.post(reverse("make-token"), FILLED, follow=True).content.decode())
    [letter] = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert "laptop" in letter.body and reverse("tokens") in letter.body
    assert secret not in letter.body


def test_making_a_token_asks_for_the_password_again_and_leads_back_to_the_page(alice) -> None:
    browser = client_of(alice)
    answer = browser.post(reverse("make-token"), FILLED)
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert not Token.objects.exists()
    typed = {"password": PASSWORD, "next": reverse("make-token")}
    answer = browser.post(answer.headers["Location"], typed)
    assert answer.headers["Location"] == reverse("tokens")
    secret = made_secret(browser.get(reverse("tokens")).content.decode())
    assert tokens.find(secret) == Token.objects.get()
    assert secret not in browser.get(reverse("tokens")).content.decode()


def test_until_it_is_shown_a_secret_is_stored_encrypted_and_no_other_page_shows_it(browser) -> None:
    browser.post(reverse("make-token"), FILLED)
    stored = str(dict(browser.session))
    assert "tbr_" not in browser.get(reverse("bots")).content.decode()
    secret = made_secret(browser.get(reverse("tokens")).content.decode())
    assert secret not in stored and secret not in str(dict(browser.session))


def test_a_token_that_was_revoked_at_once_is_not_shown(browser) -> None:
    browser.post(reverse("make-token"), FILLED)
    tokens.revoke(Token.objects.get())
    assert "is ready" not in browser.get(reverse("tokens")).content.decode()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "x" * 41}, "at most 40"),
        ({"scopes": []}, "Choose what it may do"),
        ({"scopes": ["everything"]}, "everything is not one of"),
        ({"lifetime": "ever"}, "ever is not one of"),
    ],
)
def test_what_does_not_fit_is_said_beside_the_form_and_makes_nothing(browser, changed, says) -> None:
    answer = browser.post(reverse("make-token"), FILLED | changed)
    assert answer.status_code == 422 and says in answer.content.decode()
    assert not Token.objects.exists()


def test_two_tokens_of_one_name_are_refused(browser) -> None:
    browser.post(reverse("make-token"), FILLED)
    answer = browser.post(reverse("make-token"), FILLED)
    assert answer.status_code == 422 and "You already have a token with this name" in answer.content.decode()
    assert Token.objects.count() == 1


def test_the_eleventh_token_is_refused(alice) -> None:
    for number in range(Token.MOST):
        tokens.make(alice, str(number), ["play"], None)
    with pytest.raises(Refused, match="You have 10 tokens"):
        tokens.make(alice, "one more", ["play"], None)


def test_a_guest_has_no_tokens(guest) -> None:
    with pytest.raises(Refused, match="Guests can’t have tokens"):
        tokens.make(guest, "laptop", ["play"], None)
    assert client_of(guest).get(reverse("tokens")).headers["Location"] == reverse("upgrade")


def test_a_revoked_token_is_found_no_more(browser, alice) -> None:
    made = tokens.make(alice, "laptop", ["play"], None)
    assert browser.post(reverse("revoke-token", args=[made.token.pk])).status_code == 302
    assert tokens.find(made.secret) is None


def test_no_one_revokes_the_token_of_another_person(browser, bob) -> None:
    made = tokens.make(bob, "laptop", ["play"], None)
    assert browser.post(reverse("revoke-token", args=[made.token.pk])).status_code == 404
    assert tokens.find(made.secret) == made.token


def test_a_token_ends_at_its_time_and_with_its_account(alice) -> None:
    ended = tokens.make(alice, "old", ["play"], timezone.now() - timedelta(seconds=1))
    valid = tokens.make(alice, "new", ["play"], timezone.now() + timedelta(minutes=1))
    assert tokens.find(ended.secret) is None and tokens.find(valid.secret) == valid.token
    erase_user(alice)
    assert tokens.find(valid.secret) is None and not Token.objects.exists()


@pytest.mark.parametrize("secret", ["", "tbr_", "tbr_" + "x" * 43, "bearer", "tbr_\0", "tbr_" + "é" * 5000])
def test_what_is_no_token_is_not_found(secret) -> None:
    assert tokens.find(secret) is None


def test_a_use_is_noted_once_a_minute(alice) -> None:
    token = tokens.make(alice, "laptop", ["play"], None).token
    tokens.note_use(token)
    token.refresh_from_db()
    first = token.used_at
    assert first is not None
    tokens.note_use(token)
    token.refresh_from_db()
    assert token.used_at == first


def test_the_export_has_the_tokens_without_their_hashes(alice) -> None:
    token = tokens.make(alice, "laptop", ["play"], None).token
    part = next(part for part in parts_of(alice) if part.key == "tokens")
    [row] = part.rows()
    values = {column.key: column.value(row) for column in part.columns}
    assert values["name"] == "laptop" and values["scopes"] == ["play"]
    assert token.digest not in map(str, values.values())


def test_the_page_makes_as_many_queries_for_ten_tokens_as_for_one(
    browser, alice, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    tokens.make(alice, "0", ["play"], None)
    with django_assert_max_num_queries(9) as counted:
        browser.get(reverse("tokens"))
    for number in range(1, Token.MOST):
        tokens.make(alice, str(number), ["play"], None)
    with django_assert_num_queries(len(counted)):
        browser.get(reverse("tokens"))
