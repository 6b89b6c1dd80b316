"""Schedules the computer players of a table, and leases the table to one worker at a time.

``Game.computers_due_at`` is the time at which they are due, or null if it is no computer player's turn. Enqueueing
postpones this time by ``LEASE``, so that sweeps do not enqueue the table again while its task waits. A worker first
claims the table (``Game.computers_busy_until``), so that two workers never compute the same move. If a worker is killed
or a task is lost, the table is due again when the lease ends.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from celery import current_app
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.models import PLAYED_BY_COMPUTER, Game, Player

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a task may wait in its queue, or a worker may hold a table, before others retry."""

DELAY_WITHOUT_PEOPLE = timedelta(seconds=5)

LOST_AFTER = timedelta(minutes=1)

LONG_THINKERS = frozenset({Player.Bot.STRONG, Player.Bot.MASTER})
"""The levels that may need more than ``LONG`` seconds per move; they have a separate queue."""

LONG = 0.05
"""The maximum seconds per move of levels that move within a request, or in the queue of fast levels."""

_PERSON = Q(bot="", resigned=False) & ~Q(stand_in=Player.StandIn.COMPUTER)


def due_at(game: Game, players: Iterable[Player], now: datetime) -> datetime | None:
    """Return when the computer players are due: now if a person plays here, otherwise after a short delay.

    Return None if it is no computer player's turn, or if the game is paused or not running.
    """
    players = list(players)
    if (
        not game.is_running
        or game.is_paused
        or not any(each.to_move_since is not None and each.computer for each in players)
    ):
        return None
    return now if any(not each.computer and not each.resigned for each in players) else now + DELAY_WITHOUT_PEOPLE


def set_due(game: Game, players: Iterable[Player]) -> None:
    """Set or clear the due time of a locked game's computer players. The caller saves the game.

    A time that is already set may be a lease, so it is only cleared, never changed.
    """
    due_games = due_at(game, players, timezone.now())
    if due_games is None or game.computers_due_at is None:
        game.computers_due_at = due_games


class DueGames(NamedTuple):
    """Tables with due computer players, longest due first.

    ``awaited`` are the tables with people. Of the others, ``alone_and_slow`` are those with slow levels, ``alone`` the
    rest.
    """

    awaited: QuerySet[Game]
    alone: QuerySet[Game]
    alone_and_slow: QuerySet[Game]


def due_games(now: datetime) -> DueGames:
    tables = Game.objects.filter(computers_due_at__lte=now).order_by("computers_due_at")
    people = Exists(Player.objects.filter(_PERSON, game=OuterRef("pk")))
    slow = Exists(Player.objects.filter(game=OuterRef("pk"), bot__in=LONG_THINKERS))
    return DueGames(tables.filter(people), tables.exclude(people | slow), tables.exclude(people).filter(slow))


def has_person(game_pk: int) -> bool:
    return Player.objects.filter(_PERSON, game=game_pk).exists()


def is_unhurried(game_pk: int) -> bool:
    """Return whether computer players should take their time: people play here, and all of them prefer it."""
    wishes = set(Player.objects.filter(_PERSON, game=game_pk).values_list("user__unhurried_computers", flat=True))
    return wishes == {True}


def takes_long(game_pk: int) -> bool:
    """Return whether the table has a computer player of a slow level."""
    return Player.objects.filter(game=game_pk, bot__in=LONG_THINKERS).exists()


def enqueue(game_pk: int) -> None:
    """Queue the task that moves a table's computer players, if they are due and it is not queued already."""
    now = timezone.now()
    if Game.objects.filter(pk=game_pk, computers_due_at__lte=now).update(computers_due_at=now + LEASE):
        _send(game_pk, now)


def postpone(game_pk: int, until: datetime, due: datetime) -> None:
    """Release a table that was claimed until ``until``, and queue its task for a later time, ``due``."""
    mine = Game.objects.filter(pk=game_pk, computers_busy_until=until)
    if mine.update(computers_busy_until=None, computers_due_at=due + LEASE):
        _send(game_pk, due, countdown=max(0.0, (due - timezone.now()).total_seconds()))


def _send(game_pk: int, due: datetime, countdown: float = 0) -> None:
    """Send a table's task, whose lease ends LEASE after ``due``. If the broker is down, end the lease at once."""
    task = "games.think" if takes_long(game_pk) else "games.move_computers"
    try:
        expires = countdown + LEASE.total_seconds()
        current_app.send_task(task, (game_pk,), expires=expires, countdown=countdown or None, retry=False)
    except OperationalError:
        log.warning("computers of game %d not queued: the sweep will do it", game_pk, exc_info=True)
        Game.objects.filter(pk=game_pk, computers_due_at=due + LEASE).update(computers_due_at=due)


def claim(game_pk: int) -> datetime | None:
    """Claim a table for LEASE and return the end of the lease, or None if the table is not running or claimed."""
    now = timezone.now()
    free = Q(computers_busy_until=None) | Q(computers_busy_until__lte=now)
    until = now + LEASE
    table = Game.objects.filter(free, pk=game_pk, status=Game.Status.RUNNING)
    return until if table.update(computers_busy_until=until, computers_due_at=until) else None


def release(game_pk: int, until: datetime) -> None:
    """Release a table that was claimed until ``until``; enqueue it if more moves are due."""
    mine = Game.objects.filter(pk=game_pk, computers_busy_until=until)
    if not mine.filter(computers_due_at=None).update(computers_busy_until=None):
        _release_and_enqueue(game_pk, until)


@transaction.atomic
def _release_and_enqueue(game_pk: int, until: datetime) -> None:
    game = Game.objects.select_for_update().filter(pk=game_pk, computers_busy_until=until).first()
    if game is None:
        return
    now = timezone.now()
    game.computers_busy_until, game.computers_due_at = None, due_at(game, game.players.all(), now)
    game.save(update_fields=["computers_busy_until", "computers_due_at"])
    if game.computers_due_at == now:
        transaction.on_commit(partial(enqueue, game_pk))


def recover_lost(now: datetime) -> int:
    """Set the due time at running tables where a process of an older version left it unset. Return their number."""
    asked = Player.objects.filter(PLAYED_BY_COMPUTER, turn_started_at__lte=now - LOST_AFTER).values("game")
    running = Game.objects.filter(status=Game.Status.RUNNING, paused_at=None, computers_due_at=None, pk__in=asked)
    return running.update(computers_due_at=now)
