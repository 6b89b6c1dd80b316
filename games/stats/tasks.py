"""The Celery task that rates finished games."""

from celery import shared_task

from games.stats import ratings


@shared_task(name="games.rate")
def rate(variant: str) -> None:
    """Rate the finished games of one ladder."""
    ratings.rate(variant)
