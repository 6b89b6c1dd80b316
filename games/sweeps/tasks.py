"""Celery's entries. Each can run twice or at once with itself without harm: what is due is found in the rows."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task, shared_task
from django.db.models import QuerySet
from django.utils import timezone

from games.bots import schedule
from games.models import Delivery, Game, Heartbeat, Notice, Player, Vacation, Vote
from games.notifications.tasks import deliver, hand_on
from games.play.tasks import begin_vacation, end_pause, end_vacation, expire_vote, move_by_itself, open_stopped, time_up
from games.stats.tasks import rate

log = logging.getLogger(__name__)

AT_ONCE = 500
"""How much of each kind one sweep takes; the next one takes the rest."""

ALONE_AT_ONCE = 10
"""How many tables one sweep takes where no person waits for the computer players: they must not crowd others out."""


@shared_task(name="games.sweep")
def sweep() -> None:
    """Find everything that is due: moves that are made by themselves, computer players, mails."""
    now = timezone.now()
    _hand_out(move_by_itself, Player.objects.filter(auto_at__lte=now), "auto_at")
    waited_for, alone = schedule.due(now)
    for tables in (waited_for[:AT_ONCE], alone[:ALONE_AT_ONCE]):
        for pk in tables.values_list("pk", flat=True):
            schedule.enqueue(pk)
    _hand_out(hand_on, Notice.objects.filter(state=Notice.State.OWED, due_at__lte=now), "due_at")
    _hand_out(deliver, Delivery.objects.filter(state=Delivery.State.OWED, due_at__lte=now), "due_at")
    Heartbeat.note("games.sweep", now)


@shared_task(name="games.sweep_deadlines")
def sweep_deadlines() -> None:
    """Find what may wait a minute: deadlines, pauses, votes and vacations whose time has come, games to be rated
    or laid open.
    """
    now = timezone.now()
    _hand_out(time_up, Player.objects.filter(deadline__lte=now), "deadline")
    _hand_out(end_pause, Game.objects.filter(paused_until__lte=now), "paused_until")
    _hand_out(expire_vote, Vote.objects.filter(state=Vote.State.OPEN, closes_at__lte=now), "closes_at")
    begun = Vacation.objects.filter(state=Vacation.State.PLANNED, begins_at__lte=now)
    _hand_out(begin_vacation, begun, "begins_at")
    _hand_out(end_vacation, Vacation.objects.filter(state=Vacation.State.ON, ends_at__lte=now), "ends_at")
    ended = Game.objects.filter(status=Game.Status.STOPPED, ended_at__lte=now - Game.REOPENS_WITHIN)
    _hand_out(open_stopped, ended, "ended_at")
    for slug in Game.objects.filter(rating_owed=True).order_by("slug").values_list("slug", flat=True).distinct():
        rate.delay(slug)
    if forgotten := schedule.find_forgotten(now):
        log.warning("%d tables had computer players to move and no due time", forgotten)
    Heartbeat.note("games.sweep_deadlines", now)


def _hand_out(task: Task, due: QuerySet[Any], column: str) -> None:
    """The longest due first: what is left over comes first in the next sweep."""
    for pk in due.order_by(column).values_list("pk", flat=True)[:AT_ONCE]:
        task.delay(pk)
