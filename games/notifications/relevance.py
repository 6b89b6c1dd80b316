"""The second look, just before something goes out: is it still true, and does its reader not know it already?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import Enum, auto

from accounts.access.restrictions import shut_out
from accounts.friends.friendships import asking, blocks_of
from accounts.models import Friendship, Restriction
from games.access import seat_of, unanswered
from games.chat.rooms import may_hear
from games.models import (
    Arrangement,
    Channel,
    Delivery,
    Incident,
    Invitation,
    Kind,
    Message,
    Notice,
    Player,
    Vacation,
    Vote,
    When,
)
from games.notifications import preferences

IN_SIGHT = timedelta(minutes=2)
"""Who was seen at a table so short a time ago has it in front of him."""

LONGEST_IN_SIGHT = timedelta(minutes=30)
"""How long something waits for who has the table in front of him."""


class Verdict(Enum):
    """What is to become of a delivery that is due."""

    SEND = auto()
    WAIT = auto()
    DROP = auto()


def verdict(delivery: Delivery, now: datetime) -> Verdict:
    """Look again. The table being open elsewhere or its reader being here swallows nothing."""
    notice, player = delivery.notice, delivery.notice.player
    if not needed(notice, now) or _unwished(delivery):
        return Verdict.DROP
    if notice.kind == Kind.TURN and player is not None and player.game.is_paused:
        return Verdict.WAIT
    if player is None or player.looked_at is None or notice.kind == Kind.TEST:
        return Verdict.SEND
    in_sight = now - player.looked_at < IN_SIGHT
    if notice.kind == Kind.NEAR:
        return Verdict.DROP if in_sight else Verdict.SEND
    if in_sight and not delivery.together and now - notice.due_at < LONGEST_IN_SIGHT:
        return Verdict.WAIT
    return Verdict.DROP if notice.kind == Kind.TURN and _has_looked(player) else Verdict.SEND


def _unwished(delivery: Delivery) -> bool:
    """Whether its reader has meanwhile chosen not to be told of such things."""
    chosen = preferences.wishes(delivery.notice)[Channel(delivery.channel)]
    return chosen == When.OFF and delivery.notice.kind != Kind.TEST


def _has_looked(player: Player) -> bool:
    """Whether this seat's table was looked at since it was asked."""
    return player.looked_at is not None and player.asked_at is not None and player.looked_at >= player.asked_at


def needed(notice: Notice, now: datetime) -> bool:
    """Whether it is still as the notice says. Whom moderators have shut out hears of their decisions alone."""
    if not notice.user.is_active or (notice.kind != Kind.CONDUCT and shut_out(notice.user)):
        return False
    return _STILL[Kind(notice.kind)](notice, now)


def _turn(notice: Notice, now: datetime) -> bool:
    player = notice.player
    return (
        player is not None
        and player.game.is_running
        and player.asked is not None
        and player.asked == notice.data.get("asked")
        and player.mover == notice.user
    )


def _near(notice: Notice, now: datetime) -> bool:
    player = notice.player
    if player is None or player.deadline is None or not _turn(notice, now):
        return False
    return player.deadline > now and player.deadline.isoformat() == notice.data.get("deadline")


def _acted(notice: Notice, now: datetime) -> bool:
    incident = Incident.objects.filter(pk=notice.data.get("incident")).first()
    if incident is None or notice.player is None:
        return False
    # Whoever has lost the seat is told of that, and of nothing else any more.
    return incident.seat == notice.player.seat or _still_his(notice)


def _still_his(notice: Notice) -> bool:
    """Whether its reader still has the seat, or sits in there: a table is no business of who has left it."""
    return notice.player is not None and notice.player.is_seen_by(notice.user)


def _started(notice: Notice, now: datetime) -> bool:
    return notice.player is not None and notice.player.game.is_running and notice.player.user == notice.user


def _over(notice: Notice, now: datetime) -> bool:
    return notice.game is not None and (notice.game.is_over or notice.game.status == notice.game.Status.CANCELLED)


def _invited(notice: Notice, now: datetime) -> bool:
    if "arrangement" in notice.data:
        ahead = [Vacation.State.PLANNED, Vacation.State.ON]
        asked = Arrangement.objects.filter(pk=notice.data["arrangement"], friend=notice.user)
        asked = asked.exclude(vacation__user__in=blocks_of(notice.user))
        return asked.filter(answer=Arrangement.Answer.ASKED, vacation__state__in=ahead).exists()
    open_still = Invitation.objects.filter(pk=notice.data.get("invitation"), game__status="open")
    return unanswered(notice.user, open_still).exclude(game__players__user=notice.user).exists()


def _mention(notice: Notice, now: datetime) -> bool:
    message = Message.objects.filter(pk=notice.data.get("message")).select_related("game").first()
    if message is None or message.user_id in blocks_of(notice.user):
        return False
    return may_hear(message, notice.user, seat_of(message.game, notice.user))


def _friend(notice: Notice, now: datetime) -> bool:
    found = Friendship.objects.filter(pk=notice.data.get("friendship"))
    if notice.data.get("agreed"):
        return found.filter(agreed_at__isnull=False).exists()
    return asking(notice.user).filter(pk__in=found.values("pk")).exists()


def _vote(notice: Notice, now: datetime) -> bool:
    vote = Vote.objects.filter(pk=notice.data.get("vote")).first()
    if vote is None or not _still_his(notice):
        return False
    if notice.data.get("closed"):
        return True
    return vote.state == Vote.State.OPEN and not vote.ballots.filter(player=notice.player).exists()


def _conduct(notice: Notice, now: datetime) -> bool:
    if "restriction" not in notice.data:
        return True
    lifted = Restriction.objects.filter(pk=notice.data["restriction"], lifted_at__isnull=False)
    return not lifted.exists() and shut_out(notice.user) is None


_STILL: Mapping[Kind, Callable[[Notice, datetime], bool]] = {
    Kind.TURN: _turn,
    Kind.NEAR: _near,
    Kind.ACTED: _acted,
    Kind.STARTED: _started,
    Kind.OVER: _over,
    Kind.INVITED: _invited,
    Kind.MENTION: _mention,
    Kind.VOTE: _vote,
    Kind.FRIEND: _friend,
    Kind.CONDUCT: _conduct,
    Kind.TEST: lambda notice, now: True,
}
