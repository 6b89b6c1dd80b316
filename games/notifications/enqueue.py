"""What people are owed outside the site, written down as rows in the transaction that makes it so.

Nothing is sent here: the sweep hands a notice on once it is due, and looks again whether it is still needed. What
``Notice.data`` holds is named in the function that owes the kind; games/notifications/compose.py makes the words of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import Friendship, Restriction, User
from games.models import Act, Arrangement, Game, Incident, Invitation, Kind, Message, Notice, Player, Report, Vote

OTHERS_LATER = timedelta(minutes=1)
"""So much later than the absent player the others are told that somebody acted for him."""


def owe(
    user: User | None,
    kind: Kind,
    key: str,
    *,
    due_at: datetime | None = None,
    game: Game | None = None,
    player: Player | None = None,
    anew: bool = False,
    **data: Any,
) -> None:
    """Owe ``user`` a notice of the occasion ``key``, from ``due_at`` (now) on; again changes nothing.

    ``anew``: again moves it to ``due_at``, even if it was not needed before; where it went out, it never does again.
    ``player`` is the user's own seat, or the one he sits in for. ``data`` is JSON that the text needs, never a card.
    Nobody (None), and whoever has gone for good, is owed nothing.
    """
    if user is None or user.gone_at is not None:
        return
    facts = {"kind": kind, "game": game, "player": player, "data": data, "due_at": due_at or timezone.now()}
    clash: dict[str, Any] = {"ignore_conflicts": True}
    if anew:
        clash = {"update_conflicts": True, "unique_fields": ["user", "key"], "update_fields": ["due_at", "state"]}
    # One statement: three notices are owed with every turn.
    Notice.objects.bulk_create([Notice(user=user, key=key, **facts)], **clash)


def turn(player: Player) -> None:
    """It has just become this seat's move. ``data``: ``asked``, as in Player. Not before it has moved by itself."""
    due = (player.auto_at or timezone.now()) + timedelta(seconds=settings.TURN_MAIL_DELAY)
    key = f"turn:{player.pk}:{player.asked}"
    owe(player.mover, Kind.TURN, key, due_at=due, game=player.game, player=player, asked=player.asked)


def near(player: Player, due_at: datetime, which: int = 0) -> None:
    """Reminder number ``which`` of the seat's deadline as it is now, at ``due_at``; one that moves makes it stale.

    ``data``: ``asked`` as in Player, ``deadline`` in ISO form. A deadline that a pause has left as it was, because the
    clock rested anyway, has its reminders still: they move.
    """
    if player.deadline is None:
        return
    deadline = player.deadline.isoformat()
    key = f"near:{player.pk}:{player.asked}:{player.deadline:%y%m%d%H%M%S}:{which}"
    facts = {"asked": player.asked, "deadline": deadline}
    owe(player.mover, Kind.NEAR, key, due_at=due_at, game=player.game, player=player, anew=True, **facts)


def acted(absent: Player, owner: User | None, incident: Incident, others: Iterable[Player]) -> None:
    """A deadline was missed, and ``incident`` came of it: ``owner`` is told now, the ``others`` a little later.

    ``owner`` is whose seat it was: a lost one is nobody's any more. ``data``: ``incident``, its key, of kind MISSED
    (the plainest moves were made), FORGIVEN, COMPUTER or LOST. ``others``: the seats of everybody else; computers
    among them do no harm.
    """
    key = f"acted:{incident.pk}"
    owe(owner, Kind.ACTED, key, game=absent.game, player=absent, incident=incident.pk)
    later = timezone.now() + OTHERS_LATER
    everybody(others, Kind.ACTED, key, due_at=later, incident=incident.pk)


def started(players: Iterable[Player]) -> None:
    """Their game has started; whoever is asked at once hears that it is his move instead. ``data``: nothing."""
    everybody((player for player in players if player.asked is None), Kind.STARTED, "started")


def over(players: Iterable[Player]) -> None:
    """Their game has come to its end, or was cancelled by a vote. ``data``: nothing."""
    everybody(players, Kind.OVER, "over")


def vote(vote: Vote, players: Iterable[Player]) -> None:
    """``players`` are asked what they say to it. ``data``: ``vote``, its key. Stale once closed or answered."""
    everybody(players, Kind.VOTE, f"vote:{vote.pk}", vote=vote.pk)


def closed(vote: Vote, players: Iterable[Player]) -> None:
    """A vote was carried or has failed; ``state`` tells. ``data``: ``vote``, its key, and ``closed``, true."""
    everybody(players, Kind.VOTE, f"closed:{vote.pk}", vote=vote.pk, closed=True)


def invited(invitation: Invitation) -> None:
    """Somebody is asked by name to a table. ``data``: ``invitation``, its key. Stale once seated or declined."""
    key = f"invited:{invitation.pk}"
    owe(invitation.user, Kind.INVITED, key, game=invitation.game, invitation=invitation.pk)


def asked_to_sit_in(arrangement: Arrangement) -> None:
    """A friend is asked to sit in during a vacation. ``data``: ``arrangement``, its key. Stale once answered."""
    key, game = f"sit-in:{arrangement.pk}:{arrangement.friend_id}", arrangement.player.game
    owe(arrangement.friend, Kind.INVITED, key, game=game, arrangement=arrangement.pk)


def mention(player: Player | None, person: User, message: Message) -> None:
    """``message`` names this person: the owner of the seat ``player``, the friend who sits in, a spectator (None).

    ``data``: ``message``, its key. Stale if it is gone by then, or its reader has blocked its writer.
    """
    key = f"mention:{message.pk}:{player.pk if player else message.room}"
    owe(person, Kind.MENTION, key, game=message.game, player=player, message=message.pk)


def befriended(friendship: Friendship) -> None:
    """Somebody asks this person to be friends, or has agreed. ``data``: ``friendship``, its key, and ``agreed``.

    Stale if it is withdrawn or answered by then. Asking the same person again on the same day owes nothing more.
    """
    if friendship.agreed_at is not None:
        owe(friendship.by, Kind.FRIEND, f"friends:{friendship.pk}", friendship=friendship.pk, agreed=True)
    else:
        key = f"friend:{friendship.by_id}:{timezone.now():%y%m%d}"
        owe(friendship.to, Kind.FRIEND, key, friendship=friendship.pk)


def decided(act: Act, person: User) -> None:
    """A moderator has done something about this person, or ended his game. ``data``: ``act``, its key."""
    owe(person, Kind.CONDUCT, f"act:{act.pk}", game=act.game, act=act.pk)


def report_closed(report: Report) -> None:
    """Whoever has reported something is told that it was looked at. ``data``: ``report``, its key."""
    owe(report.by, Kind.CONDUCT, f"report:{report.pk}:{report.closed_by_id}", report=report.pk)


def let_in_again(restriction: Restriction) -> None:
    """A suspension will be over. ``data``: ``restriction``, its key. Stale if it was lifted, or another holds then."""
    key = f"let-in:{restriction.pk}"
    owe(restriction.user, Kind.CONDUCT, key, due_at=restriction.until, restriction=restriction.pk)


def everybody(players: Iterable[Player], kind: Kind, key: str, *, due_at: datetime | None = None, **data: Any) -> None:
    """Owe all owners of seats the same; ``key`` is made each player's own."""
    for player in players:
        owe(player.user, kind, f"{key}:{player.pk}", due_at=due_at, game=player.game, player=player, **data)
