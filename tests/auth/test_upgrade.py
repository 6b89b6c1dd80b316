"""A guest upgrades to a full account with all of their data."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import User
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

ASKED = {
    "username": "dana",
    "display_name": "Dana",
    "email": "dana@example.org",
    "password1": PASSWORD,
}


def test_the_seats_stay_and_the_address_is_confirmed_by_mail(
    client_of, guest: User, alice: User, table_of, link_in_mail
) -> None:
    game = table_of(alice, guest)
    browser = client_of(guest)
    assert browser.post(reverse("upgrade"), ASKED).url == reverse("settings")
    dana = User.objects.get(username="dana")
    assert dana.pk == guest.pk and not dana.is_guest
    assert game.players.filter(user=dana).exists()
    assert not dana.can_be_mailed
    assert b"not confirmed yet" in browser.get(reverse("settings")).content
    browser.post(link_in_mail())
    dana.refresh_from_db()
    assert dana.email == "dana@example.org" and dana.can_be_mailed


def test_after_signing_out_the_account_is_entered_with_the_password(client_of, guest: User, link_in_mail) -> None:
    browser = client_of(guest)
    browser.post(reverse("upgrade"), ASKED)
    browser.post(link_in_mail())
    browser.post(reverse("account_logout"))
    assert browser.post(reverse("account_login"), {"login": "dana", "password": PASSWORD}).url == reverse("home")
    assert browser.session["_auth_user_id"] == str(guest.pk)


def test_a_taken_name_is_refused_and_nothing_typed_is_lost(client_of, guest: User, alice: User) -> None:
    response = client_of(guest).post(reverse("upgrade"), ASKED | {"username": "Alice"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "This user name is taken." in page
    assert 'value="dana@example.org"' in page and 'value="Dana"' in page
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_taken_address_is_not_given_away(client_of, guest: User, alice: User) -> None:
    browser = client_of(guest)
    response = browser.post(reverse("upgrade"), ASKED | {"email": alice.email})
    assert response.url == reverse("settings")
    assert mail.outbox[-1].to == [alice.email] and "There’s already one" in mail.outbox[-1].body
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, "")
    assert not EmailAddress.objects.get(user=guest).verified
    assert EmailAddress.objects.get(user=alice).verified


@pytest.mark.parametrize(
    "changes",
    [{"username": "a\0"}, {"display_name": "\u202e"}, {"display_name": "x" * 999}, {"email": "?"}, {"password1": ""}],
)
def test_nonsense_leaves_the_guest_a_guest(client_of, guest: User, changes: dict[str, str]) -> None:
    response = client_of(guest).post(reverse("upgrade"), ASKED | changes)
    assert response.status_code == 422
    assert User.objects.get(pk=guest.pk).is_guest


def test_upgrading_is_only_for_guests(visitor, client_of, alice: User) -> None:
    assert visitor.get(reverse("upgrade")).url == reverse("account_signup")
    assert client_of(alice).get(reverse("upgrade")).url == reverse("settings")


def test_a_guest_signing_out_is_warned_about_losing_seats(client_of, guest: User) -> None:
    browser = client_of(guest)
    assert b"stay with this guest" in browser.get(reverse("upgrade")).content
    assert b"nobody can come back as Dana" in browser.get(reverse("account_logout")).content
