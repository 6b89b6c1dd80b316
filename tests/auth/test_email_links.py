"""Links in account mails: opening one signs no user out, and a new password does not bypass MFA."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from accounts.access.encryption import encrypt
from accounts.models import User
from games.models import PushSubscription
from tests.auth.test_sign_in import sign_in, sign_up
from tests.cast import APP_KEY, PASSWORD, client_of

pytestmark = pytest.mark.django_db

NEW = "an-altogether-new-one-8"


def here(browser: Client) -> bool:
    return browser.get(reverse("home")).status_code == 200


def test_opening_a_confirmation_link_of_another_account_keeps_the_session(alice: User, bob: User) -> None:
    other = EmailAddress.objects.create(user=alice, email="alice@example.net")
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(other).key])
    PushSubscription.objects.create(user=bob, endpoint="https://push.example.org/1", name="Firefox")
    browser = client_of(bob)
    assert browser.get(link).status_code == 200
    assert here(browser) and PushSubscription.objects.exists()
    browser.post(link, {"password": PASSWORD})
    other.refresh_from_db()
    assert other.verified
    assert client_user(browser) == alice.pk


def client_user(browser: Client) -> int:
    return int(browser.session["_auth_user_id"])


@pytest.mark.parametrize("signed_in_as_another", [False, True])
def test_a_click_confirms_no_account_that_a_stranger_made_with_my_address(
    bob: User, link_in_mail, signed_in_as_another: bool
) -> None:
    stranger = Client()
    sign_up(stranger, username="stranger", email="victim@example.org")
    victim = client_of(bob) if signed_in_as_another else Client()
    link = link_in_mail()
    assert "stranger’s password" in victim.get(link).content.decode()
    for given in ({}, {"password": "what I would have chosen"}):
        answer = victim.post(link, given)
        assert answer.status_code == 422 and b"errorlist" in answer.content
    assert not EmailAddress.objects.get(email="victim@example.org").verified
    sign_in(stranger, "stranger")
    assert not here(stranger)


def test_the_owner_confirms_in_another_browser_by_the_password_and_is_signed_in(link_in_mail) -> None:
    sign_up(Client())
    phone = Client()
    answer = phone.post(link_in_mail(), {"password": PASSWORD})
    assert answer.status_code == 302 and here(phone)
    assert EmailAddress.objects.get(email="erin@example.org").verified


def test_the_browser_that_signed_up_is_not_asked_for_the_password(link_in_mail) -> None:
    browser = Client()
    sign_up(browser)
    assert b'name="password"' not in browser.get(link_in_mail()).content
    browser.post(link_in_mail())
    assert here(browser)


def test_guessing_the_password_of_a_confirmation_is_slowed_down(link_in_mail) -> None:
    sign_up(Client())
    link, phone = link_in_mail(), Client()
    for _ in range(5):
        assert "not this account’s password" in phone.post(link, {"password": "wrong"}).content.decode()
    assert b"Too many failed attempts" in phone.post(link, {"password": PASSWORD}).content


def test_opening_a_reset_link_of_another_account_keeps_the_session(
    visitor: Client, alice: User, bob: User, link_in_mail
) -> None:
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    browser = client_of(bob)
    page = browser.get(link_in_mail(), follow=True)
    assert page.status_code == 200
    assert here(browser)
    done = browser.post(page.request["PATH_INFO"], {"password1": NEW}, follow=True)
    assert b"Your new password is saved" in done.content
    assert not here(browser)
    assert sign_in(browser, "alice", NEW).url == reverse("home")


def test_a_new_password_leaves_the_second_step(visitor: Client, alice: User, link_in_mail) -> None:
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": encrypt(APP_KEY)})
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    page = visitor.get(link_in_mail(), follow=True)
    visitor.post(page.request["PATH_INFO"], {"password1": NEW})
    assert not here(visitor)
    assert sign_in(visitor, "alice", NEW).url == reverse("mfa_authenticate")
    assert not here(visitor)
