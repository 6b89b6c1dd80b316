"""The project: settings, URLs, servers. Importing it registers the Celery application for ``shared_task``."""

from chicago.celery import app as celery_app

__all__ = ["celery_app"]
