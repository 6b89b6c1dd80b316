"""Guessing passwords is slowed down, but never locks the owner out."""

from __future__ import annotations

import pytest
import redis
from django.test import Client
from django.urls import reverse
from limits.strategies import MovingWindowRateLimiter

from accounts.access.mfa_state import mfa_recently_used
from accounts.models import User
from tests.auth.codes import set_up_app
from tests.auth.test_sign_in import sign_in, signed_in
from tests.cast import client_of

pytestmark = pytest.mark.django_db

TOO_MANY = b"Too many failed attempts"


def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every use of the counters fail, as without Redis."""

    def fails(*_args: object) -> None:
        raise redis.ConnectionError

    for name in ("hit", "test", "get_window_stats", "clear"):
        monkeypatch.setattr(MovingWindowRateLimiter, name, fails)


def at(network: str) -> Client:
    return Client(REMOTE_ADDR=network)


def test_a_stranger_at_another_network_locks_no_owner_out(alice: User) -> None:
    for _ in range(6):
        answer = sign_in(at("192.0.2.1"), "alice", "wrong")
    assert TOO_MANY in answer.content
    assert b"Too many failed attempts. Try again in 5 minutes." in answer.content
    owner = at("198.51.100.7")
    assert sign_in(owner, "alice").status_code == 302 and signed_in(owner)


@pytest.mark.parametrize("logins", [("alice", "alice@example.org"), ("ALICE@example.org", "Alice")])
def test_name_and_address_of_an_account_count_as_one(alice: User, logins: tuple[str, str]) -> None:
    for number in range(5):
        assert TOO_MANY not in sign_in(client_of(), logins[number % 2], "wrong").content
    for each in logins:
        assert TOO_MANY in sign_in(client_of(), each).content


def test_a_guesser_with_many_networks_is_slowed_down(alice: User, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"sign_in_anywhere": "12/h/key"}
    for number in range(12):
        assert TOO_MANY not in sign_in(at(f"192.0.2.{number}"), "alice", "wrong").content
    assert TOO_MANY in sign_in(at("192.0.2.99"), "alice@example.org").content
    assert sign_in(at("192.0.2.99"), "nobody").status_code == 200


def test_who_signs_in_often_is_not_locked_out(alice: User) -> None:
    for _ in range(4):
        for _failed in range(2):
            sign_in(client_of(), "alice", "wrong")
        browser = client_of()
        sign_in(browser, "alice")
        assert signed_in(browser)


def test_a_network_that_tries_many_accounts_is_slowed_down(alice: User) -> None:
    for number in range(10):
        assert TOO_MANY not in sign_in(client_of(), f"nobody{number}", "wrong").content
    assert TOO_MANY in sign_in(client_of(), "alice").content
    assert sign_in(at("198.51.100.7"), "alice").status_code == 302


def test_a_new_password_ends_the_lock(visitor, alice: User, link_in_mail) -> None:
    for _ in range(6):
        sign_in(client_of(), "alice", "wrong")
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    page, new = visitor.get(link_in_mail(), follow=True), "an-altogether-new-one-8"
    visitor.post(page.request["PATH_INFO"], {"password1": new})
    assert sign_in(visitor, "alice", new).url == reverse("home")


def test_signing_in_while_redis_is_away_is_answered_in_words(visitor, alice: User, monkeypatch) -> None:
    away(monkeypatch)
    answer = sign_in(visitor, "alice")
    assert answer.status_code == 503 and answer["Retry-After"] == "30"
    assert "Part of this site isn’t answering right now, so nothing happened." in answer.content.decode()
    assert not signed_in(visitor)


def test_a_password_is_reset_while_redis_is_away(visitor, alice: User, link_in_mail, monkeypatch) -> None:
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    page, new = visitor.get(link_in_mail(), follow=True), "an-altogether-new-one-8"
    away(monkeypatch)
    assert visitor.post(page.request["PATH_INFO"], {"password1": new}).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(new)


def test_the_password_is_not_asked_again_right_after_signing_in(visitor, alice: User, monkeypatch) -> None:
    sign_in(visitor, "alice")
    form = {"name": "phone", "scopes": ["account:read"], "days": "30"}
    assert visitor.post(reverse("make-token"), form)["Content-Type"].startswith("text/html")
    assert "Location" not in visitor.post(reverse("make-token"), form)
    later = visitor.session["account_authentication_methods"][-1]["at"] + 60 * 60
    monkeypatch.setattr("accounts.access.guards.time", lambda: later)
    assert visitor.post(reverse("make-token"), form)["Location"].startswith(reverse("account_reauthenticate"))
    strange = client_of(alice)
    assert strange.post(reverse("make-token"), form)["Location"].startswith(reverse("account_reauthenticate"))


@pytest.mark.django_db(transaction=True)
def test_setting_up_an_app_counts_as_a_second_step(visitor, alice: User, rf) -> None:
    sign_in(visitor, "alice")
    set_up_app(visitor)
    request = rf.get("/")
    request.session, request.user = visitor.session, alice
    assert mfa_recently_used(request)
