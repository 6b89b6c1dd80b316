"""Notices are enqueued once per occasion; a reminder that is enqueued again is moved."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta

import pytest
from django.db import DataError
from django.utils import timezone

from accounts.models import User
from games.core.notices import after_a_move, enqueue
from games.models import Notice, NotificationKind

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def enqueue_both(user: User, due_at: datetime, **data: int) -> None:
    enqueue(user, NotificationKind.TURN, "turn:1", due_at=due_at, **data)
    enqueue(user, NotificationKind.NEAR, "near:1", due_at=due_at, **data)


@pytest.mark.parametrize("batch", [nullcontext, after_a_move])
def test_a_repeated_notice_stays_as_it_is_and_a_repeated_reminder_moves(
    alice: User, batch: type[AbstractContextManager[None]]
) -> None:
    soon, later = (timezone.now() + timedelta(hours=hours) for hours in (1, 2))
    with batch():
        enqueue_both(alice, soon, asked=1)
    Notice.objects.update(state=Notice.State.DROPPED)
    enqueue_both(alice, later, asked=2)
    assert set(Notice.objects.values_list("kind", "due_at", "state")) == {
        (NotificationKind.TURN, soon, Notice.State.DROPPED),
        (NotificationKind.NEAR, later, Notice.State.PENDING),
    }
    assert [notice.data for notice in Notice.objects.all()] == [{"asked": 1}, {"asked": 1}]


def test_the_same_occasion_of_two_users_is_two_notices(alice: User, bob: User) -> None:
    with after_a_move():
        for user in (alice, bob, alice):
            enqueue(user, NotificationKind.TURN, "turn:1")
    assert sorted(Notice.objects.values_list("user", flat=True)) == [alice.pk, bob.pk]


@pytest.mark.postgres
@pytest.mark.parametrize("kind", [NotificationKind.TURN, NotificationKind.NEAR])
def test_too_long_a_key_is_refused_rather_than_shortened_or_left_out(alice: User, kind: NotificationKind) -> None:
    length = Notice._meta.get_field("key").max_length
    assert length is not None
    enqueue(alice, kind, "k" * length)
    with pytest.raises(DataError):
        enqueue(alice, kind, "k" * (length + 1))
