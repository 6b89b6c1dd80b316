"""The Celery task that works on one slice of a Review and enqueues the next slice, perhaps of another Review."""

from celery import shared_task

from games.review import worker

review = shared_task(name="games.review")(worker.work_on)
