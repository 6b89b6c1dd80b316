"""The Celery task that makes Reviews."""

from celery import shared_task

from games.review import worker


@shared_task(name="games.review")
def review(review_pk: int, claim: str) -> None:
    """Make a slice of a Review that was claimed for this task until ``claim``; the rest is queued again."""
    worker.work_on(review_pk, claim)
