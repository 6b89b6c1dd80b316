"""The session of a socket can only be read: a socket can't send cookies to its browser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import Settings

from accounts.auth import sessions
from accounts.models import User
from tests.cast import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def key(alice: User) -> str:
    return str(client_of(alice).session.session_key)


def test_the_person_who_is_signed_in_is_known(alice: User, key: str) -> None:
    assert sessions.signed_in(key) == alice


def test_without_a_session_a_visitor_is_anonymous(db: None) -> None:
    for key in (None, "", "no such key"):
        assert not sessions.signed_in(key).is_authenticated


def test_an_expired_session_has_no_user(key: str) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not sessions.signed_in(key).is_authenticated


def test_a_closed_account_is_not_signed_in(alice: User, key: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not sessions.signed_in(key).is_authenticated


def test_a_new_password_ends_other_sessions(alice: User, key: str) -> None:
    alice.set_password("another-fox-of-the-same-colour")
    alice.save()
    assert not sessions.signed_in(key).is_authenticated


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("has_signed_out", [True, False])
def test_a_socket_signs_no_user_out_when_the_secret_key_has_changed(
    alice: User, settings: Settings, is_known: bool, has_signed_out: bool
) -> None:
    if has_signed_out:
        sessions.end_all(alice)
    key = str(client_of(alice).session.session_key)
    before = Session.objects.get(pk=key).session_data
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another key, which is long enough that nothing complains of it"
    settings.SECRET_KEY_FALLBACKS = [former] if is_known else []
    assert sessions.signed_in(key).is_authenticated == is_known
    assert Session.objects.get(pk=key).session_data == before
