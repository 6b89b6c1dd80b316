"""Connection traces: hashes, at most one row per day each, deleted after thirty days."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.auth import connection_traces
from accounts.models import ConnectionTrace, User
from accounts.privacy import tasks
from tests.cast import client_of

pytestmark = pytest.mark.django_db
LOOK = reverse("home")


def long_ago() -> None:
    """Make the next request of every user record a trace."""
    User.objects.update(last_seen_at=None)


def look(browser, **headers):
    long_ago()
    assert browser.get(LOOK, **headers).status_code == 200


def test_a_returning_browser_counts_as_one_device(alice: User, bob: User) -> None:
    browser = client_of(alice)
    look(browser)
    look(browser)
    empty, seen = ConnectionTrace.objects.order_by("pk")
    assert empty.device == "" and re.fullmatch("[0-9a-f]{32}", seen.device)
    browser.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    look(browser)
    look(client_of(bob))
    assert set(ConnectionTrace.objects.filter(user=bob).values_list("device", flat=True)) == {seen.device, ""}
    assert ConnectionTrace.objects.values("network").distinct().count() == 1


def test_neither_cookie_nor_address_is_stored(alice: User) -> None:
    browser = client_of(alice)
    look(browser, REMOTE_ADDR="192.0.2.7")
    look(browser, REMOTE_ADDR="192.0.2.7")
    cookie = browser.cookies[connection_traces.COOKIE]
    kept = str(list(ConnectionTrace.objects.values()))
    assert "192.0.2" not in kept and cookie.value not in kept
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 30 * 24 * 3600)


def test_addresses_of_one_ipv6_network_are_equal(alice: User) -> None:
    browser = client_of(alice)
    for address in ("2001:db8:1:2::7", "2001:db8:1:2:ffff::9", "2001:db8:1:3::7", "192.0.2.7", "192.0.2.8"):
        look(browser, REMOTE_ADDR=address)
    assert ConnectionTrace.objects.values("network").distinct().count() == 4


@pytest.mark.parametrize("forged", ["", "x", "a" * 23, "a" * 5000, "é" * 22, '"'])
def test_a_cookie_that_is_not_ours_is_no_device(alice: User, forged: str) -> None:
    browser = client_of(alice)
    browser.cookies[connection_traces.COOKIE] = forged
    look(browser)
    assert ConnectionTrace.objects.get().device == ""
    assert browser.cookies[connection_traces.COOKIE].value != forged


def test_most_pages_write_nothing(alice: User, django_assert_num_queries) -> None:
    browser = client_of(alice)
    browser.get(LOOK)
    assert not ConnectionTrace.objects.exists() and connection_traces.COOKIE not in browser.cookies
    look(browser, HTTP_X_ATTENDED="0")
    assert not ConnectionTrace.objects.exists()
    client_of().get(LOOK)
    assert not ConnectionTrace.objects.exists()


def test_traces_are_deleted_after_thirty_days(alice: User) -> None:
    now = timezone.now()
    browser = client_of(alice)
    look(browser)
    for days in (0, 1, 29, 31):
        with time_machine.travel(now + timedelta(days=days), tick=False):
            browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
            look(browser)
            tasks.delete_leftovers()
    kept = ConnectionTrace.objects.exclude(device="").values_list("day", flat=True)
    assert set(kept) == {(now + timedelta(days=days)).date() for days in (29, 31)}
