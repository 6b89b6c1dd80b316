"""The Celery application: tasks are found in the installed apps."""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")


def make_app(**options: Any) -> Celery:
    """A Celery application with the site's settings and tasks; ``options`` are those of ``Celery``."""
    made = Celery("chicago", **options)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = make_app()
