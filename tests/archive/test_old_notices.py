"""Old notices are deleted with their deliveries, unless a delivery is still pending."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.archive import old_notices
from games.archive.tasks import archive
from games.models import Delivery, Notice

HOUR = timedelta(hours=1)
KEPT = timedelta(days=90)
"""The retention time, restated independently of the code."""


def notice(user: User, age: timedelta, state: str = "done", *deliveries: str) -> Notice:
    """Return a notice that was due that long ago, with deliveries in these states."""
    due_at = timezone.now() - age
    made = Notice.objects.create(user=user, kind="test", key=f"k{Notice.objects.count()}", state=state, due_at=due_at)
    for number, delivery in enumerate(deliveries):
        Delivery.objects.create(notice=made, user=user, target=str(number), state=delivery, due_at=due_at)
    return made


def test_what_was_sent_or_dropped_long_ago_is_deleted(alice: User) -> None:
    old = KEPT + HOUR
    for state, deliveries in (("done", ("sent", "failed")), ("done", ()), ("dropped", ("dropped",))):
        notice(alice, old, state, *deliveries)
    archive()
    assert not Notice.objects.exists() and not Delivery.objects.exists()


def test_what_is_recent_or_still_to_be_sent_stays(alice: User) -> None:
    old = KEPT + HOUR
    stay = [
        notice(alice, KEPT - HOUR, "done", "sent"),
        notice(alice, old, "pending"),
        notice(alice, old, "done", "sent", "pending"),
    ]
    archive()
    assert list(Notice.objects.order_by("pk")) == stay
    assert Delivery.objects.count() == 3


def test_it_is_done_in_batches_up_to_a_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_notices, "BATCH", 2)
    for _ in range(7):
        notice(alice, KEPT + HOUR)
    assert old_notices.delete_expired(timezone.now(), 5) == 5
    assert old_notices.delete_expired(timezone.now(), 5) == 2
    assert old_notices.delete_expired(timezone.now(), 5) == 0
