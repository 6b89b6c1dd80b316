"""Handles the mail provider's reports of bounces and spam complaints: no more mails to that address."""

from __future__ import annotations

import logging
from typing import Any

from anymail.signals import EventType, tracking
from django.dispatch import receiver

from accounts.mail import bounces
from games.models import Channel, Delivery
from games.notifications import notice_address

log = logging.getLogger(__name__)

PERMANENT = {EventType.BOUNCED, EventType.REJECTED, EventType.COMPLAINED}


@receiver(tracking)
def handle_bounce(event: Any, **_kwargs: Any) -> None:
    """Mark the address as bouncing, and its last delivery as failed."""
    if event.event_type not in PERMANENT or not event.recipient:
        return
    response = event.mta_response or event.description or event.event_type
    owner = bounces.record_bounce_of_address(event.recipient, response)
    users = [*([owner] if owner else []), *notice_address.record_bounce(event.recipient, response)]
    if not users:
        log.info("a mail bounced from an unknown address")
    for user in users:
        sent = Delivery.objects.filter(user=user, channel=Channel.MAIL, address__iexact=event.recipient)
        if (last := sent.filter(state=Delivery.State.SENT).order_by("-sent_at").first()) is not None:
            last.state, last.error, last.response = Delivery.State.FAILED, event.event_type, response
            last.save(update_fields=["state", "error", "response"])
