"""Metrics of turns, read from the database."""

from collections.abc import Iterator
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily

from games.models import Player


def read(now: datetime) -> Iterator[GaugeMetricFamily]:
    late = Player.objects.filter(deadline__lte=now)
    oldest = late.order_by("deadline").values_list("deadline", flat=True).first() or now
    yield GaugeMetricFamily("backroom_overdue_turns", "Turns whose deadline has passed", late.count())
    yield GaugeMetricFamily(
        "backroom_overdue_turn_seconds", "How long the oldest overdue turn has been so", (now - oldest).total_seconds()
    )
