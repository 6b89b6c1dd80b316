"""Deleting an account."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from accounts.models import User
from accounts.signals import user_erasing
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard():
    """The users announced by ``user_erasing``, each with whether they still existed then."""
    found = []

    def listen(user: User, **_kwargs) -> None:
        found.append((user.username, User.objects.filter(pk=user.pk).exists()))

    user_erasing.connect(listen)
    yield found
    user_erasing.disconnect(listen)


def gone(person: User) -> bool:
    row = User.objects.get(pk=person.pk)
    return row.erased_at is not None and row.shown_name == "former player" and not row.is_active and not row.email


def test_the_password_deletes_the_account_and_the_games_remain(client_of, duel, alice: User, heard) -> None:
    browser = client_of(alice)
    assert browser.post(reverse("delete-account"), {"password": PASSWORD}).url == reverse("front")
    assert heard == [("alice", True)]
    assert gone(alice) and not User.objects.filter(username="alice").exists()
    assert "_auth_user_id" not in browser.session
    duel.refresh_from_db()
    assert duel.players.count() == 2


@pytest.mark.parametrize("password", ["", "wrong", "\0", "x" * 9999])
def test_without_the_password_nothing_happens(client_of, alice: User, heard, password: str) -> None:
    response = client_of(alice).post(reverse("delete-account"), {"password": password})
    assert response.status_code == 422
    assert b"id_password_error" in response.content
    assert not heard and User.objects.filter(username="alice").exists()


def test_a_guest_confirms_by_the_press_alone(client_of, guest: User, heard) -> None:
    browser = client_of(guest)
    assert b'type="password"' not in browser.get(reverse("delete-account")).content
    assert User.objects.filter(pk=guest.pk).exists()
    browser.post(reverse("delete-account"))
    assert heard and gone(guest)


def test_a_recently_authenticated_user_needs_no_password(client_of, alice: User) -> None:
    browser = client_of(alice)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert b'type="password"' not in browser.get(reverse("delete-account")).content
    browser.post(reverse("delete-account"))
    assert gone(alice)


def test_a_user_without_a_password_reauthenticates_by_passkey(client_of, alice: User) -> None:
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    alice.set_unusable_password()
    alice.save()
    browser = client_of(alice)
    for answer in (browser.get(reverse("delete-account")), browser.post(reverse("delete-account"))):
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("mfa_reauthenticate_webauthn"))
    assert not gone(alice)


def test_with_password_and_passkey_both_ways_are_offered(client_of, alice: User) -> None:
    browser, other_way = client_of(alice), reverse("account_reauthenticate").encode()
    assert other_way not in browser.get(reverse("delete-account")).content
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    assert other_way in browser.get(reverse("delete-account")).content


def test_what_was_chosen_is_still_there_after_a_wrong_password(client_of, alice: User) -> None:
    answer = client_of(alice).post(reverse("delete-account"), {"password": "wrong", "words": "on"})
    assert answer.status_code == 422
    assert b'name="words"' in answer.content and b"checked" in answer.content


def test_passwords_can_not_be_guessed_here(client_of, alice: User) -> None:
    browser = client_of(alice)
    for _ in range(11):
        response = browser.post(reverse("delete-account"), {"password": "wrong"})
    assert response.status_code == 429
    assert b"Too many attempts" in response.content


def test_an_error_in_a_receiver_rolls_the_erasure_back(client_of, alice: User) -> None:
    def object_to(**_kwargs) -> None:
        raise RuntimeError

    user_erasing.connect(object_to)
    browser = client_of(alice)
    with pytest.raises(RuntimeError):
        browser.post(reverse("delete-account"), {"password": PASSWORD})
    user_erasing.disconnect(object_to)
    assert User.objects.filter(username="alice").exists()


def test_deletion_by_staff_erases_the_user(client_of, staff: User, bob: User, charlie: User, heard) -> None:
    browser = client_of(staff)
    browser.post(reverse("admin:accounts_user_delete", args=[bob.pk]), {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [charlie.pk], "post": "yes"}
    browser.post(reverse("admin:accounts_user_changelist"), chosen)
    assert [name for name, _there in heard] == ["bob", "charlie"]
    assert list(User.objects.filter(erased_at=None).values_list("username", flat=True)) == ["staff"]
