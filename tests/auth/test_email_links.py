"""Links in account mails: opening one signs no user out, and a new password does not bypass MFA."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from accounts.auth.encryption import encrypt
from accounts.models import User
from games.models import PushSubscription
from tests.auth.test_sign_in import sign_in
from tests.cast import APP_KEY, client_of

pytestmark = pytest.mark.django_db

NEW = "an-altogether-new-one-8"


def here(browser: Client) -> bool:
    """Whether the user is still signed in."""
    return browser.get(reverse("home")).status_code == 200


def test_opening_a_confirmation_link_of_another_account_keeps_the_session(alice: User, bob: User) -> None:
    other = EmailAddress.objects.create(user=alice, email="alice@example.net")
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(other).key])
    PushSubscription.objects.create(user=bob, endpoint="https://push.example.org/1", name="Firefox")
    browser = client_of(bob)
    assert browser.get(link).status_code == 200
    assert here(browser) and PushSubscription.objects.exists()
    browser.post(link)
    other.refresh_from_db()
    assert other.verified
    assert not here(browser)


def test_opening_a_reset_link_of_another_account_keeps_the_session(
    visitor: Client, alice: User, bob: User, link_in_mail
) -> None:
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    browser = client_of(bob)
    page = browser.get(link_in_mail(), follow=True)
    assert page.status_code == 200
    assert here(browser)
    done = browser.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert b"Your new password is saved" in done.content
    assert not here(browser)
    assert sign_in(browser, "alice", NEW).url == reverse("home")


def test_a_new_password_leaves_the_second_step(visitor: Client, alice: User, link_in_mail) -> None:
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": encrypt(APP_KEY)})
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    page = visitor.get(link_in_mail(), follow=True)
    visitor.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert not here(visitor)
    assert sign_in(visitor, "alice", NEW).url == reverse("mfa_authenticate")
    assert not here(visitor)
