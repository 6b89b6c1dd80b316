"""``manage.py migrate``: Django's, after a look at where the database comes from."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from chicago.run import history


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Applies migrations. Raises CommandError if the database has to be migrated by an earlier version first."""
        try:
            history.check(connections[options["database"]])
        except history.StoppedOnTheWay as error:
            raise CommandError(str(error)) from error
        super().handle(*args, **options)
