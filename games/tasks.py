"""Periodic Celery tasks that dispatch due work. They query due rows, so they can be repeated and run concurrently."""

import logging
from typing import Any

from celery import Task, shared_task
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.bots.tasks import call_player, call_player_again
from games.core import computer_turns
from games.core.database_clock import with_right_clock
from games.models import AppealAnswer, Delivery, Game, Heartbeat, IdempotencyKey, Notice, Player, Vacation, Vote
from games.moderation.tasks import carry_out_answer
from games.notifications.tasks import deliver, fan_out
from games.play.tasks import (
    begin_vacation,
    end_pause,
    end_vacation,
    expire_vote,
    make_automatic_move,
    reveal_stopped,
    time_up,
)
from games.review import worker
from games.stats.tasks import rate

log = logging.getLogger(__name__)

BATCH = 500
"""Maximum number of rows of each kind per sweep. The next sweep dispatches the remaining rows."""

BATCH_WITHOUT_PEOPLE = 10
"""Maximum number of tables per sweep that have only fast computer players left."""

SLOW_WITHOUT_PEOPLE = 1
"""Maximum number of tables per sweep that have only computer players left, including slow ones.

Slow computer players would delay other users' games.
"""

BATCH_OF_AN_OWNER = 20
"""Maximum number of calls per sweep for the computer players of one owner."""


@shared_task(name="games.sweep")
@with_right_clock
def sweep() -> None:
    """Dispatch all work that must be done within seconds.

    This includes automatic moves, computer players, notices and deliveries, and deadlines of turns measured in minutes.
    """
    now = timezone.now()
    _dispatch(time_up, Player.objects.filter(deadline__lte=now, game__pace_minutes__gt=0), "deadline")
    _dispatch(make_automatic_move, Player.objects.filter(auto_at__lte=now), "auto_at")
    due = computer_turns.due_games(now)
    for tables in (due.awaited[:BATCH], due.alone[:BATCH_WITHOUT_PEOPLE], due.alone_and_slow[:SLOW_WITHOUT_PEOPLE]):
        for pk in tables.values_list("pk", flat=True):
            computer_turns.enqueue(pk)
    notices = Notice.objects.filter(state=Notice.State.PENDING, due_at__lte=now)
    deliveries = Delivery.objects.filter(state=Delivery.State.PENDING, due_at__lte=now)
    _dispatch(fan_out, notices.filter(user__owner=None), "due_at")
    _dispatch(deliver, deliveries.filter(user__owner=None), "due_at")
    _dispatch(call_player, _some_of_each_owner(notices), "number", "due_at")
    _dispatch(call_player_again, _some_of_each_owner(deliveries), "number", "due_at")
    worker.enqueue()
    Heartbeat.note("games.sweep", now)


@shared_task(name="games.sweep_deadlines")
@with_right_clock
def sweep_deadlines() -> None:
    """Dispatch all work that may be a minute late, and delete expired idempotency keys.

    This includes deadlines, the ends of pauses and votes, vacations, answers to appeals, and games to be rated or
    revealed.
    """
    now = timezone.now()
    _dispatch(time_up, Player.objects.filter(deadline__lte=now), "deadline")
    _dispatch(end_pause, Game.objects.filter(paused_until__lte=now), "paused_until")
    _dispatch(expire_vote, Vote.objects.filter(state=Vote.State.OPEN, closes_at__lte=now), "closes_at")
    begun = Vacation.objects.filter(state=Vacation.State.PLANNED, begins_at__lte=now)
    _dispatch(begin_vacation, begun, "begins_at")
    _dispatch(end_vacation, Vacation.objects.filter(state=Vacation.State.ON, ends_at__lte=now), "ends_at")
    ended = Game.objects.filter(status=Game.Status.STOPPED, finished_at__lte=now - Game.REOPENS_WITHIN)
    _dispatch(reveal_stopped, ended, "finished_at")
    answers = AppealAnswer.objects.filter(due_at__lte=now).order_by("due_at")
    for pk in answers.values_list("appeal", flat=True)[:BATCH]:
        carry_out_answer.delay(pk)
    for variant in (
        Game.objects.filter(rating_pending=True).order_by("variant").values_list("variant", flat=True).distinct()
    ):
        rate.delay(variant)
    IdempotencyKey.objects.filter(created_at__lt=now - IdempotencyKey.RETENTION).delete()
    if forgotten := computer_turns.recover_lost(now):
        log.warning("%d tables had computer players to move and no due time", forgotten)
    Heartbeat.note("games.sweep_deadlines", now)


def _some_of_each_owner(due: QuerySet[Any]) -> QuerySet[Any]:
    """Return the due rows of external bots, at most ``BATCH_OF_AN_OWNER`` for each owner.

    ``number`` is the row number per owner; ordering by it interleaves owners fairly.
    """
    number = Window(RowNumber(), partition_by="user__owner", order_by="due_at")
    numbered: QuerySet[Any] = due.filter(user__owner__isnull=False).annotate(number=number)
    return numbered.filter(number__lte=BATCH_OF_AN_OWNER)


def _dispatch(task: Task[..., Any], due: QuerySet[Any], *columns: str) -> None:
    """Enqueue the task for a batch of due rows, longest due first, so that the next sweep begins with the rest."""
    for pk in due.order_by(*columns).values_list("pk", flat=True)[:BATCH]:
        task.delay(pk)
