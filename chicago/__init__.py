"""Wiring: settings, addresses, servers. Importing it makes Celery's application known to ``shared_task``."""

from chicago.celery import app as celery_app

__all__ = ["celery_app"]
