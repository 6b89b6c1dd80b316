"""The order in which Reviews are made."""

from __future__ import annotations

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import PENDING_REVIEWS, Review


def queue() -> QuerySet[Review]:
    """The Reviews still to be made in their order: every person's first comes before anybody's second."""
    own = Window(RowNumber(), partition_by=F("requested_by"), order_by=(F("requested_at").asc(), F("pk").asc()))
    return Review.objects.filter(PENDING_REVIEWS).annotate(turn=own).order_by("turn", "requested_at", "pk")


def place_in_queue(review: Review) -> int:
    """How many Reviews are made before this one, which is still to be made."""
    return list(queue().values_list("pk", flat=True)).index(review.pk)
