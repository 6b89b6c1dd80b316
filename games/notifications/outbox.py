"""The outbox: a notice that is due becomes deliveries; each is claimed, looked at again, sent once, retried if need be.

Between the other side's yes and our note of it lies a moment in which a crash makes us send again: nowhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.models import User
from games.models import Channel, Delivery, Kind, Notice, When
from games.notifications import compose, preferences, schedule
from games.notifications.channels import browsers, email, webhooks
from games.notifications.channels.sending import Sender, Sent
from games.notifications.errors import DeliveryRejected, Gone, NotTaken, TryAgain
from games.notifications.relevance import Verdict, needed, verdict

log = logging.getLogger(__name__)

SENDERS: Mapping[Channel, Sender] = {
    Channel.MAIL: email.send,
    Channel.PUSH: browsers.send,
    Channel.HOOK: webhooks.send,
}

CLAIM = timedelta(minutes=5)
"""How long whoever took a delivery may be silent before it is due again."""

WAIT = timedelta(minutes=2)
"""How much later a delivery is looked at again whose reader has the table in front of him, or whose table pauses."""

IN_HAND = timedelta(seconds=30)
"""How much later a notice that goes out once is looked at again while another one is on its way."""

LONGEST_WAIT = timedelta(hours=1)
"""The backoff doubles from half a minute up to this."""

MOST_TRIES = 78
"""So many take three days."""


def hand_on(pk: int) -> list[int]:
    """Make the deliveries of a notice that is due. Those that are to be sent now."""
    now = timezone.now()
    with transaction.atomic():
        due = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            state=Notice.State.OWED, due_at__lte=now
        )
        notice = due.select_related("user", "game", "player__game", "player__user", "player__friend").filter(pk=pk)
        return [] if (owed := notice.first()) is None else _hand_on(owed, now)


def _hand_on(notice: Notice, now: datetime) -> list[int]:
    made = _deliveries(notice, now) if needed(notice, now) else []
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    notice.state = Notice.State.DONE if made else Notice.State.DROPPED
    notice.save(update_fields=["state"])
    owed = notice.deliveries.filter(state=Delivery.State.OWED, due_at__lte=now)
    return list(owed.order_by("pk").values_list("pk", flat=True))


def _deliveries(notice: Notice, now: datetime) -> list[Delivery]:
    """One for each place where its person wants to be told."""
    user, made = notice.user, []
    deadline = notice.player.deadline if notice.player else None
    for channel, when in preferences.wishes(notice).items():
        if when == When.OFF or channel not in SENDERS:
            continue
        at, together = (now, False) if notice.kind == Kind.TEST else schedule.due(user, when, now, deadline)
        for target in _targets(user, channel):
            facts = {"channel": channel, "target": target, "when": when, "due_at": at, "together": together}
            made.append(Delivery(notice=notice, user=user, **facts))
    return made


def _targets(user: User, channel: Channel) -> list[str]:
    if channel == Channel.MAIL:
        return [""] if email.address(user) else []
    rows = user.push_subscriptions.all() if channel == Channel.PUSH else user.webhooks.filter(stopped=False)
    return [str(row.pk) for row in rows]


def claim(pk: int) -> list[Delivery]:
    """Take an owed delivery that is due, and all that go with it, so that no other worker does; [] if there is none."""
    now = timezone.now()
    owed = Delivery.objects.filter(state=Delivery.State.OWED, due_at__lte=now)
    with transaction.atomic():
        if (user_pk := owed.filter(pk=pk).values_list("user_id", flat=True).first()) is None:
            return []
        # One worker at a time looks through what one person is owed; else two could each take half of a digest.
        User.objects.select_for_update(no_key=True).filter(pk=user_pk).first()
        if (first := owed.filter(pk=pk).first()) is None:
            return []
        company = owed.filter(user=user_pk, channel=first.channel, target=first.target, together=True)
        taken = [each.pk for each in (company.order_by("pk") if first.together else [first]) if _takes(each, now)]
    rows = Delivery.objects.select_related(
        "user", "notice__user", "notice__game", "notice__player__game", "notice__player__user", "notice__player__friend"
    )
    return list(rows.filter(pk__in=taken).order_by("pk"))


def _takes(delivery: Delivery, now: datetime) -> bool:
    """Whether this one is to be sent by who has locked its person; written down if so, and if it never will."""
    if delivery.tries >= MOST_TRIES:
        _settle(delivery, Delivery.State.FAILED)
        return False
    if delivery.when == When.ONCE:
        others = _once(delivery)
        # In this order: whoever has the other in hand sends it without our lock, perhaps between these two questions.
        in_hand = others.filter(state=Delivery.State.OWED, tries__gt=0, due_at__gt=now).exists()
        if others.filter(state=Delivery.State.SENT, sent_at__gt=_last_here(delivery)).exists():
            _settle(delivery, Delivery.State.DROPPED)
            return False
        if in_hand and not delivery.together:
            delivery.due_at = now + IN_HAND
            delivery.save(update_fields=["due_at"])
            return False
    delivery.tries += 1
    delivery.due_at = now + CLAIM
    delivery.save(update_fields=["tries", "due_at"])
    return True


def _once(delivery: Delivery) -> QuerySet[Delivery]:
    """The other notices of the same kind that go to the same place once until their reader comes back."""
    facts = {"user": delivery.user_id, "channel": delivery.channel, "target": delivery.target, "when": When.ONCE}
    return Delivery.objects.filter(notice__kind=delivery.notice.kind, **facts).exclude(pk=delivery.pk)


def _last_here(delivery: Delivery) -> datetime:
    return delivery.user.here_at or delivery.user.date_joined


def deliver(claimed: Sequence[Delivery]) -> None:
    """Send, as one message, those of the claimed deliveries that are still needed, and write down how it went."""
    now = timezone.now()
    wanted = [delivery for delivery in claimed if _still_to_send(delivery, now)]
    if not wanted:
        return
    user = wanted[0].user
    try:
        with translation.override(user.told_in), timezone.override(user.zone):
            sent = SENDERS[Channel(wanted[0].channel)](wanted[0], compose.message(wanted))
    except DeliveryRejected as refused:
        _refused(wanted, refused)
    except TryAgain as problem:
        _postpone(wanted, problem)
    else:
        with transaction.atomic():
            for delivery in wanted:
                _sent(delivery, sent)


def _still_to_send(delivery: Delivery, now: datetime) -> bool:
    match verdict(delivery, now):
        case Verdict.SEND:
            return True
        case Verdict.DROP:
            _settle(delivery, Delivery.State.DROPPED)
        case Verdict.WAIT:
            delivery.tries -= 1
            delivery.due_at = now + WAIT
            delivery.save(update_fields=["tries", "due_at"])
    return False


def _sent(delivery: Delivery, sent: Sent) -> None:
    delivery.address, delivery.said, delivery.error = sent.address, sent.said, ""
    _settle(delivery, Delivery.State.SENT)


def _refused(deliveries: Sequence[Delivery], refused: DeliveryRejected) -> None:
    state = Delivery.State.DROPPED if isinstance(refused, Gone) else Delivery.State.FAILED
    for delivery in deliveries:
        _note(delivery, refused)
        _settle(delivery, state)
    log.warning("delivery %s refused for good: %s", deliveries[0].pk, deliveries[0].error)


def _note(delivery: Delivery, problem: NotTaken) -> None:
    delivery.error, delivery.said = problem.kept, problem.said


def _settle(delivery: Delivery, state: Delivery.State) -> None:
    delivery.state = state
    delivery.sent_at = timezone.now() if state == Delivery.State.SENT else None
    delivery.save(update_fields=["state", "error", "said", "sent_at", "address"])


def _postpone(deliveries: Sequence[Delivery], problem: TryAgain) -> None:
    """They stay owed, and go on doing so for three days."""
    for delivery in deliveries:
        backoff = min(timedelta(seconds=30 * 2 ** min(delivery.tries - 1, 10)), LONGEST_WAIT)
        delivery.due_at = timezone.now() + max(backoff, problem.after or backoff)
        _note(delivery, problem)
        if delivery.tries >= MOST_TRIES:
            _settle(delivery, Delivery.State.FAILED)
        else:
            delivery.save(update_fields=["due_at", "error", "said"])
    log.warning("delivery %s not sent, next try at %s: %s", deliveries[0].pk, deliveries[0].due_at, problem.kept)
