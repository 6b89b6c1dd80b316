"""Whether a database can go on from the squashed migrations, which stand for files that are gone."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SQUASHED = (
    ("accounts", "0001_squashed_0013_tokens"),
    ("accounts", "0014_squashed_0017_skill_shown_to_friends"),
    ("games", "0001_squashed_0039_any_computer"),
)
"""In the order in which a new database gets them."""

LAST_UNSQUASHED = "b002508c"
"""A commit with every migration that they stand for."""


class StoppedOnTheWay(Exception):
    """Some of the migrations that squashed ones stand for are missing; the message says what to do in a sentence."""


def check(connection: BaseDatabaseWrapper) -> None:
    """Raises StoppedOnTheWay unless squashed migrations were applied whole and in their order, or none was.

    By itself Django would take the rest for nothing that has to be done, and open the site on old tables.
    """
    migrations = MigrationLoader(None).disk_migrations
    stages: list[set[tuple[str, str]]] = [set()]
    for key in SQUASHED:
        stages.append(stages[-1] | set(migrations[key].replaces))
    applied = stages[-1] & MigrationRecorder(connection).applied_migrations().keys()
    if applied not in stages:
        raise StoppedOnTheWay(
            "This database stopped among migrations that are one by now: "
            f"check out commit {LAST_UNSQUASHED}, run `python manage.py migrate` there once, then come back."
        )
