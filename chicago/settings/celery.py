"""Celery: the broker, the queues, and the schedule of the sweeps."""

from typing import Any

import environ
from celery.schedules import crontab
from kombu import Queue

env = environ.Env()

CELERY_BROKER_URL = env.str("REDIS_URL", "") or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"socket_connect_timeout": 2} if env.str("REDIS_URL", "") else {"polling_interval": 0.02}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Tasks are acknowledged when they begin (Celery's default): due work is stored in rows that the next sweep finds
# again, so a worker's death loses nothing, and a task that kills its worker is not redelivered.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Sweeps never wait in a queue that they fill. A hanging mail server, the site's computer players and external ones
# must not delay a deadline or each other, so each has its own queue and threads (chicago/run/workers.py).
CELERY_TASK_DEFAULT_QUEUE = "deadlines"
CELERY_TASK_QUEUES = [
    *(Queue("sweeps"), Queue("deadlines")),
    *(Queue("computers"), Queue("thinking")),
    *(Queue("notices"), Queue("calls")),
]
CELERY_TASK_ROUTES = {
    "games.sweep": {"queue": "sweeps"},
    "games.sweep_deadlines": {"queue": "sweeps"},
    "accounts.sweep": {"queue": "sweeps"},
    "games.move_computers": {"queue": "computers"},
    "games.think": {"queue": "thinking"},
    "games.review": {"queue": "thinking"},
    "games.fan_out": {"queue": "notices"},
    "games.deliver": {"queue": "notices"},
    "games.call_player": {"queue": "calls"},
    "games.call_player_again": {"queue": "calls"},
    "games.make_open_data": {"queue": "notices"},
    "accounts.make_export": {"queue": "notices"},
    "accounts.mail_export_ready": {"queue": "notices"},
}
# If workers fall behind, each sweep enqueues the same tasks again; older ones expire after this many seconds.
CELERY_TASK_ANNOTATIONS = {"*": {"expires": 300}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
# Beat stores nothing: due work is stored in rows, so any number of instances may run, and none needs a file.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
SWEEP_SECONDS = env.float("SWEEP_SECONDS", 5.0)
DEADLINE_SWEEP_SECONDS = env.float("DEADLINE_SWEEP_SECONDS", 60.0)
# The maximum number of Reviews per user and day: each takes one to two minutes of a core.
REVIEWS_PER_DAY = env.int("REVIEWS_PER_DAY", 5)
# The precision of Reviews: half the samples take half as long, with errors 1.4 times as large.
REVIEW_SAMPLES = max(2, env.int("REVIEW_SAMPLES", 160))
# The maximum difference in seconds between a machine's clock and the database's; beyond it, sweeps do nothing.
CLOCK_TOLERANCE = env.float("CLOCK_TOLERANCE", 30.0)
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    # If no worker runs, sweeps pile up; a sweep older than a minute expires, because a newer one follows.
    "sweep": {"task": "games.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": max(60, SWEEP_SECONDS * 2)}},
    "deadlines": {
        "task": "games.sweep_deadlines",
        "schedule": DEADLINE_SWEEP_SECONDS,
        "options": {"expires": max(60, DEADLINE_SWEEP_SECONDS * 2)},
    },
    "exports": {
        "task": "accounts.sweep",
        "schedule": DEADLINE_SWEEP_SECONDS,
        "options": {"expires": max(60, DEADLINE_SWEEP_SECONDS * 2)},
    },
    "delete_leftovers": {"task": "accounts.delete_leftovers", "schedule": crontab(hour="*/6", minute=17)},
    "fairplay": {"task": "games.sweep_fairplay", "schedule": crontab(hour="*/6", minute=29)},
    "archive": {"task": "games.archive", "schedule": crontab(minute=53)},
    "open_data": {"task": "games.make_open_data", "schedule": crontab(minute=7)},
    "guests": {"task": "games.sweep_guests", "schedule": crontab(minute=41)},
}
