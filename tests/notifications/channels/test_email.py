"""Mails: sent once through a real mail server, retried while it is down, dropped if the mailbox is unknown.

Also their layout, their headers and the unsubscribe link.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from importlib import reload

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from anymail.signals import AnymailTrackingEvent, tracking
from anymail.urls import urlpatterns as providers
from django.core.mail import send_mail
from django.urls import clear_url_caches, reverse
from django.utils import timezone

from accounts.mail import bounces
from chicago import urls
from games import play
from games.models import Delivery, Notice, NotificationKind
from games.notifications import compose, outbox
from games.notifications.channels import email
from tests.cast import client_of
from tests.mail_server import PostOffice
from tests.notifications.outbox_steps import asked, deliver_due, later

pytestmark = pytest.mark.django_db


@pytest.fixture
def notice(duel):
    """The only pending notice: it is alice's turn."""
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    return Notice.objects.get()


def the_delivery():
    return Delivery.objects.get()


def parts(message):
    return [message.get_body((kind,)).get_content() for kind in ("plain", "html")]


def test_a_due_mail_is_sent_exactly_once(mailbox, notice, queue):
    deliver_due(queue)
    assert mailbox.mails == []
    with later(minutes=1):
        deliver_due(queue)
        deliver_due(queue)
    assert len(mailbox.mails) == 1
    notice.refresh_from_db()
    assert notice.state == Notice.State.DONE
    delivery = the_delivery()
    assert (delivery.state, delivery.tries, delivery.address) == ("sent", 1, notice.user.email)
    assert delivery.sent_at is not None


@pytest.mark.parametrize(("body", "declared"), [("Your move", []), ("À vous de jouer", ["BODY=8BITMIME"])])
def test_a_body_of_eight_bits_is_declared(mailbox, body, declared):
    """RFC 6152: a relay that can't pass on 8-bit bodies must be warned, or it would garble them."""
    send_mail("Subject", body, None, ["alice@example.org"])
    assert [option for option in mailbox.options if option.startswith("BODY")] == declared
    assert mailbox.mails[0].get_content().strip() == body


def test_text_and_html_parts_are_complete(mailbox, notice, queue, settings):
    user = notice.user
    user.time_zone = "Europe/Stockholm"
    user.save()
    with later(minutes=1):
        deliver_due(queue)
    (message,) = mailbox.mails
    assert message["To"] == user.email
    deadline = notice.player.deadline.astimezone(user.zone)
    for part in parts(message):
        assert notice.game.name in part
        assert f"{deadline:%H:%M}" in part
        assert "(Stockholm time)" in part
    assert f"{deadline:%a %H:%M}" in message["Subject"]
    html = parts(message)[1]
    assert len(html.encode()) < 20_000
    for foreign in ("<script", "<img", "<svg", 'href="/'):
        assert foreign not in html


def test_its_headers_are_those_that_mail_programs_look_for(mailbox, notice, queue, settings):
    with later(minutes=1):
        deliver_due(queue)
    (message,) = mailbox.mails
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].strip().startswith(f"<{settings.SITE_URL}/notices/stop/")
    delivery = the_delivery()
    again = email.build_mail(delivery, compose.message([delivery]), "me@example.org")
    assert again.message()["Message-ID"] == message["Message-ID"]
    assert message["Message-ID"].endswith("@backroom.invalid>")


def test_no_mail_after_the_recipient_has_moved(mailbox, notice, queue):
    me = asked(notice.game)
    play.move(me, "draw", play.version_of(me.game, me))
    with later(minutes=1):
        deliver_due(queue)
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED
    assert [message["To"] for message in mailbox.mails] == [asked(notice.game).user.email]


def test_no_mail_if_the_recipient_moves_before_sending(mailbox, notice, queue):
    mailbox.refuse = "451 try again later"
    with later(minutes=1) as clock:
        deliver_due(queue)
        mailbox.refuse = ""
        me = asked(notice.game)
        play.move(me, "draw", play.version_of(me.game, me))
        clock.move_to(the_delivery().due_at)
        deliver_due(queue)
    assert notice.deliveries.get().state == Delivery.State.DROPPED
    assert mailbox.to(notice.user.email) == []


@pytest.mark.parametrize("refusal", ["451 try again later", "554 no thanks"])
def test_a_refusing_server_is_retried_with_growing_pauses(mailbox, notice, queue, refusal):
    mailbox.refuse = refusal
    waits = []
    with later(minutes=1) as clock:
        for _try in range(3):
            before = timezone.now()
            deliver_due(queue)
            delivery = the_delivery()
            assert delivery.state == Delivery.State.PENDING
            assert refusal.split(maxsplit=1)[1] in delivery.error
            waits.append(delivery.due_at - before)
            clock.move_to(delivery.due_at)
        mailbox.refuse = ""
        deliver_due(queue)
    delivery = the_delivery()
    assert waits[0] < waits[1] < waits[2]
    assert (delivery.state, delivery.tries, delivery.error) == ("sent", 4, "")
    assert len(mailbox.mails) == 1


def test_a_mail_is_given_up_after_three_days_of_refusals(mailbox, notice, queue):
    mailbox.refuse = "451 try again later"
    with later(minutes=1) as clock:
        began = timezone.now()
        deliver_due(queue)
        while (delivery := the_delivery()).state == Delivery.State.PENDING:
            clock.move_to(delivery.due_at)
            deliver_due(queue)
    assert delivery.state == Delivery.State.FAILED
    assert "try again later" in delivery.error
    assert 2.9 < (delivery.due_at - began).total_seconds() / 86_400 < 3.2
    notice.user.refresh_from_db()
    assert notice.user.mail_trouble == ""


def test_a_server_that_is_away_loses_nothing(notice, queue, settings):
    settings.EMAIL_BACKEND = "accounts.mail.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with later(minutes=1):
        deliver_due(queue)
    assert the_delivery().state == Delivery.State.PENDING
    assert "refused" in the_delivery().error


def test_a_worker_that_died_with_a_delivery_in_hand_is_replaced(mailbox, notice, queue):
    with later(minutes=1) as clock:
        (pk,) = outbox.fan_out(notice.pk)
        assert outbox.claim(pk)
        deliver_due(queue)
        assert mailbox.mails == []
        clock.move_to(the_delivery().due_at)
        deliver_due(queue)
    assert len(mailbox.mails) == 1


def test_an_unverified_address_gets_no_mail(mailbox, notice, queue):
    EmailAddress.objects.filter(user=notice.user).update(verified=False)
    with later(minutes=1):
        deliver_due(queue)
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED
    assert mailbox.mails == []


def test_the_hand_is_shown_only_to_those_who_want_it(notice):
    delivery = Delivery(notice=notice, user=notice.user, channel="mail")
    shown = email.build_mail(delivery, compose.message([delivery]), "me@example.org")
    notice.user.hand_in_mail = False
    hidden = email.build_mail(delivery, compose.message([delivery]), "me@example.org")
    assert "Your hand" in shown.body
    assert "Your hand" not in hidden.body
    assert "Your hand" not in hidden.alternatives[0].content


def stop_address(message):
    return re.search(r"https?://[^/]+(/notices/stop/[^>]+)>", message["List-Unsubscribe"])[1]


def test_one_press_in_the_mail_program_ends_mails_of_the_kind(mailbox, notice, queue):
    with later(minutes=1):
        deliver_due(queue)
    address = stop_address(mailbox.mails[0])
    visitor = client_of()
    visitor.handler.enforce_csrf_checks = True
    looked = visitor.get(address)
    assert looked.status_code == 200
    assert "your move" in looked.content.decode()
    assert not notice.user.notification_preferences.exists()
    assert visitor.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    choice = notice.user.notification_preferences.get()
    assert (choice.kind, choice.channel, choice.when, choice.game) == (NotificationKind.TURN, "mail", "off", None)


def test_it_ends_them_at_tables_with_a_choice_of_their_own_too(mailbox, notice, queue):
    mine = notice.user.notification_preferences.create(kind="turn", channel="mail", game=notice.game, when="now")
    with later(minutes=1):
        deliver_due(queue)
    client_of().post(stop_address(mailbox.mails[0]))
    mine.refresh_from_db()
    assert mine.when == "off"


def test_an_altered_stop_link_changes_nothing(mailbox, notice, queue):
    with later(minutes=1):
        deliver_due(queue)
    address = stop_address(mailbox.mails[0])
    for altered in (address[:-2] + "/", "/notices/stop/x/", address.replace("stop/", "stop/x")):
        assert client_of().get(altered).status_code == 404
        assert client_of().post(altered).status_code == 404
    assert not notice.user.notification_preferences.exists()


# --- bounced mails


class Strangers(PostOffice):
    """A mail server without mailboxes."""

    async def handle_RCPT(self, _server, _session, _envelope, _address, _options):
        return "550 there is nobody of this name"


@pytest.fixture
def refusing(settings):
    office = Strangers()
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    settings.EMAIL_BACKEND = "accounts.mail.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    yield office
    controller.stop()


def test_an_address_that_does_not_exist_is_marked_and_never_tried_again(refusing, notice, queue):
    with later(minutes=1) as clock:
        deliver_due(queue)
        delivery = the_delivery()
        assert (delivery.state, delivery.tries) == ("failed", 1)
        assert "nobody of this name" in delivery.response
        clock.shift(3_600)
        Notice.objects.update(state="pending")
        Delivery.objects.all().delete()
        deliver_due(queue)
    assert not Delivery.objects.exists()
    notice.user.refresh_from_db()
    assert "nobody of this name" in notice.user.mail_trouble
    assert not notice.user.can_be_mailed


def test_the_owner_sees_the_bounce_on_every_page_and_can_retry(notice, bob):
    bounces.record_bounce(notice.user, "550 there is <nobody>")
    client = client_of(notice.user)
    for name in ("home", "lobby", "settings"):
        page = client.get(reverse(name)).content.decode()
        assert "550 there is &lt;nobody&gt;" in page
        assert notice.user.email in page
    assert client.get(reverse("clear-bounce")).status_code == 405
    assert client.post(reverse("clear-bounce")).status_code == 302
    assert "come back" not in client.get(reverse("lobby")).content.decode()
    assert "come back" not in client_of(bob).get(reverse("lobby")).content.decode()


def test_confirming_an_address_forgets_what_came_back(alice):
    bounces.record_bounce(alice, "550 gone")
    address = EmailAddress.objects.get(user=alice)
    email_confirmed.send(EmailAddress, request=None, email_address=address)
    alice.refresh_from_db()
    assert alice.can_be_mailed


@pytest.mark.parametrize("kind", ["bounced", "rejected", "complained"])
def test_a_bounce_that_the_provider_reports_stops_mails(mailbox, notice, queue, kind):
    with later(minutes=1):
        deliver_due(queue)
    event = AnymailTrackingEvent(event_type=kind, recipient=notice.user.email.upper(), mta_response="550 full of it")
    tracking.send(sender=None, event=event, esp_name="Test")
    notice.user.refresh_from_db()
    assert notice.user.mail_trouble == "550 full of it"
    delivery = the_delivery()
    assert (delivery.state, delivery.error, delivery.response) == ("failed", kind, "550 full of it")


@pytest.mark.parametrize(
    "event",
    [
        {"event_type": "delivered", "recipient": "alice@example.org"},
        {"event_type": "bounced", "recipient": "nobody@example.org"},
        {"event_type": "bounced", "recipient": None},
    ],
)
def test_an_unrelated_mail_counts_as_no_bounce(alice, event):
    tracking.send(sender=None, event=AnymailTrackingEvent(**event), esp_name="Test")
    alice.refresh_from_db()
    assert alice.mail_trouble == ""


def test_bounce_reports_require_a_configured_secret(client):
    assert client.post("/anymail/postmark/tracking/", "{}", content_type="application/json").status_code == 404


@pytest.fixture
def provider(settings):
    """A site whose mail provider reports bounces, authenticated by a secret."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "postmark:a-secret"}
    reload(urls)
    clear_url_caches()
    yield
    settings.ANYMAIL = {}
    reload(urls)
    clear_url_caches()


def test_with_a_secret_the_providers_report_is_believed(alice, client, provider):
    address = "/anymail/postmark/tracking/"
    report = {
        "RecordType": "Bounce",
        "Type": "HardBounce",
        "TypeCode": 1,
        "ID": 1,
        "Email": alice.email,
        "BouncedAt": "2026-11-20T12:00:00Z",
        "MessageID": "x",
        "Description": "The server was unable to deliver your message",
        "Details": "550 nobody here",
    }
    sent = {"data": json.dumps(report), "content_type": "application/json"}
    assert client.post(address, **sent).status_code == 400
    alice.refresh_from_db()
    assert alice.can_be_mailed
    basic = "Basic " + b64encode(b"postmark:a-secret").decode()
    assert client.post(address, headers={"Authorization": basic}, **sent).status_code == 200
    alice.refresh_from_db()
    assert "nobody here" in alice.mail_trouble


@pytest.mark.filterwarnings(
    "ignore::anymail.exceptions.AnymailNotSupportedWarning", "ignore::anymail.exceptions.AnymailDeprecationWarning"
)
def test_strangers_get_an_answer_at_every_providers_address(client, provider):
    client.raise_request_exception = False
    for each in providers:
        answer = client.post(f"/anymail/{each.pattern}", "{}", content_type="application/json")
        assert answer.status_code in (400, 404), each.pattern
