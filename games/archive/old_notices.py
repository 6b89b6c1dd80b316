"""Deletes notices that were sent or dropped long ago, with their deliveries."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Delivery, Notice

RETENTION = timedelta(days=90)
"""How long a notice is kept after its due date."""

BATCH = 1000


def expired(now: datetime) -> QuerySet[Notice]:
    """Return the notices to delete: sent or dropped, long past their due date, and without a pending delivery."""
    waiting = Exists(Delivery.objects.filter(notice=OuterRef("pk"), state=Delivery.State.PENDING))
    return Notice.objects.filter(~waiting, due_at__lte=now - RETENTION).exclude(state=Notice.State.PENDING)


def delete_expired(now: datetime, most: int) -> int:
    """Delete at most ``most`` expired notices, in batches, and return their number."""
    deleted = 0
    while deleted < most and (keys := list(expired(now).values_list("pk", flat=True)[: min(BATCH, most - deleted)])):
        Notice.objects.filter(pk__in=keys).delete()
        deleted += len(keys)
    return deleted
