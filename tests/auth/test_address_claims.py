"""Several sign-ups with one address: the last one counts, until one of them is confirmed."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.auth import address_claims
from accounts.models import User
from accounts.privacy.tasks import delete_leftovers
from games import play
from tests.auth.test_sign_in import NEWCOMER, sign_in, sign_up, signed_in
from tests.cast import PASSWORD, client_of, some_guest, somebody, table_of
from tests.play.test_concurrency import at_once

pytestmark = pytest.mark.django_db

THEIRS = {"password1": "an-altogether-new-one-8"}


def links() -> list[str]:
    return [re.search(r"http://testserver(/accounts/confirm\S+)", letter.body)[1] for letter in mail.outbox]


def names() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


def test_the_owner_gets_a_link_of_their_own_and_the_first_claim_ends() -> None:
    sign_up(client_of(), username="thief", **THEIRS)
    owner = client_of()
    sign_up(owner)
    assert names() == {"Erin"}
    first, second = links()
    assert b"This link no longer works" in client_of().get(first).content
    assert client_of().post(first).status_code == 404
    owner.post(second)
    assert signed_in(owner)
    assert EmailAddress.objects.get(verified=True).user.username == "Erin"
    for login in ("thief", "erin@example.org", "erin"):
        browser = client_of()
        sign_in(browser, login, THEIRS["password1"])
        assert not signed_in(browser)


def test_a_second_sign_up_may_take_the_same_name_again() -> None:
    sign_up(client_of())
    again = client_of()
    assert sign_up(again, **THEIRS).status_code == 302
    again.post(links()[-1])
    assert signed_in(again) and names() == {"Erin"}
    assert User.objects.get().check_password(THEIRS["password1"])


def test_a_name_with_another_address_stays_taken() -> None:
    sign_up(client_of())
    answer = sign_up(client_of(), email="other@example.org")
    assert b"This user name is taken." in answer.content


@pytest.mark.parametrize("confirmed", [True, False])
def test_an_account_in_use_keeps_its_name(alice: User, confirmed: bool) -> None:
    EmailAddress.objects.update(verified=confirmed)
    User.objects.update(last_login=timezone.now())
    answer = sign_up(client_of(), username="alice", email=alice.email)
    assert b"This user name is taken." in answer.content
    assert names() == {"alice"}


def test_a_confirmed_address_ends_all_other_claims_of_it(bob: User) -> None:
    browser = client_of()
    sign_up(browser)
    EmailAddress.objects.create(user=bob, email="erin@example.org")
    User.objects.create_user("late", "erin@example.org", PASSWORD).emailaddress_set.create(email="erin@example.org")
    browser.post(links()[0])
    assert names() == {"Erin", "bob"}
    assert [each.user.username for each in EmailAddress.objects.filter(email="erin@example.org")] == ["Erin"]


def test_an_upgraded_guest_loses_the_claim_but_no_seat(alice: User) -> None:
    guest = some_guest("1")
    game = table_of(alice, size=3)
    play.join(game, guest, "")
    browser = client_of(guest)
    browser.post(reverse("upgrade"), NEWCOMER | {"display_name": "Erin"})
    sign_up(client_of(), username="owner")
    assert names() == {"alice", "Erin", "owner"}
    assert game.players.filter(user=guest).exists() and signed_in(browser)
    assert EmailAddress.objects.get(email="erin@example.org").user.username == "owner"


def test_an_account_that_was_never_confirmed_frees_its_name_after_a_while(alice: User) -> None:
    sign_up(client_of())
    delete_leftovers()
    assert names() == {"alice", "Erin"}
    User.objects.update(date_joined=timezone.now() - address_claims.RETENTION - timedelta(hours=1))
    staff = User.objects.create_superuser("chief", password=PASSWORD)
    User.objects.filter(pk=staff.pk).update(date_joined=timezone.now() - timedelta(days=99))
    delete_leftovers()
    assert names() == {"alice", "chief"}


def test_the_page_says_so_when_an_address_gets_no_more_mails() -> None:
    for number in range(3):
        sign_up(client_of(), username=f"erin{number}")
    assert len(mail.outbox) == 3
    page = client_of().post(reverse("account_signup"), NEWCOMER, follow=True).content.decode()
    assert "We’ve just sent several e-mails to erin@example.org" in page
    assert "Try again in 10 minutes." in page
    assert "We’ve sent an e-mail" not in page
    assert len(mail.outbox) == 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_claim_is_left_of_sign_ups_at_once() -> None:
    people = [Client() for _ in range(3)]
    at_once(*[partial(sign_up, browser, username=f"erin{number}") for number, browser in enumerate(people)])
    assert EmailAddress.objects.filter(email="erin@example.org").count() == 1
    assert len(names()) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_address_is_confirmed_while_another_signs_up_with_it() -> None:
    first, second = Client(), Client()
    sign_up(first)
    link = links()[0]
    answers = at_once(partial(first.post, link), partial(sign_up, second, username="second"))
    assert all(answer.status_code in (302, 404) for answer in answers)
    assert "Erin" in names() or not EmailAddress.objects.filter(verified=True).exists()
    assert EmailAddress.objects.filter(email="erin@example.org", verified=True).count() <= 1
    assert User.objects.filter(emailaddress__isnull=True).count() == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_accounts_confirm_one_address_at_once() -> None:
    pages = []
    for name in ("erin", "frank"):
        user = somebody(name)
        claim = EmailAddress.objects.create(user=user, email="both@example.org")
        pages.append(reverse("account_confirm_email", args=[EmailConfirmationHMAC(claim).key]))
    answers = at_once(*[partial(Client().post, page, {"password": PASSWORD}) for page in pages])
    assert sorted(answer.status_code for answer in answers) == [302, 404]
    assert EmailAddress.objects.filter(email="both@example.org", verified=True).count() == 1
