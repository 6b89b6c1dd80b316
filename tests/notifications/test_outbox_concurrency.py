"""Concurrent workers at the outbox send one mail (on PostgreSQL)."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Delivery, DeliveryTiming, Notice, NotificationKind
from games.notifications import outbox
from tests.cast import somebody
from tests.notifications.outbox_steps import turns_of, wants
from tests.play.test_concurrency import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def busy():
    """Alice, who is to move at four tables."""
    alice = somebody("alice")
    turns_of(alice, somebody("bob"), 4)
    Notice.objects.update(due_at=timezone.now())
    return alice


def work():
    """Run a worker with all tasks in its queue."""
    for pk in Delivery.objects.filter(state="pending").order_by("pk").values_list("pk", flat=True):
        if claimed := outbox.claim(pk):
            outbox.deliver(claimed)


def hand_on_all():
    for pk in Notice.objects.values_list("pk", flat=True):
        outbox.fan_out(pk)


def test_a_digest_is_one_mail_with_many_workers(busy):
    wants(busy, NotificationKind.TURN, DeliveryTiming.DIGEST)
    at_once(*[hand_on_all] * 5)
    assert Delivery.objects.count() == 4
    Delivery.objects.update(due_at=timezone.now())
    at_once(*[work] * 6)
    assert [message.subject for message in mail.outbox] == ["4 tables are waiting for you"]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}


def test_once_is_one_mail_with_many_workers(busy):
    wants(busy, NotificationKind.TURN, DeliveryTiming.ONCE)
    at_once(*[hand_on_all] * 5)
    at_once(*[work] * 6)
    Delivery.objects.filter(state="pending").update(due_at=timezone.now())
    at_once(*[work] * 6)
    assert len(mail.outbox) == 1
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["dropped", "dropped", "dropped", "sent"]


def test_each_is_sent_once_with_many_workers(busy):
    at_once(*[hand_on_all] * 5)
    at_once(*[work] * 6)
    assert len(mail.outbox) == 4
    assert set(Delivery.objects.values_list("tries", flat=True)) == {1}
