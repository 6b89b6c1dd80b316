"""The mail provider reports that a mail came back, or that its reader calls it spam: no more mails there."""

from __future__ import annotations

import logging
from typing import Any

from anymail.signals import EventType, tracking
from django.dispatch import receiver

from accounts.mail import bounces
from games.models import Channel, Delivery

log = logging.getLogger(__name__)

FOR_GOOD = {EventType.BOUNCED, EventType.REJECTED, EventType.COMPLAINED}


@receiver(tracking)
def stop_mails(event: Any, **_kwargs: Any) -> None:
    """Mark the address, and note at its last mail what was said."""
    if event.event_type not in FOR_GOOD or not event.recipient:
        return
    said = event.mta_response or event.description or event.event_type
    user = bounces.mark_address(event.recipient, said)
    if user is None:
        log.info("a mail came back from an address that is nobody's")
        return
    sent = Delivery.objects.filter(user=user, channel=Channel.MAIL, address__iexact=event.recipient)
    if (last := sent.filter(state=Delivery.State.SENT).order_by("-sent_at").first()) is not None:
        last.state, last.error, last.said = Delivery.State.FAILED, event.event_type, said
        last.save(update_fields=["state", "error", "said"])
