"""Helpers of the notification tests: enqueue notices, move the clock, send."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.utils import timezone

from accounts.models import User
from games.core import notices
from games.models import (
    Delivery,
    DeliveryChannel,
    DeliveryTiming,
    Game,
    Notice,
    NotificationKind,
    NotificationPreference,
    Player,
)
from games.tasks import sweep
from tests.cast import table_of
from tests.queue import Queue


def later(**delta: float) -> Any:
    """Return a context manager that moves the clock forward."""
    return time_machine.travel(timezone.now() + timedelta(**delta))


def at(moment: datetime) -> Any:
    """Return a context manager that freezes the clock at this moment."""
    return time_machine.travel(moment, tick=False)


def deliver_due(queue: Queue) -> None:
    """Run beat and a worker once."""
    sweep()
    queue.run()


def wants(
    user: User,
    kind: NotificationKind,
    when: DeliveryTiming,
    channel: DeliveryChannel = DeliveryChannel.MAIL,
    game: Game | None = None,
) -> None:
    NotificationPreference.objects.create(user=user, kind=kind, channel=channel, game=game, when=when)


def asked(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def remind(game: Game, due_at: datetime | None = None) -> Notice:
    player = asked(game)
    notices.enqueue_reminder(player, due_at or timezone.now())
    return Notice.objects.filter(user=player.user, kind=NotificationKind.NEAR).latest("pk")


def deliveries(user: User) -> list[Delivery]:
    """Return a user's sent and pending deliveries, in order."""
    return list(Delivery.objects.filter(user=user).select_related("notice").order_by("pk"))


def turns_of(user: User, other: User, count: int) -> list[Game]:
    """Return new tables at which it is this user's move, with no other notices enqueued."""
    games: list[Game] = []
    while len(games) < count:
        game = table_of(user, other, name=f"Table {len(games)}")
        kept = Notice.objects.filter(game=game, kind=NotificationKind.TURN, user=user)
        Notice.objects.filter(game=game).exclude(pk__in=kept.values("pk")).delete()
        games += [game] if kept.exists() else []
    return games
