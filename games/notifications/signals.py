"""Receivers for bounced mails, revoked access, sign-outs, and confirmed addresses."""

import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from anymail.signals import EventType, tracking
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.mail import bounces
from accounts.models import User
from accounts.signals import access_revoked
from games.models import ContactPreference, Delivery, DeliveryChannel, FeedKey, PushSubscription, Webhook
from games.notifications.contact import address

log = logging.getLogger(__name__)

PERMANENT = {EventType.BOUNCED, EventType.REJECTED, EventType.COMPLAINED}


@receiver(tracking)
def handle_bounce(event: Any, **_kwargs: Any) -> None:
    """After a permanent bounce, stop mails to the address and mark the last delivery to it as failed."""
    if event.event_type not in PERMANENT or not event.recipient:
        return
    response = event.mta_response or event.description or event.event_type
    owner = bounces.record_bounce_of_address(event.recipient, response)
    users = [*([owner] if owner else []), *address.record_bounce(event.recipient, response)]
    if not users:
        log.info("a mail bounced from an unknown address")
    for user in users:
        sent = Delivery.objects.filter(user=user, channel=DeliveryChannel.MAIL, address__iexact=event.recipient)
        if (last := sent.filter(state=Delivery.State.SENT).order_by("-sent_at").first()) is not None:
            last.state, last.error, last.response = Delivery.State.FAILED, event.event_type, response
            last.save(update_fields=["state", "error", "response"])


@receiver(access_revoked)
def end_destinations(user: User, **_kwargs: object) -> None:
    """Delete feeds, browsers and webhooks, which an intruder may have added; mails continue."""
    for model in (FeedKey, PushSubscription, Webhook):
        model._default_manager.filter(user=user).delete()


@receiver(user_logged_out)
def unsubscribe_on_logout(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """Delete this browser's subscription on sign-out; the browser posts its ``endpoint``."""
    endpoint = request.POST.get("endpoint", "")
    # Databases reject NULs and lone surrogates; endpoints contain neither.
    if user is not None and endpoint.isprintable():
        PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


@receiver(email_confirmed)
def forget_guest_address(email_address: EmailAddress, **_kwargs: object) -> None:
    """Delete the address that a guest gave for notifications: the account's own address replaces it."""
    ContactPreference.objects.filter(user=email_address.user_id).exclude(address="").delete()
