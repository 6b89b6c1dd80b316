"""The Celery application. The tasks are in ``tasks.py`` of each package in ``ROOMS``."""

import gc
import os
from typing import Any

from celery import Celery, signals

ROOMS = (
    "accounts.privacy",
    "games.archive",
    "games.bots",
    "games.computers",
    "games.moderation.fairplay",
    "games.notifications",
    "games.open_data",
    "games.play",
    "games.privacy",
    "games.review",
    "games.stats",
    "games",
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")


def make_app(**options: Any) -> Celery:
    """Create a Celery application with the site's settings and tasks; ``options`` are passed to ``Celery``."""
    made = Celery("chicago", **options)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks(list(ROOMS))
    return made


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Keep the logging of the settings: without a receiver, Celery would replace the handlers."""


@signals.worker_ready.connect
@signals.worker_process_init.connect
def freeze(**_: Any) -> None:
    """Freeze the objects loaded so far: a full garbage collection would delay a move by a tenth of a second."""
    gc.collect()
    gc.freeze()


app = make_app()
