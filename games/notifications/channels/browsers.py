"""The browsers that somebody wants to be told on: kept, replaced, and pushed to."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.auth.user_agents import name_of
from accounts.models import User
from games.models import Delivery, PushSubscription
from games.notifications.channels import web_push
from games.notifications.channels.sending import Message, Sent
from games.notifications.channels.web_push import Subscription
from games.notifications.errors import DeliveryRejected, Gone

MOST = 10
"""Browsers of one person."""


def keep(user: User, data: Any, replaces: str, agent: str) -> None:
    """Tell ``user`` on a browser from now on, and on its behalf nobody else.

    ``data`` is what its ``PushSubscription.toJSON()`` gave, ``replaces`` the endpoint that it had before, ``agent`` its
    User-Agent. Raises BadAddress, or DeliveryRejected where there are too many already.
    """
    told = Subscription.parse(data)
    facts = {"user": user, "p256dh": told.p256dh, "auth": told.auth, "name": name_of(agent)}
    with transaction.atomic():
        # One post of a person after another: else two could both be the last that is allowed.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mine = PushSubscription.objects.filter(user=user)
        # No database looks for a NUL or half a character, and no endpoint has one.
        if replaces.isprintable() and not PushSubscription.objects.filter(endpoint=told.endpoint).exists():
            # The same row, so that what is owed to this browser still reaches it.
            mine.filter(endpoint=replaces).update(endpoint=told.endpoint)
        if mine.exclude(endpoint=told.endpoint).count() >= MOST:
            raise DeliveryRejected(
                _("You are told on %(count)d browsers already. Remove one of them first.") % {"count": MOST}
            )
        PushSubscription.objects.update_or_create(endpoint=told.endpoint, defaults=facts)


@receiver(user_logged_out)
def forget(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """Who signs out is told no more on this browser, which says what it was told through (``endpoint``)."""
    endpoint = request.POST.get("endpoint", "")
    # No database looks for a NUL or half a character, and no endpoint has one.
    if user is not None and endpoint.isprintable():
        PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def send(delivery: Delivery, message: Message) -> Sent:
    """Push it. A browser that has unsubscribed is forgotten. Raises Gone, DeliveryRejected or TryAgain."""
    browser = PushSubscription.objects.filter(pk=int(delivery.target), user_id=delivery.user_id).first()
    if browser is None:
        raise Gone(_("This browser has been removed."))
    try:
        answer = web_push.send(Subscription(browser.endpoint, browser.p256dh, browser.auth), message)
    except Gone:
        browser.delete()
        raise
    PushSubscription.objects.filter(pk=browser.pk).update(last_at=timezone.now())
    return Sent(browser.name, answer.said)
