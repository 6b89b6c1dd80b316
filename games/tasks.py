"""Celery's entries. Each can run twice or at once with itself without harm: what is due is found in the rows."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task, shared_task
from django.db.models import QuerySet
from django.utils import timezone

from games import bots, computers, departures, play
from games.history import ladder
from games.models import Delivery, Game, Heartbeat, Notice, Player, Vacation, Vote
from games.notices import outbox
from games.watch import looking

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
    waited_for, alone = computers.due(now)
    for tables in (waited_for[:AT_ONCE], alone[:ALONE_AT_ONCE]):
        for pk in tables.values_list("pk", flat=True):
            computers.enqueue(pk)
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
    if forgotten := computers.find_forgotten(now):
        log.warning("%d tables had computer players to move and no due time", forgotten)
    Heartbeat.note("games.sweep_deadlines", now)


def _hand_out(task: Task, due: QuerySet[Any], column: str) -> None:
    """The longest due first: what is left over comes first in the next sweep."""
    for pk in due.order_by(column).values_list("pk", flat=True)[:AT_ONCE]:
        task.delay(pk)


@shared_task(name="games.time_up")
def time_up(player_pk: int) -> None:
    """Do what a table agreed on for a missed deadline."""
    try:
        play.time_up(player_pk)
    except Exception:
        # Celery logs it. A table that can't be dealt with does not stand in the way of five hundred others.
        play.try_later(player_pk)
        raise


@shared_task(name="games.end_pause")
def end_pause(game_pk: int) -> None:
    """Let a table go on whose pause is over."""
    play.end_pause(game_pk)


@shared_task(name="games.open_stopped")
def open_stopped(game_pk: int) -> None:
    """Lay a game open that moderators have ended and can't let go on any more."""
    play.open_stopped(game_pk)


@shared_task(name="games.expire_vote")
def expire_vote(vote_pk: int) -> None:
    """Close a vote that not everybody has answered in time."""
    play.expire_vote(vote_pk)


@shared_task(name="games.begin_vacation")
def begin_vacation(vacation_pk: int) -> None:
    """Let a planned vacation begin."""
    play.begin_vacation(vacation_pk)


@shared_task(name="games.end_vacation")
def end_vacation(vacation_pk: int) -> None:
    """End a vacation."""
    play.end_vacation(vacation_pk)


@shared_task(name="games.rate")
def rate(slug: str) -> None:
    """Rate the games that have ended in one ladder."""
    ladder.rate(slug)


@shared_task(name="games.move_computers")
def move_computers(game_pk: int) -> None:
    """Let the computer players of a game make some moves; what is left is queued again."""
    bots.move_some(game_pk)


@shared_task(name="games.move_by_itself")
def move_by_itself(player_pk: int) -> None:
    """Obey a standing order, or end a turn that has nothing else left and whose time for an undo is over."""
    play.by_itself(player_pk)


@shared_task(name="games.hand_on")
def hand_on(notice_pk: int) -> None:
    """Turn a notice that is due into deliveries, and send those that can go at once."""
    for pk in outbox.hand_on(notice_pk):
        deliver(pk)


@shared_task(name="games.deliver")
def deliver(delivery_pk: int) -> None:
    """Send an owed delivery and those that go with it, unless they are no longer needed."""
    if claimed := outbox.claim(delivery_pk):
        outbox.deliver(claimed)


@shared_task(name="games.sweep_guests")
def sweep_guests() -> None:
    """Guests whom nobody has seen for a year go."""
    departures.sweep_guests(timezone.now())


@shared_task(name="games.watch")
def watch() -> None:
    """Look for what may be unfair, and forget what was found a month ago."""
    looking.look(timezone.now())
