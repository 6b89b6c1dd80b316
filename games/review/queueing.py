"""The order in which Reviews are made."""

from __future__ import annotations

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import PENDING_REVIEWS, Review


def queue() -> QuerySet[Review]:
    """The Reviews still to be made in their order: every person's first comes before any person's second."""
    own = Window(RowNumber(), partition_by=F("requested_by"), order_by=(F("requested_at").asc(), F("pk").asc()))
    return Review.objects.filter(PENDING_REVIEWS).annotate(turn=own).order_by("turn", "requested_at", "pk")


def place_in_queue(review: Review) -> int:
    """How many Reviews are made before this one; 0 if it has been made meanwhile."""
    waiting = list(queue().values_list("pk", flat=True))
    return waiting.index(review.pk) if review.pk in waiting else 0
