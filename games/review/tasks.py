"""The Celery task that makes a slice of a Review; the rest is queued again."""

from celery import shared_task

from games.review import worker

review = shared_task(name="games.review")(worker.work_on)
