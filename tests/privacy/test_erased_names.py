"""Names of erased accounts: reserved for a year, without revealing whose they were."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.models import ErasedName, User
from accounts.privacy import tasks
from accounts.privacy.erasure import erase_user
from accounts.profile.confusables import is_confusable, validate_not_confusable
from tests.cast import PASSWORD, client_of, some_guest, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def fox() -> User:
    return somebody("reynard", display_name="The Fox")


def test_both_names_of_an_erased_account_stay_closed(fox: User, alice: User) -> None:
    erase_user(fox)
    for name in ("reynard", "Reynard", "The Fox", "the f0x", "T.h.e Fox"):
        with pytest.raises(ValidationError, match="This name or one like it is taken"):
            validate_not_confusable(name, alice)
    assert not is_confusable("A Fox")


def test_a_stranger_is_told_so_at_sign_up_and_the_name_stays_in_the_field(fox: User) -> None:
    erase_user(fox)
    facts = {"email": "new@example.org", "password1": PASSWORD, "username": "reynard"}
    html = client_of().post(reverse("account_signup"), facts).content.decode()
    assert "This name or one like it is taken." in html
    assert 'value="reynard"' in html


def test_nothing_leads_from_a_row_to_the_account(fox: User) -> None:
    with time_machine.travel("2026-11-05 12:00Z", tick=False):
        erase_user(fox)
    assert {field.name for field in ErasedName._meta.get_fields()} == {"digest", "until"}
    assert set(ErasedName.objects.values_list("until", flat=True)) == {date(2027, 11, 30)}
    assert all(len(digest) == 64 for digest in ErasedName.objects.values_list("digest", flat=True))


def test_a_name_is_free_when_its_year_is_over(fox: User) -> None:
    erase_user(fox)
    for days, closed in ((365, True), (365 + 32, False)):
        with time_machine.travel(timezone.now() + timedelta(days=days), tick=False):
            tasks.delete_leftovers()
            assert is_confusable("reynard") is closed
    assert not ErasedName.objects.exists()


def test_erased_names_stay_reserved_with_a_fallback_key(fox: User, settings) -> None:
    erase_user(fox)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one, long enough for a key"
    assert is_confusable("The Fox")
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_confusable("The Fox"), "a keyed hash, which nobody can try out without the key"


def test_a_guests_name_stays_closed_for_a_month_or_two() -> None:
    with time_machine.travel("2026-11-05 12:00Z", tick=False):
        erase_user(some_guest("Dana"))
        assert is_confusable("Dana")
    assert set(ErasedName.objects.values_list("until", flat=True)) == {date(2026, 12, 31)}


def test_a_name_that_is_erased_twice_is_one_row(fox: User) -> None:
    erase_user(fox)
    again = somebody("reynard")
    erase_user(again)
    assert ErasedName.objects.count() == 2


def test_computer_players_from_outside_are_erased_the_same_way(fox: User) -> None:
    somebody("robin", owner=fox, owner_name="reynard")
    erase_user(fox)
    assert is_confusable("robin")
