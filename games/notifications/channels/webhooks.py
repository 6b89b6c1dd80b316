"""Somebody's webhooks: added, tried out, posted to, and stopped once they refuse for good."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Channel, Delivery, Kind, Notice, Webhook
from games.models.notifications import in_words
from games.notifications.channels import webhook
from games.notifications.channels.sending import Message, Sent
from games.notifications.errors import DeliveryRejected, Gone, NotTaken
from games.notifications.net.public_urls import Address

MOST = 5
"""Webhooks of one person."""

BETWEEN_TESTS = timedelta(seconds=30)
"""A webhook is not tried out more often: the other side may be somebody who has not asked for it."""


def add(user: User, form: str, address: str) -> Webhook:
    """A new one; nothing is posted. Raises BadAddress, or DeliveryRejected if it exists or there are too many."""
    place = str(Address.parse(address.strip()))
    with transaction.atomic():
        # One post of a person after another: else two could both be the last that is allowed.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mine = Webhook.objects.filter(user=user)
        if mine.filter(address=place).exists():
            raise DeliveryRejected(_("You have a webhook with this address already."))
        if mine.count() >= MOST:
            raise DeliveryRejected(
                _("You have %(count)d webhooks already. Remove one of them first.") % {"count": MOST}
            )
        return Webhook.objects.create(user=user, form=form, address=place)


def try_out(hook: Webhook) -> bool:
    """Owe a test to this webhook alone, which is no longer stopped then; False if the last one was just now."""
    now = timezone.now()
    recent = Notice.objects.filter(user=hook.user, key__startswith=f"test:hook:{hook.pk}:")
    if recent.filter(made_at__gt=now - BETWEEN_TESTS).exists():
        return False
    key = f"test:hook:{hook.pk}:{now:%y%m%d%H%M%S}"
    with transaction.atomic():
        facts = {"kind": Kind.TEST, "state": Notice.State.DONE, "due_at": now}
        notice, new = Notice.objects.get_or_create(user=hook.user, key=key, defaults=facts)
        if new:
            target = {"channel": Channel.HOOK, "target": str(hook.pk)}
            Delivery.objects.create(notice=notice, user=hook.user, due_at=now, **target)
            Webhook.objects.filter(pk=hook.pk).update(stopped=False)
    return new


def send(delivery: Delivery, message: Message) -> Sent:
    """Post it, and note what came back. Raises Gone, DeliveryRejected (the webhook is stopped) or TryAgain."""
    hooks = Webhook.objects.filter(pk=int(delivery.target), user_id=delivery.user_id, stopped=False)
    if (hook := hooks.first()) is None:
        raise Gone(_("This webhook has been removed or stopped."))
    try:
        answer = webhook.send(hook.form, hook.address, hook.secret, message)
    except NotTaken as problem:
        _note(hook, _answer(problem.status, problem.said), problem.kept, stopped=isinstance(problem, DeliveryRejected))
        raise
    _note(hook, _answer(answer.status, answer.said), "", stopped=False)
    # The rest of the address is as good as a password.
    return Sent(host(hook), answer.said)


def host(hook: Webhook) -> str:
    """What of its address may be shown to anybody."""
    return Address.parse(hook.address).host


def outcome(hook: Webhook) -> str:
    """What came of the last post to it, in words."""
    facts = {"problem": in_words(hook.problem), "answer": hook.said}
    if not hook.problem:
        return gettext("It was taken. The answer was: %(answer)s") % facts
    return gettext("%(problem)s The answer was: %(answer)s") % facts if hook.said else facts["problem"]


def _note(hook: Webhook, said: str, problem: str, *, stopped: bool) -> None:
    # Not saved: it may have been removed while the other side was asked.
    facts = {"said": said, "problem": problem, "stopped": stopped}
    Webhook.objects.filter(pk=hook.pk).update(last_at=timezone.now(), **facts)


def _answer(status: int | None, said: str) -> str:
    return "" if status is None else f"{status} {said}".rstrip()
