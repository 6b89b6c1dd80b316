"""Owing, moving time and sending in the tests of notices."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Channel, Choice, Delivery, Game, Kind, Notice, Player, When
from games.notifications import enqueue
from games.sweeps.tasks import sweep
from tests.cast import table_of
from tests.queue import Queue


def later(**delta: float) -> Any:
    """The clock so much further on, for the length of a block."""
    return time_machine.travel(timezone.now() + timedelta(**delta))


def at(moment: datetime) -> Any:
    """The clock at this moment, standing still."""
    return time_machine.travel(moment, tick=False)


def deliver_due(queue: Queue) -> None:
    """What beat and a worker do once."""
    sweep()
    queue.run()


def wants(user: User, kind: Kind, when: When, channel: Channel = Channel.MAIL, game: Game | None = None) -> None:
    """Somebody has chosen this."""
    Choice.objects.create(user=user, kind=kind, channel=channel, game=game, when=when)


def asked(game: Game) -> Player:
    """Whose move it is."""
    return Player.objects.select_related("game", "user").get(game=game, asked__isnull=False)


def remind(game: Game, due_at: datetime | None = None) -> Notice:
    """Owe who is asked a reminder of his deadline."""
    player = asked(game)
    enqueue.near(player, due_at or timezone.now())
    return Notice.objects.filter(user=player.user, kind=Kind.NEAR).latest("pk")


def deliveries(user: User) -> list[Delivery]:
    """What somebody was and is owed, in order."""
    return list(Delivery.objects.filter(user=user).select_related("notice").order_by("pk"))


def turns_of(user: User, other: User, count: int) -> list[Game]:
    """So many new tables at which it is this person's move; nobody is owed anything but that."""
    games: list[Game] = []
    while len(games) < count:
        game = table_of(user, other, name=f"Table {len(games)}")
        kept = Notice.objects.filter(game=game, kind=Kind.TURN, user=user)
        Notice.objects.filter(game=game).exclude(pk__in=kept.values("pk")).delete()
        games += [game] if kept.exists() else []
    return games
