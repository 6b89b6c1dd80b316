"""The Celery task that rates the finished games of one ladder."""

from celery import shared_task

from games.stats import ratings

rate = shared_task(name="games.rate")(ratings.rate)
