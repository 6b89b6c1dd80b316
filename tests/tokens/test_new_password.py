"""A new password ends no token, and the person is told which there are: on the page, and in the mail about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.tokens import tokens
from tests.cast import PASSWORD, client_of

pytestmark = pytest.mark.django_db

NEW = "an-altogether-new-8"
CHANGE = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}


def test_a_token_stays_valid_and_the_page_says_so_before(alice: User) -> None:
    secret = tokens.make(alice, "laptop", ["play"], None).secret
    browser = client_of(alice)
    page = browser.get(reverse("account_change_password")).content.decode()
    assert "laptop" in page and "stay valid" in page and reverse("tokens") in page
    browser.post(reverse("account_change_password"), CHANGE)
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    found = tokens.find(secret)
    assert found is not None and found.name == "laptop"


def test_the_mail_about_it_lists_the_valid_tokens(alice: User, bob: User) -> None:
    made = tokens.make(alice, "laptop", ["play"], None)
    tokens.make(alice, "of long ago", ["play"], timezone.now() - timedelta(days=1))
    tokens.make(bob, "another person’s", ["play"], None)
    client_of(alice).post(reverse("account_change_password"), CHANGE)
    [letter] = mail.outbox
    assert f"- laptop ({made.token.start}…)" in letter.body and reverse("tokens") in letter.body
    assert "long ago" not in letter.body and "another" not in letter.body and made.secret not in letter.body


def test_without_tokens_nothing_is_said_of_them(alice: User) -> None:
    browser = client_of(alice)
    assert "stay valid" not in browser.get(reverse("account_change_password")).content.decode()
    browser.post(reverse("account_change_password"), CHANGE)
    [letter] = mail.outbox
    assert "token" not in letter.body
