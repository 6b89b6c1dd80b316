"""Notices of one table: as usual, on the phone or computer only, in the digest, or none; page, API and mail link."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import User
from games.models import DeliveryChannel, DeliveryTiming, Game, Notice, NotificationKind, NotificationPreference
from games.notifications import outbox, preferences, table_notices
from games.notifications.table_notices import TableNotices
from games.notifications.unsubscribe import stop_url
from tests.api.caller import Caller
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import deliver_due, later, wants
from tests.playing import asked_seat
from tests.queue import Queue

pytestmark = [pytest.mark.both, pytest.mark.django_db]

TURN, NEXT, MAIL, PUSH = NotificationKind.TURN, NotificationKind.NEXT, DeliveryChannel.MAIL, DeliveryChannel.PUSH


def with_browser(user: User) -> User:
    user.push_subscriptions.create(endpoint=f"https://push.example/{user.pk}", p256dh="k", auth="a", name="Firefox")
    return user


def timing(user: User, kind: NotificationKind, channel: DeliveryChannel, game: Game | None) -> DeliveryTiming:
    return preferences.timings(user, [kind], game)[kind][channel]


@pytest.mark.parametrize("chosen", TableNotices)
def test_every_choice_is_read_as_it_was_made(duel: Game, alice: User, chosen: TableNotices) -> None:
    table_notices.choose_for(alice, duel, chosen)
    assert table_notices.chosen_for(alice, duel) == chosen
    preferences.turn_off(alice, [TURN], MAIL)
    assert table_notices.chosen_for(alice, duel) == chosen


def test_push_only_silences_mail_and_leaves_the_browser_as_usual(duel: Game, alice: User) -> None:
    wants(alice, TURN, DeliveryTiming.DIGEST, PUSH)
    table_notices.choose_for(alice, duel, TableNotices.PUSH)
    assert timing(alice, TURN, MAIL, duel) == DeliveryTiming.OFF
    assert timing(alice, TURN, PUSH, duel) == DeliveryTiming.DIGEST
    assert timing(alice, TURN, MAIL, None) == DeliveryTiming.NOW


def test_a_digest_leaves_out_notices_of_the_moment(duel: Game, alice: User) -> None:
    wants(alice, NEXT, DeliveryTiming.NOW)
    table_notices.choose_for(alice, duel, TableNotices.DIGEST)
    assert timing(alice, TURN, MAIL, duel) == DeliveryTiming.DIGEST
    assert timing(alice, NEXT, MAIL, duel) == DeliveryTiming.OFF


def test_push_only_sends_the_turn_to_the_browser_and_no_mail(duel: Game) -> None:
    user = with_browser(asked_seat(duel).user)
    table_notices.choose_for(user, duel, TableNotices.PUSH)
    notice = Notice.objects.get(user=user, kind=TURN)
    with later(minutes=20):
        outbox.fan_out(notice.pk)
    assert [delivery.channel for delivery in notice.deliveries.all()] == [PUSH]


def test_a_choice_made_while_a_mail_waits_still_counts(duel: Game, queue: Queue) -> None:
    user = asked_seat(duel).user
    notice = Notice.objects.get(user=user, kind=TURN)
    with later(minutes=20):
        outbox.fan_out(notice.pk)
        table_notices.choose_for(user, duel, TableNotices.OFF)
        deliver_due(queue)
    assert not [sent for sent in mail.outbox if user.email in sent.to]


def test_push_only_is_refused_while_no_browser_gets_notices(duel: Game, alice: User) -> None:
    address = reverse("notices-table", args=[duel.public_id])
    answer = client_of(alice).post(address, {"when": "push"})
    assert answer.status_code == 422
    assert "None of your browsers gets notifications yet." in answer.content.decode()
    refused = Caller(alice).post(f"/tables/{duel.public_id}/notices", {"when": "push"})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "when"
    assert not NotificationPreference.objects.exists()
    with_browser(alice)
    assert client_of(alice).post(address, {"when": "push"}).status_code == 302
    assert table_notices.chosen_for(alice, duel) == TableNotices.PUSH


def test_an_earlier_choice_stays_offered_until_it_changes(duel: Game, alice: User) -> None:
    address, client = reverse("notices-table", args=[duel.public_id]), client_of(alice)
    table_notices.choose_for(alice, duel, TableNotices.NOW)

    def offered() -> list[Any]:
        return [value for value, _label in client.get(address).context["form"].fields["when"].choices]

    assert offered() == ["usual", "push", "digest", "off", "now"]
    client.post(address, {"when": "usual"})
    assert offered() == ["usual", "push", "digest", "off"]
    assert client.post(address, {"when": "now"}).status_code == 422


def test_the_api_reads_and_writes_the_choice(duel: Game, alice: User, charlie: User) -> None:
    program, path = Caller(alice), f"/tables/{duel.public_id}/notices"
    assert program.get(path).json() == {"when": "usual"}
    assert program.post(path, {"when": "digest"}).status_code == 204
    assert program.get(path).json() == {"when": "digest"}
    assert program.post(path, {"when": "hourly"}).status_code == 422
    assert program.get(path).json() == {"when": "digest"}
    assert Caller(charlie).get(path).status_code == 404


def test_the_link_of_a_tables_mail_changes_that_table_only(duel: Game, alice: User) -> None:
    address = stop_url(alice, [TURN], duel)
    page = client_of().get(address)
    assert "Or only for Duel" in page.content.decode()
    saved = client_of().post(address, {"when": "off"})
    assert "Saved for Duel." in saved.content.decode()
    assert table_notices.chosen_for(alice, duel) == TableNotices.OFF
    assert timing(alice, TURN, MAIL, None) == DeliveryTiming.NOW
    refused = client_of().post(address, {"when": "hourly"})
    assert refused.status_code == 422
    assert timing(alice, TURN, MAIL, None) == DeliveryTiming.NOW


def test_one_click_in_a_mail_program_still_stops_the_kind_at_every_table(duel: Game, alice: User) -> None:
    client_of().post(stop_url(alice, [TURN], duel), {"List-Unsubscribe": "One-Click"})
    assert timing(alice, TURN, MAIL, None) == DeliveryTiming.OFF
    assert table_notices.chosen_for(alice, duel) == TableNotices.USUAL


def test_a_turn_mail_links_to_its_table_and_a_digest_to_none(duel: Game, alice: User, bob: User, queue: Queue) -> None:
    with later(minutes=20):
        deliver_due(queue)
    (sent,) = [each for each in mail.outbox if "Your move" in each.subject]
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert "Or only for Duel" in client_of().get(link).content.decode()
    table_of(alice, bob)
    assert "Or only for" not in client_of().get(stop_url(alice, [TURN])).content.decode()
