"""The line that users write about themselves: entered in the settings, shown on the profile, removed by moderators."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games.moderation import rename
from games.moderation.reversal import take_back
from tests.cast import client_of
from tests.profile.test_settings_page import CHOSEN

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def write(user: User, line: str) -> int:
    return client_of(user).post(reverse("settings"), CHOSEN | {"display_name": "", "about_me": line}).status_code


def profile(user: User, viewer: User | None = None) -> str:
    return client_of(viewer).get(reverse("profile", args=[user.username])).content.decode()


def test_a_line_is_on_the_profile_for_anyone_to_read(alice: User, bob: User) -> None:
    assert "Write a line about yourself" in profile(alice, alice)
    assert write(alice, "  Tired   of flushes &\n <b>proud</b> of it ") == 302
    for viewer in (alice, bob, None):
        shown = profile(alice, viewer)
        assert "Tired of flushes &amp; &lt;b&gt;proud&lt;/b&gt; of it" in shown
        assert "Write a line about yourself" not in shown


def test_a_form_without_the_line_keeps_it(alice: User) -> None:
    write(alice, "Deals slowly.")
    client_of(alice).post(reverse("settings"), CHOSEN)
    assert User.objects.get(pk=alice.pk).about_me == "Deals slowly."
    write(alice, "")
    assert User.objects.get(pk=alice.pk).about_me == ""


def test_guests_write_no_line(guest: User) -> None:
    assert "about_me" not in client_of(guest).get(reverse("settings")).content.decode()
    write(guest, "Hello")
    assert User.objects.get(pk=guest.pk).about_me == ""


def test_who_may_not_write_to_others_can_only_remove_the_line(alice: User) -> None:
    write(alice, "Deals slowly.")
    restrict(alice, Restriction.Kind.MUTE)
    assert write(alice, "Deals fast.") == 422
    assert write(alice, "Deals slowly.") == 302
    assert write(alice, "") == 302
    assert User.objects.get(pk=alice.pk).about_me == ""


def test_renaming_removes_the_line_until_it_is_taken_back(alice: User, moderator: User) -> None:
    write(alice, "Rude.")
    action = rename(moderator, alice, "rude")
    assert "Rude." not in profile(User.objects.get(pk=alice.pk))
    take_back(moderator, action, "a mistake")
    assert User.objects.get(pk=alice.pk).about_me == "Rude."
