"""The outbox: a due notice fans out into deliveries; each is claimed, re-checked, sent once, and retried on failure.

Only a crash between the receiver's acceptance and our commit can send a delivery twice.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation

from accounts.models import User
from games.models import Arrangement, Delivery, DeliveryChannel, DeliveryTiming, Invitation, Notice, NotificationKind
from games.notifications import compose, preferences, schedule
from games.notifications.channels import email, web_push, webhook
from games.notifications.channels.message import Sender, Sent
from games.notifications.errors import DeliveryError, DeliveryRejected, Gone, TemporaryFailure, Unfinished
from games.notifications.relevance import Verdict, needed, verdict

log = logging.getLogger(__name__)

SENDERS: Mapping[DeliveryChannel, Sender] = {
    DeliveryChannel.MAIL: email.send,
    DeliveryChannel.PUSH: web_push.send,
    DeliveryChannel.HOOK: webhook.send,
}

CLAIM_TIMEOUT = timedelta(minutes=5)
"""How long a worker may hold a claimed delivery before it is due again."""

RECHECK_AFTER = timedelta(minutes=2)
"""Delay before re-checking a delivery whose recipient is viewing the table, or whose table is paused."""

RETRY_ONCE_AFTER = timedelta(seconds=30)
"""Delay before re-checking a delivery with ``DeliveryTiming.ONCE`` while another one is being sent."""

INVITATION_PERIOD = timedelta(days=1)
"""How long further invitations from one person to another are shown only on the page."""

MAX_BACKOFF = timedelta(hours=1)
"""The longest delay between tries; the backoff doubles from half a minute up to it."""

MAX_TRIES = 78
"""The maximum number of tries. With the backoff above, they take about three days."""


def fan_out(pk: int) -> list[int]:
    """Create the deliveries of a due notice. Return the keys of those to be sent now."""
    now = timezone.now()
    with transaction.atomic():
        due = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            state=Notice.State.PENDING, due_at__lte=now
        )
        notice = due.select_related("user", "game", "player__game", "player__user", "player__friend").filter(pk=pk)
        return [] if (pending := notice.first()) is None else _fan_out(pending, now)


def _fan_out(notice: Notice, now: datetime) -> list[int]:
    made = _deliveries(notice, now) if needed(notice, now) else []
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    notice.state = Notice.State.DONE if made else Notice.State.DROPPED
    notice.save(update_fields=["state"])
    pending = notice.deliveries.filter(state=Delivery.State.PENDING, due_at__lte=now)
    return list(pending.order_by("pk").values_list("pk", flat=True))


def _deliveries(notice: Notice, now: datetime) -> list[Delivery]:
    user, made = notice.user, []
    deadline = notice.player.deadline if notice.player else None
    for channel, when in preferences.effective(notice).items():
        if when == DeliveryTiming.OFF or channel not in SENDERS:
            continue
        at, batched = (now, False) if notice.kind == NotificationKind.TEST else schedule.due(user, when, now, deadline)
        for target in targets(user, channel):
            facts = {"channel": channel, "target": target, "when": when, "due_at": at, "batched": batched}
            made.append(Delivery(notice=notice, user=user, **facts))
    return made


def targets(user: User, channel: DeliveryChannel) -> list[str]:
    """Return the targets of ``user`` on this channel: the keys of browsers or webhooks, or an empty string for mail."""
    if channel == DeliveryChannel.MAIL:
        return [""] if email.address(user) else []
    if channel == DeliveryChannel.PUSH:
        return [str(row.pk) for row in user.push_subscriptions.filter(ended_at=None)]
    return [str(row.pk) for row in user.webhooks.filter(stopped=False)]


def owner_of(pk: int) -> int | None:
    """Return the key of the owner of the computer player that a due delivery goes to, or None for other deliveries."""
    due = Delivery.objects.filter(pk=pk, state=Delivery.State.PENDING, due_at__lte=timezone.now())
    return due.values_list("user__owner", flat=True).first()


def claim(pk: int) -> list[Delivery]:
    """Claim a due delivery for this worker, and all deliveries batched with it.

    Return an empty list if the delivery is no longer due.
    """
    now = timezone.now()
    pending = Delivery.objects.filter(state=Delivery.State.PENDING, due_at__lte=now)
    with transaction.atomic():
        if (user_pk := pending.filter(pk=pk).values_list("user_id", flat=True).first()) is None:
            return []
        # Only one worker at a time may claim a user's deliveries; else two could each send half of a digest.
        User.objects.select_for_update(no_key=True).filter(pk=user_pk).first()
        if (first := pending.filter(pk=pk).first()) is None:
            return []
        company = pending.filter(user=user_pk, channel=first.channel, target=first.target, batched=True)
        taken = [each.pk for each in (company.order_by("pk") if first.batched else [first]) if _claims(each, now)]
    rows = Delivery.objects.select_related(
        "user", "notice__user", "notice__game", "notice__player__game", "notice__player__user", "notice__player__friend"
    )
    return list(rows.filter(pk__in=taken).order_by("pk"))


def _claims(delivery: Delivery, now: datetime) -> bool:
    """Claim one delivery, with its recipient locked. Return False if it must be sent later or never."""
    if delivery.tries >= MAX_TRIES:
        _settle(delivery, Delivery.State.FAILED)
        return False
    if _is_repeated_invitation(delivery, now):
        _settle(delivery, Delivery.State.DROPPED)
        return False
    if delivery.when == DeliveryTiming.ONCE:
        others = _others_to_target(delivery).filter(when=DeliveryTiming.ONCE)
        # This query comes first, because another worker may finish sending the other delivery without our lock.
        in_hand = others.filter(state=Delivery.State.PENDING, tries__gt=0, due_at__gt=now).exists()
        seen_at = delivery.user.last_seen_at or delivery.user.date_joined
        if others.filter(state=Delivery.State.SENT, sent_at__gt=seen_at).exists():
            _settle(delivery, Delivery.State.DROPPED)
            return False
        if in_hand and not delivery.batched:
            delivery.due_at = now + RETRY_ONCE_AFTER
            delivery.save(update_fields=["due_at"])
            return False
    delivery.tries += 1
    delivery.due_at = now + CLAIM_TIMEOUT
    delivery.save(update_fields=["tries", "due_at"])
    return True


def _is_repeated_invitation(delivery: Delivery, now: datetime) -> bool:
    """Return whether an invitation by the same person was sent to this target within a day, or is being sent.

    Digests and webhooks get every invitation.
    """
    if delivery.notice.kind != NotificationKind.INVITED or delivery.batched or delivery.channel == DeliveryChannel.HOOK:
        return False
    sent = Q(state=Delivery.State.SENT, sent_at__gt=now - INVITATION_PERIOD)
    in_hand = Q(state=Delivery.State.PENDING, tries__gt=0, due_at__gt=now)
    others = _others_to_target(delivery).filter(sent | in_hand)
    return _inviter(delivery.notice) in {_inviter(other.notice) for other in others.select_related("notice")}


def _inviter(notice: Notice) -> int | None:
    """Return the key of the user who sent the invitation or the request to sit in, or None if it was withdrawn."""
    if "arrangement" in notice.data:
        asked = Arrangement.objects.filter(pk=notice.data["arrangement"])
        return asked.values_list("vacation__user", flat=True).first()
    return Invitation.objects.filter(pk=notice.data["invitation"]).values_list("by", flat=True).first()


def _others_to_target(delivery: Delivery) -> QuerySet[Delivery]:
    same = {"user": delivery.user_id, "channel": delivery.channel, "target": delivery.target}
    return Delivery.objects.filter(notice__kind=delivery.notice.kind, **same).exclude(pk=delivery.pk)


def deliver(claimed: Sequence[Delivery]) -> None:
    """Send the claimed deliveries that are still relevant as one message, and record the outcome."""
    now = timezone.now()
    wanted = [delivery for delivery in claimed if _is_due(delivery, now)]
    if not wanted:
        return
    user = wanted[0].user
    try:
        with translation.override(user.mail_language), timezone.override(user.zone):
            sent = SENDERS[DeliveryChannel(wanted[0].channel)](wanted[0], compose.message(wanted))
    except DeliveryRejected as refused:
        _fail(wanted, refused)
    except TemporaryFailure as problem:
        _postpone(wanted, problem)
    except Unfinished:
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in wanted]).update(tries=0, due_at=timezone.now())
    else:
        with transaction.atomic():
            for delivery in wanted:
                _record_sent(delivery, sent)


def _is_due(delivery: Delivery, now: datetime) -> bool:
    match verdict(delivery, now):
        case Verdict.SEND:
            return True
        case Verdict.DROP:
            _settle(delivery, Delivery.State.DROPPED)
        case Verdict.WAIT:
            delivery.tries -= 1
            delivery.due_at = now + RECHECK_AFTER
            delivery.save(update_fields=["tries", "due_at"])
    return False


def _record_sent(delivery: Delivery, sent: Sent) -> None:
    delivery.address, delivery.response, delivery.error = sent.address, sent.response, sent.problem
    _settle(delivery, Delivery.State.SENT)


def _fail(deliveries: Sequence[Delivery], refused: DeliveryRejected) -> None:
    state = Delivery.State.DROPPED if isinstance(refused, Gone) else Delivery.State.FAILED
    for delivery in deliveries:
        _record_error(delivery, refused)
        _settle(delivery, state)
    log.warning("delivery %s refused for good: %s", deliveries[0].pk, deliveries[0].error)


def _record_error(delivery: Delivery, problem: DeliveryError) -> None:
    delivery.error, delivery.response = problem.untranslated, problem.response


def _settle(delivery: Delivery, state: Delivery.State) -> None:
    delivery.state = state
    delivery.sent_at = timezone.now() if state == Delivery.State.SENT else None
    # update(), not save(): the recipient may have been erased since the claim.
    written = {name: getattr(delivery, name) for name in ("state", "error", "response", "sent_at", "address")}
    Delivery.objects.filter(pk=delivery.pk).update(**written)


def _postpone(deliveries: Sequence[Delivery], problem: TemporaryFailure) -> None:
    for delivery in deliveries:
        backoff = min(timedelta(seconds=30 * 2 ** min(delivery.tries - 1, 10)), MAX_BACKOFF)
        delivery.due_at = timezone.now() + max(backoff, problem.after or backoff)
        _record_error(delivery, problem)
        if delivery.tries >= MAX_TRIES:
            _settle(delivery, Delivery.State.FAILED)
        else:
            written = {name: getattr(delivery, name) for name in ("due_at", "error", "response")}
            Delivery.objects.filter(pk=delivery.pk).update(**written)
    log.warning(
        "delivery %s not sent, next try at %s: %s", deliveries[0].pk, deliveries[0].due_at, problem.untranslated
    )
