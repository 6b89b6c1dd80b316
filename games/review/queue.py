"""The order of work on Reviews."""

from django.db.models import F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.models import PENDING_REVIEWS, Review


def queue() -> QuerySet[Review]:
    """Return the pending Reviews: round-robin by user; within a round, least recently served first."""
    own = Window(RowNumber(), partition_by=F("requested_by"), order_by=(F("requested_at").asc(), F("pk").asc()))
    made = Review.objects.filter(requested_by=OuterRef("requested_by"), finished_at__isnull=False)
    last = Subquery(made.order_by("-finished_at").values("finished_at")[:1])
    pending = Review.objects.filter(PENDING_REVIEWS).annotate(turn=own, last_finished_at=last)
    return pending.order_by("turn", F("last_finished_at").asc(nulls_first=True), "requested_at", "pk")


def place_in_queue(review: Review) -> int:
    """Return the number of Reviews before this one, or 0 if it is no longer pending."""
    waiting = list(queue().values_list("pk", flat=True))
    return waiting.index(review.pk) if review.pk in waiting else 0
