"""The check before sending a delivery: it must be relevant, and the recipient must not have seen the table already."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import Enum, auto

from accounts.access.restrictions import access_restriction
from accounts.friends.friendships import blocks_of, pending_requests
from accounts.models import Friendship, Restriction
from games.chat.rooms import may_read
from games.core import presence
from games.core.access import pending_invitations, seat_of
from games.models import (
    Arrangement,
    Delivery,
    DeliveryChannel,
    DeliveryTiming,
    Incident,
    Invitation,
    Message,
    Notice,
    NotificationKind,
    Player,
    Vacation,
    Vote,
)
from games.notifications import preferences

PRESENT_FOR = timedelta(minutes=2)
"""How recently a player must have viewed the table to count as present."""

MAX_WAIT = timedelta(minutes=30)
"""How long a delivery is held back for a recipient who is present."""


class Verdict(Enum):
    SEND = auto()
    WAIT = auto()
    DROP = auto()


def verdict(delivery: Delivery, now: datetime) -> Verdict:
    """Decide whether to send a due delivery now, later or never. A recipient's presence delays most deliveries."""
    notice, player = delivery.notice, delivery.notice.player
    if not needed(notice, now) or _is_turned_off(delivery):
        return Verdict.DROP
    if notice.kind == NotificationKind.TURN and player is not None and player.game.is_paused:
        return Verdict.WAIT
    if player is None or player.last_seen_at is None or notice.kind == NotificationKind.TEST or notice.user.is_bot:
        return Verdict.SEND
    in_sight = now - player.last_seen_at < PRESENT_FOR
    if notice.kind in (NotificationKind.NEAR, NotificationKind.CALL):
        return Verdict.DROP if in_sight else Verdict.SEND
    if in_sight and not delivery.batched and now - notice.due_at < MAX_WAIT:
        return Verdict.WAIT
    return Verdict.DROP if notice.kind == NotificationKind.TURN and _has_viewed_turn(player) else Verdict.SEND


def _is_turned_off(delivery: Delivery) -> bool:
    """Return whether the recipient's current preferences turn off this kind of notice on this channel."""
    chosen = preferences.effective(delivery.notice)[DeliveryChannel(delivery.channel)]
    return chosen == DeliveryTiming.OFF and delivery.notice.kind != NotificationKind.TEST


def _has_viewed_turn(player: Player) -> bool:
    return (
        player.last_seen_at is not None
        and player.turn_started_at is not None
        and player.last_seen_at >= player.turn_started_at
    )


def needed(notice: Notice, now: datetime) -> bool:
    """Return whether the notice still applies. Suspended and banned users get moderation decisions only."""
    if not notice.user.is_active or (notice.kind != NotificationKind.CONDUCT and access_restriction(notice.user)):
        return False
    return CHECKS[NotificationKind(notice.kind)](notice, now)


def _turn(notice: Notice, now: datetime) -> bool:
    player = notice.player
    return (
        player is not None
        and player.game.is_running
        and player.to_move_since is not None
        and player.to_move_since == notice.data.get("asked")
        and player.mover == notice.user
    )


def _near(notice: Notice, now: datetime) -> bool:
    player = notice.player
    if player is None or player.deadline is None or not _turn(notice, now):
        return False
    return player.deadline > now and player.deadline.isoformat() == notice.data.get("deadline")


def _next(notice: Notice, now: datetime) -> bool:
    """Return whether the turn before the recipient's is still the one that the notice is about."""
    player = notice.player
    if player is None or not player.game.is_running or player.game.is_paused or player.mover != notice.user:
        return False
    begun = player.game.players.filter(to_move_since=notice.data.get("begun"))
    return player.game.following == player.seat and begun.exists()


def _call(notice: Notice, now: datetime) -> bool:
    """Return whether the caller is still at the table, soon after the call, and the recipient may still be called."""
    player = notice.player
    if player is None or player.mover != notice.user or now - notice.due_at > MAX_WAIT:
        return False
    players = Player.objects.seated(player.game)
    caller = next((each for each in players if each.pk == notice.data.get("by")), None)
    if caller is None or caller.mover is None or not player.game.is_running or not presence.is_here(caller, now):
        return False
    return player in presence.visible_to(caller, caller.mover, players)


def _acted(notice: Notice, now: datetime) -> bool:
    incident = Incident.objects.filter(pk=notice.data.get("incident")).first()
    if incident is None or notice.player is None:
        return False
    # A player who lost the seat gets the notice about the loss, and none about later events.
    return incident.seat == notice.player.seat or _still_has_seat(notice)


def _still_has_seat(notice: Notice) -> bool:
    """Return whether the recipient still owns the seat or sits in there; others get no notices about the table."""
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
    return pending_invitations(notice.user, open_still).exclude(game__players__user=notice.user).exists()


def _mention(notice: Notice, now: datetime) -> bool:
    message = Message.objects.filter(pk=notice.data.get("message")).select_related("game").first()
    if message is None or message.user_id in blocks_of(notice.user):
        return False
    return may_read(message, notice.user, seat_of(message.game, notice.user))


def _friend(notice: Notice, now: datetime) -> bool:
    found = Friendship.objects.filter(pk=notice.data.get("friendship"))
    if notice.data.get("agreed"):
        return found.filter(agreed_at__isnull=False).exists()
    return pending_requests(notice.user).filter(pk__in=found.values("pk")).exists()


def _vote(notice: Notice, now: datetime) -> bool:
    vote = Vote.objects.filter(pk=notice.data.get("vote")).first()
    if vote is None or not _still_has_seat(notice):
        return False
    if notice.data.get("closed"):
        return True
    return vote.state == Vote.State.OPEN and not vote.ballots.filter(player=notice.player).exists()


def _conduct(notice: Notice, now: datetime) -> bool:
    if "restriction" not in notice.data:
        return True
    lifted = Restriction.objects.filter(pk=notice.data["restriction"], lifted_at__isnull=False)
    return not lifted.exists() and access_restriction(notice.user) is None


CHECKS: Mapping[NotificationKind, Callable[[Notice, datetime], bool]] = {
    NotificationKind.TURN: _turn,
    NotificationKind.NEAR: _near,
    NotificationKind.NEXT: _next,
    NotificationKind.CALL: _call,
    NotificationKind.ACTED: _acted,
    NotificationKind.STARTED: _started,
    NotificationKind.OVER: _over,
    NotificationKind.INVITED: _invited,
    NotificationKind.MENTION: _mention,
    NotificationKind.VOTE: _vote,
    NotificationKind.FRIEND: _friend,
    NotificationKind.CONDUCT: _conduct,
    NotificationKind.TEST: lambda notice, now: True,
}
