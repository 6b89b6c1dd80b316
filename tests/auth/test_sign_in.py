"""Signing up, in and out, and a forgotten password."""

import smtplib

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import User
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

NEWCOMER = {
    "username": "Erin",
    "email": "erin@example.org",
    "password1": PASSWORD,
    "time_zone": "Asia/Tokyo",
}


def sign_up(browser, **changes: str):
    return browser.post(reverse("account_signup"), NEWCOMER | changes)


def signed_in(browser) -> bool:
    return "_auth_user_id" in browser.session


def sign_in(browser, name: str, password: str = PASSWORD):
    return browser.post(reverse("account_login"), {"login": name, "password": password})


@pytest.mark.parametrize("name", ["Erin", "erin", "erin@example.org", "ERIN@example.org"])
def test_sign_up_confirm_and_sign_in_by_name_or_mail(visitor, client_of, link_in_mail, name: str) -> None:
    assert sign_up(visitor).url == reverse("account_email_verification_sent")
    elsewhere = client_of()
    assert sign_in(elsewhere, name).url == reverse("account_email_verification_sent")
    assert not signed_in(elsewhere)
    link = link_in_mail()
    assert b"Yes, confirm it" in elsewhere.get(link).content
    elsewhere.post(link)
    assert sign_in(elsewhere, name).url == reverse("home")
    assert signed_in(elsewhere)
    erin = User.objects.get(username="Erin")
    assert (erin.email, erin.time_zone, erin.can_be_mailed) == ("erin@example.org", "Asia/Tokyo", True)


def test_the_page_names_the_mail_folder_if_mails_go_to_files(visitor, settings) -> None:
    assert b"/mail</code>" not in visitor.get(reverse("account_email_verification_sent")).content
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert b"/mail</code>" in visitor.get(reverse("account_email_verification_sent")).content


@pytest.mark.parametrize("taken", ["alice", "ALICE"])
def test_a_taken_name_is_refused(visitor, alice: User, taken: str) -> None:
    response = sign_up(visitor, username=taken)
    assert b"This user name is taken." in response.content
    assert b'aria-describedby="id_username_helptext id_username_error"' in response.content
    assert not mail.outbox


def test_a_taken_address_is_not_given_away(visitor, alice: User) -> None:
    assert sign_up(visitor, email=alice.email).url == reverse("account_email_verification_sent")
    assert not EmailAddress.objects.get(user__username="Erin").verified
    assert [letter.to for letter in mail.outbox] == [[alice.email]]
    assert "There’s already one" in mail.outbox[-1].body


@pytest.mark.parametrize(
    "changes",
    [
        {"username": "a\0b"},
        {"username": "\u202eabc"},
        {"username": "x" * 5000},
        {"username": ".."},
        {"email": "nobody"},
        {"email": "a\0@example.org"},
        {"email": "x" * 5000 + "@example.org"},
        {"password1": "12345678"},
        {"password1": "a\0bcdefghijk"},
    ],
)
def test_nonsense_makes_no_account(visitor, changes: dict[str, str]) -> None:
    assert sign_up(visitor, **changes).status_code == 200
    assert not User.objects.exists()


def test_a_forged_zone_at_sign_up_is_ignored(visitor) -> None:
    sign_up(visitor, time_zone="\0Mars")
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize(
    ("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("a\0", "b\0"), ("x" * 9999, "y")]
)
def test_a_wrong_password_does_not_sign_in(visitor, alice: User, name: str, password: str) -> None:
    response = sign_in(visitor, name, password)
    assert response.status_code == 200
    assert not signed_in(visitor)
    assert b"errorlist" in response.content


def test_guessing_passwords_is_slowed_down(visitor, alice: User) -> None:
    for _ in range(6):
        response = sign_in(visitor, "alice", "wrong")
    assert b"Too many failed attempts" in response.content
    assert not signed_in(visitor) and sign_in(visitor, "alice").status_code == 200


def test_a_forgotten_password_is_replaced(visitor, alice: User, link_in_mail) -> None:
    visitor.post(reverse("account_reset_password"), {"email": alice.email})
    page = visitor.get(link_in_mail(), follow=True)
    new = "an-altogether-new-one-8"
    done = visitor.post(page.request["PATH_INFO"], {"password1": new}, follow=True)
    assert b"Your new password is saved" in done.content
    assert sign_in(visitor, "alice").status_code == 200
    assert sign_in(visitor, "alice", new).url == reverse("home")


def test_a_reset_for_an_unknown_address_gets_the_same_response(visitor) -> None:
    response = visitor.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert response.url == reverse("account_reset_password_done")
    assert "No account here has it" in mail.outbox[-1].body


def test_a_used_reset_link_is_refused(visitor) -> None:
    page = visitor.get(reverse("account_reset_password_from_key", args=["1", "abc-def"]))
    assert b"This link no longer works" in page.content


def test_a_broken_confirmation_link_is_refused(visitor) -> None:
    assert b"This link no longer works" in visitor.get(reverse("account_confirm_email", args=["nothing"])).content


def test_signing_out_takes_a_press(client_of, alice: User) -> None:
    browser = client_of(alice)
    browser.get(reverse("account_logout"))
    assert signed_in(browser)
    assert browser.post(reverse("account_logout")).url == reverse("front")
    assert not signed_in(browser)


def test_sign_in_works_while_the_mail_server_is_down(visitor, monkeypatch, caplog) -> None:
    def refuse(*_args, **_kwargs):
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    page = visitor.post(reverse("account_signup"), NEWCOMER, follow=True)
    assert page.status_code == 200
    assert b"just now. Try again in a few minutes." in page.content
    assert "could not be sent" in caplog.text


def test_account_mails_name_only_their_recipient(visitor, link_in_mail) -> None:
    sign_up(visitor)
    letter = mail.outbox[-1]
    assert letter.subject == "Confirm your address for The Back Room"
    assert "example.com" not in letter.body and "testserver" in letter.body
