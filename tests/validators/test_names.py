"""Names, time zones and guests."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import RequestFactory
from django.utils import translation

from accounts.auth.guests import user_or_guest
from accounts.models import User
from accounts.validators.names import clean_display_name, validate_username
from accounts.validators.time_zones import validate_time_zone, zone_choices, zone_city, zone_names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ingrid", "Ingrid"),
        ("  Dean   O'Banion ", "Dean O'Banion"),
        ("A\tB\nC", "A B C"),
        ("Åsa", "Åsa"),
        ("山田", "山田"),
        ("x" * 30 + " " * 9, "x" * 30),
    ],
)
def test_a_display_name_is_tidied(typed: str, kept: str) -> None:
    assert clean_display_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "a\0b",
        "a\u200bb",
        "\u202eevil",
        "a\u2066b",
        "\ufeffa",
        "a\ue000",
        "\ud800",
        "x" * 31,
        "...",
        "Z\u0300\u0301\u0302\u0303",
        "\u3164",
    ],
)
def test_an_unreadable_display_name_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        clean_display_name(typed)


@pytest.mark.parametrize("name", ["a", "alice", "guest-4f", "A.b_c-9"])
def test_a_user_name_is_plain(name: str) -> None:
    validate_username(name)


@pytest.mark.parametrize("name", ["", ".", "..", "a.", "-a", "a@b", "a/b", "a b", "alice\n", "ålice", "a\u200b"])
def test_a_user_name_fits_an_address(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_username(name)


def test_user_names_differ_by_more_than_their_case(alice: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create(username="ALICE")


def test_every_zone_offered_is_one() -> None:
    offered = [name for _area, group in zone_choices() if isinstance(group, list) for name, _city in group]
    assert len(offered) > 300
    assert set(offered) <= zone_names()


@pytest.mark.parametrize(
    ("language", "area", "city"),
    [("en", "Europe", "Warsaw"), ("pl", "Europa", "Warszawa"), ("sv", "Europa", "Warszawa")],
)
def test_zones_are_called_as_each_language_calls_the_place(language: str, area: str, city: str) -> None:
    with translation.override(language):
        assert ("Europe/Warsaw", city) in dict(zone_choices())[area]
        assert zone_city("Europe/Warsaw") == city
        assert zone_city("UTC") == "UTC"


def test_a_zone_there_is_not_is_named_in_the_refusal() -> None:
    with pytest.raises(ValidationError, match="Mars/Olympus"):
        validate_time_zone("Mars/Olympus")


def test_an_abolished_time_zone_falls_back_to_utc() -> None:
    assert User(time_zone="Mars/Olympus").zone.key == "UTC"


def _visit(client, **posted: str):
    request = RequestFactory().post("/", posted)
    request.session, request.user = client.session, AnonymousUser()
    return request


@pytest.mark.django_db
def test_a_guest_is_signed_in_and_has_a_name_and_a_zone(visitor) -> None:
    request = _visit(visitor, time_zone="Europe/Stockholm")
    with user_or_guest(request, "  Dana ") as guest:
        assert not request.user.is_authenticated
    guest.refresh_from_db()
    assert (guest.shown_name, guest.is_guest, guest.time_zone) == ("Dana", True, "Europe/Stockholm")
    assert request.user == guest
    assert not guest.has_usable_password()
    assert not guest.can_be_mailed
    guest.full_clean(exclude=["password"])


@pytest.mark.django_db
def test_a_guest_without_a_name_gets_one_and_a_forged_zone_is_ignored(visitor) -> None:
    with user_or_guest(_visit(visitor, time_zone="../../etc/passwd\0")) as guest:
        pass
    assert guest.display_name.startswith("Guest ")
    assert guest.time_zone == "UTC"


@pytest.mark.django_db
def test_a_guest_with_a_bad_name_is_not_made(visitor) -> None:
    with pytest.raises(ValidationError), user_or_guest(_visit(visitor), "\u202e"):
        pytest.fail("was made")
    assert not User.objects.exists()
