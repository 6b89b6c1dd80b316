"""Enqueues notices in the outbox, within the transaction of the change that they announce.

Nothing is sent here: the sweep delivers a notice once it is due, unless it is stale by then. Each function documents
the ``Notice.data`` of its kind, from which games/notifications/text.py writes the text.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import Friendship, Restriction, User
from games.models import (
    Arrangement,
    DeliveryTiming,
    Game,
    Incident,
    Invitation,
    Message,
    ModerationAction,
    Notice,
    NotificationKind,
    NotificationPreference,
    Player,
    Report,
    Vote,
)

log = logging.getLogger(__name__)

_batch: ContextVar[list[Notice] | None] = ContextVar("batch", default=None)
"""The notices caused by a move, to be inserted together, or None outside ``after_a_move``."""

OTHERS_LATER = timedelta(minutes=1)


def enqueue(
    user: User | None,
    kind: NotificationKind,
    key: str,
    *,
    due_at: datetime | None = None,
    game: Game | None = None,
    player: Player | None = None,
    **data: Any,
) -> None:
    """Enqueue a notice for ``user``, due at ``due_at`` (default: now). Idempotent for the same ``key``.

    ``player`` is the user's own seat, or one where they sit in for a friend. ``data`` is JSON for the text, and never
    names a card. Nothing is enqueued if the user is None or erased; external bots get only notices of turns.
    """
    if user is None or user.erased_at is not None or (user.is_bot and kind != NotificationKind.TURN):
        return
    facts = {"kind": kind, "game": game, "player": player, "data": data, "due_at": due_at or timezone.now()}
    notice = Notice(user=user, key=key, **facts)
    if (batch := _batch.get()) is not None:
        batch.append(notice)
    elif kind == NotificationKind.NEAR:
        _move_reminder(notice)
    else:
        Notice.objects.bulk_create([notice], ignore_conflicts=True)


def _move_reminder(notice: Notice) -> None:
    """Insert a reminder, or reschedule the existing one with the same key, even if it was dropped."""
    moved = ["due_at", "state"]
    Notice.objects.bulk_create([notice], update_conflicts=True, unique_fields=["user", "key"], update_fields=moved)


@contextmanager
def after_a_move() -> Iterator[None]:
    """Insert all notices enqueued in this context in one statement at its end, because each turn causes several.

    A move only begins new turns, so no existing reminder needs to be rescheduled.
    """
    batch: list[Notice] = []
    outer = _batch.set(batch)
    try:
        yield
    finally:
        _batch.reset(outer)
    Notice.objects.bulk_create(batch, ignore_conflicts=True)


def enqueue_turn(player: Player) -> None:
    """Enqueue the notice of a turn for the seat's mover. ``data`` has ``asked`` (``Player.to_move_since``).

    The notice is due when the turn's automatic move would be made, otherwise now; for people, ``TURN_MAIL_DELAY``
    later.
    """
    mover, due = player.mover, player.auto_at or timezone.now()
    key = f"turn:{player.pk}:{player.to_move_since}"
    if mover is None or not mover.is_bot:
        due += timedelta(seconds=settings.TURN_MAIL_DELAY)
    elif player.auto_at is None:
        transaction.on_commit(partial(_call, mover.pk, key))
    enqueue(mover, NotificationKind.TURN, key, due_at=due, game=player.game, player=player, asked=player.to_move_since)


def _call(user_pk: int, key: str) -> None:
    """Send the task that calls an external bot. This only saves time: the sweep finds every due notice."""
    pk = Notice.objects.filter(user=user_pk, key=key).values_list("pk", flat=True).first()
    try:
        current_app.send_task("games.call_player", (pk,), retry=False)
    except OperationalError:
        log.warning("notice %s not queued: the sweep will do it", pk, exc_info=True)


def enqueue_reminder(player: Player, due_at: datetime, which: int = 0) -> None:
    """Enqueue reminder number ``which`` of the seat's current deadline; it is stale once the deadline changes.

    ``data`` has ``asked`` (``Player.to_move_since``) and the ``deadline`` in ISO format. If a pause has not changed
    the deadline, because the clock was stopped anyway, the existing reminders are rescheduled.
    """
    if player.deadline is None:
        return
    key = f"near:{player.pk}:{player.to_move_since}:{player.deadline:%y%m%d%H%M%S}:{which}"
    facts = {"asked": player.to_move_since, "deadline": player.deadline.isoformat()}
    enqueue(player.mover, NotificationKind.NEAR, key, due_at=due_at, game=player.game, player=player, **facts)


def enqueue_next(player: Player, begun: int) -> None:
    """Notify the seat's mover that the player before them has begun a turn, if they want that notice at all.

    ``data`` has ``begun``, the ``Player.to_move_since`` of that turn. Few users want this notice, so that a query is
    cheaper than a row for each turn.
    """
    if (mover := player.mover) is None or mover.is_bot:
        return
    chosen = NotificationPreference.objects.filter(user=mover, kind=NotificationKind.NEXT)
    if not chosen.exclude(when=DeliveryTiming.OFF).exists():
        return
    key, due_at = f"next:{player.pk}:{begun}", timezone.now() + timedelta(seconds=settings.TURN_MAIL_DELAY)
    enqueue(mover, NotificationKind.NEXT, key, due_at=due_at, game=player.game, player=player, begun=begun)


def enqueue_call(player: Player, by: Player, now: datetime) -> None:
    """Call the seat's mover to the table. ``data`` has the key of the seat ``by`` that calls."""
    key = f"call:{player.pk}:{now:%y%m%d%H%M%S}"
    enqueue(player.mover, NotificationKind.CALL, key, game=player.game, player=player, by=by.pk)


def enqueue_missed_deadline(absent: Player, owner: User | None, incident: Incident, others: Iterable[Player]) -> None:
    """Notify ``owner`` now, and the ``others`` after OTHERS_LATER, that a missed deadline led to ``incident``.

    ``owner`` is the owner at that time, since a lost seat has none; ``others`` are all other seats, but computer
    players get no notice. ``data`` has the key of ``incident``, whose kind is MISSED (default moves were made),
    FORGIVEN, COMPUTER or LOST.
    """
    key = f"acted:{incident.pk}"
    enqueue(owner, NotificationKind.ACTED, key, game=absent.game, player=absent, incident=incident.pk)
    later = timezone.now() + OTHERS_LATER
    enqueue_for_all(others, NotificationKind.ACTED, key, due_at=later, incident=incident.pk)


def enqueue_start(players: Iterable[Player]) -> None:
    """Notify the players of the start, except those whose turn it is: they get a turn notice. ``data`` is empty."""
    enqueue_for_all((player for player in players if player.to_move_since is None), NotificationKind.STARTED, "started")


def enqueue_end(players: Iterable[Player]) -> None:
    """Notify the players that their game has ended, or was cancelled by a vote. ``data`` is empty."""
    enqueue_for_all(players, NotificationKind.OVER, "over")


def enqueue_vote(vote: Vote, players: Iterable[Player]) -> None:
    """Ask ``players`` to vote. ``data`` has the key of ``vote``.

    The notice is stale once the vote is closed or answered.
    """
    enqueue_for_all(players, NotificationKind.VOTE, f"vote:{vote.pk}", vote=vote.pk)


def enqueue_vote_result(vote: Vote, players: Iterable[Player]) -> None:
    """Notify the players of a vote's result. ``data`` has the key of ``vote``, and ``closed``, which is true."""
    enqueue_for_all(players, NotificationKind.VOTE, f"closed:{vote.pk}", vote=vote.pk, closed=True)


def enqueue_invitation(invitation: Invitation) -> None:
    """Notify a user invited by name. ``data`` has the key of ``invitation``.

    The notice is stale once the user sits down or declines.
    """
    key = f"invited:{invitation.pk}"
    enqueue(invitation.user, NotificationKind.INVITED, key, game=invitation.game, invitation=invitation.pk)


def enqueue_substitute_request(arrangement: Arrangement) -> None:
    """Ask a friend to sit in during a vacation. ``data`` has the key of ``arrangement``.

    The notice is stale once the friend has answered.
    """
    key, game = f"sit-in:{arrangement.pk}:{arrangement.friend_id}", arrangement.player.game
    enqueue(arrangement.friend, NotificationKind.INVITED, key, game=game, arrangement=arrangement.pk)


def enqueue_mention(player: Player | None, person: User, message: Message) -> None:
    """Notify a user mentioned in ``message``, who owns or plays the seat ``player`` or is a spectator (None).

    ``data`` has the key of ``message``. The notice is stale if the message was deleted, or the recipient has blocked
    its author.
    """
    key = f"mention:{message.pk}:{player.pk if player else message.room}"
    enqueue(person, NotificationKind.MENTION, key, game=message.game, player=player, message=message.pk)


def enqueue_friendship(friendship: Friendship) -> None:
    """Notify a user of a friend request, or of its acceptance.

    ``data`` has the key of ``friendship``, and after acceptance also ``agreed``, which is true. A request is stale once
    it is withdrawn or answered. The same user's further requests to the recipient on that day enqueue nothing.
    """
    if friendship.agreed_at is not None:
        enqueue(
            friendship.by, NotificationKind.FRIEND, f"friends:{friendship.pk}", friendship=friendship.pk, agreed=True
        )
    else:
        key = f"friend:{friendship.by_id}:{timezone.now():%y%m%d}"
        enqueue(friendship.to, NotificationKind.FRIEND, key, friendship=friendship.pk)


def enqueue_moderation_decision(action: ModerationAction, person: User) -> None:
    """Notify a user of a moderator's action about them or their game. ``data`` has the action's key as ``act``."""
    enqueue(person, NotificationKind.CONDUCT, f"act:{action.pk}", game=action.game, act=action.pk)


def merge_decision(actions: Iterable[ModerationAction], people: Iterable[User], due_at: datetime) -> None:
    """Merge the notices enqueued by the actions of one decision, so that each of these people gets only one.

    ``data`` of the first notice gets ``besides``, the keys of the other actions. This notice is due at ``due_at``;
    until then, the decision can be undone. Call this function in the transaction of the actions.
    """
    notices = Notice.objects.filter(user__in=people, key__in=_keys_of(actions)).order_by("user", "pk")
    for _person, (first, *others) in groupby(notices, lambda notice: notice.user_id):
        if besides := [notice.data["act"] for notice in others if "act" in notice.data]:
            first.data["besides"] = besides
        first.due_at = due_at
        first.save(update_fields=["data", "due_at"])
        Notice.objects.filter(pk__in=[notice.pk for notice in others]).delete()


def withdraw_decision(actions: Iterable[ModerationAction], people: Iterable[User]) -> None:
    """Delete these people's pending notices about the actions and about the reports that they closed."""
    Notice.objects.filter(user__in=people, key__in=_keys_of(actions), state=Notice.State.PENDING).delete()


def _keys_of(actions: Iterable[ModerationAction]) -> set[str]:
    keys = {f"act:{action.pk}" for action in actions}
    return keys | {_report_key(report) for action in actions for report in action.closes.all()}


def enqueue_closed_report(report: Report) -> None:
    """Notify the reporter that their report was closed. ``data`` has the key of ``report``."""
    enqueue(report.by, NotificationKind.CONDUCT, _report_key(report), report=report.pk)


def _report_key(report: Report) -> str:
    return f"report:{report.pk}:{report.closed_by_id}"


def enqueue_end_of_suspension(restriction: Restriction) -> None:
    """Notify a user of the end of their suspension. ``data`` has the key of ``restriction``.

    The notice is stale if the restriction was lifted or replaced.
    """
    key = f"let-in:{restriction.pk}"
    enqueue(restriction.user, NotificationKind.CONDUCT, key, due_at=restriction.until, restriction=restriction.pk)


def enqueue_for_all(
    players: Iterable[Player], kind: NotificationKind, key: str, *, due_at: datetime | None = None, **data: Any
) -> None:
    """Enqueue the same notice for the owners of these seats, with ``key`` made unique per player."""
    for player in players:
        enqueue(player.user, kind, f"{key}:{player.pk}", due_at=due_at, game=player.game, player=player, **data)
