"""Confusable names."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from accounts.profile.confusables import is_confusable, validate_not_confusable
from accounts.validators.names import KEY_LENGTH, clean_display_name, name_key
from tests.cast import PASSWORD, client_of, some_guest, somebody

pytestmark = pytest.mark.django_db

PREFERENCES = {"time_zone": "UTC", "night_from": "23:00", "night_until": "07:00", "theme": "", "language": ""}


@pytest.mark.parametrize(
    "name", ["Alice", "ALICE", "a.l-i_c e", "Al1ce", "AIice", "аlісе", "Αlice", "ａｌｉｃｅ", "𝐀lice"]
)
def test_confusable_names_have_the_same_key(name: str) -> None:
    assert name_key(name) == name_key("alice")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Alice", "Alicia"), ("Zoë", "Zoe"), ("Bob", "Rob"), ("Guest 1234", "Guest 1243"), ("山田", "山口")],
)
def test_others_have_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_key_is_never_too_long() -> None:
    assert len(name_key("\ufdfa" * 30)) == KEY_LENGTH


@pytest.mark.parametrize("name", ["Alіce", "Αlice", "pаypal", "Иvan"])
def test_letters_of_several_scripts_make_no_name(name: str) -> None:
    with pytest.raises(ValidationError, match="mix letters"):
        clean_display_name(name)


@pytest.mark.parametrize("name", ["Иван", "Αλίκη", "山田たろう", "김민준", "Yamada 山田", "O’Neil 2", "José", "أحمد"])
def test_names_of_all_the_world_do(name: str) -> None:
    assert clean_display_name(name) == name


def test_official_names_of_unconfigured_languages_are_refused_too() -> None:
    """A process may have activated the pseudo-locale before."""
    with override_settings(LANGUAGES=[("en", "English")]):
        validate_not_confusable("tidigare spelare")
    with pytest.raises(ValidationError, match="one of the site’s own"):
        validate_not_confusable("tidigare spelare")


@pytest.mark.parametrize(
    "name", ["Former player", "FORMER  PLAYER", "tidigare spelare", "Admin", "Adm1n", "Moderator Al", "bob-staff"]
)
def test_names_like_staff_or_placeholders_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="one of the site’s own"):
        validate_not_confusable(name)


def test_recent_users_and_guests_count_and_former_ones_do_not(alice: User, bob: User) -> None:
    bob.display_name = "The Fox"
    bob.save()
    dana = some_guest("Dana")
    for name in ("Al1ce", "the fox", "DANA"):
        assert is_confusable(name)
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(pk=dana.pk).update(date_joined=long_ago, last_seen_at=None)
    User.objects.filter(pk=bob.pk).update(erased_at=long_ago)
    assert not is_confusable("Dana")
    assert not is_confusable("The Fox")


def test_the_question_is_one_query(alice: User, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        validate_not_confusable("Somebody else")


def test_another_users_name_is_refused_in_the_settings(alice: User, bob: User) -> None:
    client = client_of(bob)
    answer = client.post("/settings/", PREFERENCES | {"display_name": "АLІСЕ"})
    assert answer.status_code == 422
    answer = client.post("/settings/", PREFERENCES | {"display_name": "A1ice"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "This name or one like it is taken." in html
    assert 'value="A1ice"' in html
    assert client.post("/settings/", PREFERENCES | {"display_name": "B0b"}).status_code == 302, "his own is his"


def test_an_unchanged_name_is_accepted_even_if_confusable(alice: User) -> None:
    fox = somebody("fox", display_name="Alice")
    assert client_of(fox).post("/settings/", PREFERENCES | {"display_name": "Alice"}).status_code == 302


def test_a_muted_user_can_not_change_their_name(alice: User) -> None:
    restrict(alice, Restriction.Kind.MUTE)
    client = client_of(alice)
    answer = client.post("/settings/", PREFERENCES | {"display_name": "You all cheat"})
    assert answer.status_code == 422
    assert "You can’t write to others." in answer.content.decode()
    assert client.post("/settings/", PREFERENCES | {"display_name": ""}).status_code == 302


def test_a_user_name_like_anothers_is_refused_at_sign_up(alice: User) -> None:
    facts = {"email": "new@example.org", "password1": PASSWORD}
    answer = client_of().post(reverse("account_signup"), facts | {"username": "a1ice"})
    assert "This name or one like it is taken." in answer.content.decode()
    assert not User.objects.filter(username="a1ice").exists()


def test_an_upgrading_guest_may_use_their_name_as_user_name(guest: User) -> None:
    facts = {"email": "new@example.org", "password1": PASSWORD}
    answer = client_of(guest).post(reverse("upgrade"), facts | {"username": "dana", "display_name": "Dana"})
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.username_key) == ("dana", "dana")


def test_the_keys_follow_the_names(alice: User) -> None:
    alice.display_name = "The Fox"
    alice.save(update_fields=["display_name"])
    alice.refresh_from_db()
    assert (alice.username_key, alice.display_name_key) == (name_key("alice"), name_key("The Fox"))


def test_a_generated_guest_name_is_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.auth.guests.secrets.randbelow", lambda most: 234)
    for _time in range(3):
        client_of().post("/play-now/")
    assert sorted(User.objects.values_list("display_name", flat=True)) == ["Guest 100234", "Guest 10234", "Guest 1234"]
