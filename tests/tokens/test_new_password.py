"""Access that a new password ends: all after a mailed link; after the form, sessions and, if requested, the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuthorizedProgram, Token, User
from accounts.tokens import tokens
from games.models import FeedKey, PushSubscription, Webhook
from tests.bots.cast import bot_of
from tests.cast import PASSWORD, client_of
from tests.oauth.program import Program, a_server, an_app, call, issued

pytestmark = pytest.mark.django_db

NEW = "an-altogether-new-8"
CHANGE = {"oldpassword": PASSWORD, "password1": NEW}


def change(user: User, **ticked: str) -> None:
    client_of(user).post(reverse("account_change_password"), CHANGE | ticked)
    user.refresh_from_db()
    assert user.check_password(NEW)


def reset(user: User, link_in_mail: Callable[[], str]) -> bytes:
    """Choose a new password through the link in a mail, and return the pages before and after it."""
    browser = Client()
    browser.post(reverse("account_reset_password"), {"email": user.email})
    page = browser.get(link_in_mail(), follow=True)
    done = browser.post(page.request["PATH_INFO"], {"password1": NEW}, follow=True)
    user.refresh_from_db()
    assert user.check_password(NEW)
    return page.content + done.content


@pytest.fixture
def club(alice: User) -> Program:
    return a_server(alice)


@pytest.fixture
def secrets(alice: User, bob: User, club: Program) -> list[str]:
    """The secrets with which programs can call the API as alice or her bot."""
    EmailAddress.objects.create(user=alice, email="elsewhere@example.org")
    FeedKey.objects.create(user=alice)
    PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1")
    Webhook.objects.create(user=alice, address="https://hook.example.org/1")
    personal = tokens.make(alice, "laptop", ["account:read"], None).secret
    of_bot = tokens.make_for_bot(bot_of(alice)).secret
    by_program = an_app(bob).tokens(alice)["access_token"]
    by_itself = club.asked_for_token(grant_type="client_credentials", scope="account:read").json()["access_token"]
    found = [personal, of_bot, by_program, by_itself]
    assert [call(secret).status_code for secret in found] == [200] * 4
    mail.outbox.clear()
    return found


def nothing_is_left(user: User, secrets: list[str], club: Program) -> None:
    assert [call(secret).status_code for secret in secrets] == [401] * 4
    assert not issued() and not Token.objects.exists() and not AuthorizedProgram.objects.exists()
    assert club.asked_for_token(grant_type="client_credentials", scope="account:read").status_code == 400
    assert list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)) == [user.email]
    for model in (FeedKey, PushSubscription, Webhook):
        assert not model.objects.exists()


def test_a_reset_by_mail_ends_all_other_access(alice: User, secrets: list[str], club: Program, link_in_mail) -> None:
    there = client_of(alice)
    pages = reset(alice, link_in_mail)
    nothing_is_left(alice, secrets, club)
    assert there.get(reverse("home")).status_code == 302
    assert b"It also ends anything others could have set up" in pages
    assert b"ended all other access to your account" in pages
    letter = mail.outbox[-1].body
    assert "ended all other access to your account" in letter and reverse("security") in letter


def test_other_peoples_permissions_for_a_program_outlast_its_owners_reset(
    alice: User, bob: User, club: Program, link_in_mail
) -> None:
    given = club.tokens(bob)["access_token"]
    reset(alice, link_in_mail)
    assert call(given).status_code == 200


def test_a_change_ends_nothing_else_unless_asked(alice: User, secrets: list[str]) -> None:
    change(alice)
    assert [call(secret).status_code for secret in secrets] == [200] * 4
    assert FeedKey.objects.exists() and PushSubscription.objects.exists() and Webhook.objects.exists()


def test_a_change_ends_all_other_access_if_asked(alice: User, secrets: list[str], club: Program) -> None:
    change(alice, revoke="on")
    nothing_is_left(alice, secrets, club)
    assert "laptop" not in mail.outbox[-1].body


def test_the_page_lists_the_tokens_before(alice: User) -> None:
    tokens.make(alice, "laptop", ["play"], None)
    page = client_of(alice).get(reverse("account_change_password")).content.decode()
    assert "laptop" in page and "still work unless you tick" in page and reverse("tokens") in page
    assert 'name="revoke"' in page


def test_the_mail_about_it_lists_the_valid_tokens(alice: User, bob: User) -> None:
    made = tokens.make(alice, "laptop", ["play"], None)
    tokens.make(alice, "of long ago", ["play"], timezone.now() - timedelta(days=1))
    tokens.make(bob, "another person’s", ["play"], None)
    change(alice)
    [letter] = mail.outbox
    assert f"- laptop ({made.token.start}…)" in letter.body and reverse("tokens") in letter.body
    assert "long ago" not in letter.body and "another" not in letter.body and made.secret not in letter.body


def test_without_tokens_nothing_is_said_of_them(alice: User) -> None:
    assert "still work" not in client_of(alice).get(reverse("account_change_password")).content.decode()
    change(alice)
    [letter] = mail.outbox
    assert "token" not in letter.body
