"""Metrics of the outbox, from a few cheap index look-ups."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from prometheus_client.core import GaugeMetricFamily

from games.models import Delivery, Notice

RECENT = timedelta(hours=1)


def read(now: datetime) -> Iterator[GaugeMetricFamily]:
    """Yield the delay of notices and the number of failed deliveries."""
    late_by = max(0.0, notice_delay(now).total_seconds())
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, due_at__gte=now - RECENT).count()
    yield GaugeMetricFamily(
        "backroom_notice_delay_seconds", "How long the oldest undelivered notice has been due", late_by
    )
    yield GaugeMetricFamily(
        "backroom_failed_deliveries", "Deliveries of the last hour that were refused for good", failed
    )


def notice_delay(now: datetime) -> timedelta:
    """Return the age of the oldest due notice or delivery; zero or less if none is due.

    Notices for external computer players do not count: their programs may be slow without any fault of the site.
    """
    pending = [_oldest_due(model) for model in (Notice, Delivery)]
    return now - min((due for due in pending if due is not None), default=now)


def _oldest_due(model: type[Notice] | type[Delivery]) -> datetime | None:
    rows = model.objects.filter(state="pending", user__owner=None)
    return rows.order_by("due_at").values_list("due_at", flat=True).first()
