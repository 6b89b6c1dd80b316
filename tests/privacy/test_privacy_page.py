"""The privacy page: its figures match the code, and other pages link to it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import ConnectionTrace, ErasedName, User
from accounts.privacy import tasks
from accounts.privacy.data_export import jobs
from games.core import seat_links
from games.privacy import erasure
from tests.cast import client_of

pytestmark = pytest.mark.django_db


def text(page: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.decode()))


def test_the_figures_are_the_codes_own(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SESSION_COOKIE_AGE = 11 * 24 * 3600
    monkeypatch.setattr("games.privacy.views.DOWNLOADS_LAST", timedelta(days=12))
    monkeypatch.setattr("games.privacy.views.LINKS_LAST", timedelta(days=13))
    monkeypatch.setattr("games.privacy.views.GUEST_LIFETIME", timedelta(days=14))
    monkeypatch.setattr(ConnectionTrace, "RETENTION", timedelta(days=1))
    monkeypatch.setattr(ErasedName, "RETENTION", timedelta(days=15))
    said = text(client_of().get(reverse("privacy")).content)
    for words in (
        "otherwise it ends after 11 days without a visit",
        "The file stays there for 12 days",
        "without signing in, for 13 days",
        "been here for 14 days",
        "We delete them after 1 day.",
        "Your account’s names stay reserved for 15 days (a guest’s for 30), until the end of that month",
    ):
        assert words in said, words


def test_they_are_what_was_promised() -> None:
    assert timedelta(days=365) == ErasedName.RETENTION
    lasts = {jobs.LIFETIME, ConnectionTrace.RETENTION, seat_links.LIFETIME, erasure.GUEST_LIFETIME}
    assert lasts == {timedelta(days=days) for days in (7, 30, 14, 365)}


def test_the_privacy_page_is_linked(alice: User, guest: User) -> None:
    link = f'href="{reverse("privacy")}"'.encode()
    for user, page in (
        (None, "front"),
        (None, "account_signup"),
        (guest, "upgrade"),
        (alice, "settings"),
        (alice, "my-data"),
        (alice, "delete-account"),
    ):
        content = client_of(user).get(reverse(page)).content
        assert content.split(b"<footer")[0].count(link) == (page != "front"), page
        assert link in content.split(b"<footer")[1], page


def test_a_visitor_takes_no_queries(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        client_of().get(reverse("privacy"))


def test_connection_traces_are_deleted_after_their_retention(alice: User) -> None:
    now = timezone.now()
    for number, age in enumerate((29, 31)):
        ConnectionTrace.objects.create(user=alice, device=str(number), network="n", last_at=now - timedelta(days=age))
    tasks.delete_leftovers()
    assert ConnectionTrace.objects.get().device == "0"


def test_the_operator_is_named_if_configured(settings) -> None:
    assert "Who runs this site" not in text(client_of().get(reverse("privacy")).content)
    settings.OPERATOR = "The <Back> Room\n12 Dock Street"
    assert "Who runs this site The &lt;Back&gt; Room" in text(client_of().get(reverse("privacy")).content)


def test_who_was_shut_out_reads_whom_to_ask_only_if_somebody_is_named(settings) -> None:
    shut = client_of().get(reverse("account_inactive")).content.decode()
    assert "Ask the site’s operator" not in shut
    settings.OPERATOR = "Dock Street\nhello@room.example"
    for page in ("account_inactive", "about", "privacy"):
        assert 'href="mailto:hello@room.example"' in client_of().get(reverse(page)).content.decode(), page
    assert "Ask the site’s operator" in client_of().get(reverse("account_inactive")).content.decode()
