"""The page after a user has requested a mail."""

from __future__ import annotations

import re
import smtplib

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core import mail
from django.urls import reverse

from accounts.models import User
from tests.auth.test_sign_in import NEWCOMER, sign_up
from tests.auth.test_way_on import ON, next_of, with_next
from tests.cast import client_of

pytestmark = pytest.mark.django_db

REFUSED = "its mail server rejects the address."
FAILED = "just now. Try again in a few minutes."
AGAIN = reverse("send-confirmation-again")


def recipients(code: int) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"erin@example.org": (code, b"no")})


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (recipients(550), REFUSED),
        (AnymailRecipientsRefused("no"), REFUSED),
        (recipients(451), FAILED),
        (smtplib.SMTPDataError(554, b"spam"), FAILED),
        (smtplib.SMTPServerDisconnected(), FAILED),
        (TimeoutError(), FAILED),
        (AnymailAPIError("away"), FAILED),
    ],
)
@pytest.mark.parametrize("name", ["account_signup", "account_reset_password"])
def test_a_failed_mail_is_reported_once(visitor, monkeypatch, name: str, problem, words: str) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise problem

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    page = visitor.post(reverse(name), NEWCOMER, follow=True).content.decode()
    assert page.count(words) == 1
    assert "We’ve sent an e-mail" not in page
    assert ({REFUSED, FAILED} - {words}).pop() not in page
    assert "Send the e-mail again" in page


def test_a_mail_server_that_refuses_the_recipient_is_told_as_such(visitor, mailbox) -> None:
    mailbox.refuse = "550 no such user"
    page = visitor.post(reverse("account_signup"), NEWCOMER, follow=True).content.decode()
    assert "We’ve sent an e-mail" not in page and "Send the e-mail again" in page


def test_send_again_sends_the_link_again_and_keeps_the_way(visitor) -> None:
    visitor.post(with_next("account_signup"), NEWCOMER | {"next": ON})
    page = visitor.get(reverse("account_email_verification_sent")).content.decode()
    assert f'action="{AGAIN}"' in page and f'value="{ON.replace("&", "&amp;")}"' in page
    sent = visitor.post(AGAIN, {"next": ON}, follow=True).content.decode()
    assert "We’ve sent an e-mail to the address you gave." in sent
    assert len(mail.outbox) == 2
    assert next_of(mail.outbox[-1].body.split("http://testserver")[1].split()[0]) == ON


def test_send_again_says_how_long_to_wait(visitor) -> None:
    sign_up(visitor)
    for _ in range(2):
        visitor.post(AGAIN)
    page = visitor.post(AGAIN, follow=True).content.decode()
    assert len(mail.outbox) == 3
    assert "Try again in 10 minutes." in page and "We’ve sent an e-mail to the address you gave" not in page


def test_a_reset_is_sent_again_and_then_told_to_wait(visitor, alice: User) -> None:
    for _ in range(3):
        page = visitor.post(reverse("account_reset_password"), {"email": alice.email}, follow=True).content.decode()
        assert "We’ve sent an e-mail" in page and f'name="email" value="{alice.email}"' in page
    last = visitor.post(reverse("account_reset_password"), {"email": alice.email})
    assert last.status_code == 429 and "Try again in 10 minutes." in last.content.decode()
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("reason", ["none", "confirmed", "replaced"])
def test_send_again_without_an_address_that_waits(visitor, alice: User, reason: str) -> None:
    if reason != "none":
        sign_up(visitor)
    if reason == "replaced":
        sign_up(client_of(), username="other")
    if reason == "confirmed":
        visitor.post(mail.outbox[-1].body.split("http://testserver")[1].split()[0])
        visitor.post(reverse("account_logout"))
    mail.outbox.clear()
    answer = visitor.post(AGAIN)
    assert answer["Location"] == reverse("account_login") and not mail.outbox


@pytest.mark.parametrize("page", ["account_reset_password_done", "account_email_verification_sent"])
def test_the_button_that_sends_it_again_has_the_token_that_posts_need(page: str) -> None:
    browser = client_of()
    session = browser.session
    session["account_mail"] = {"email": "erin@example.org", "outcome": "sent", "next": ""}
    session.save()
    shown = browser.get(reverse(page)).content
    assert re.search(rb'action="[^"]+/(reset|again)/">\s*<input type="hidden" name="csrfmiddlewaretoken"', shown)
