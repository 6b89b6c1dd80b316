"""``manage.py backup``: backs up the database while the site runs, once or every night."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import time
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from chicago.backup import BackupError, archive
from chicago.backup.nightly import run as run_nightly


def _number(text: str) -> int:
    if (number := int(text)) < 1:
        raise ArgumentTypeError("at least one backup has to be kept")
    return number


class Command(BaseCommand):
    help = "Back the database up into a new folder, while the site runs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.BACKUP_DIR, help="the folder of all backups")
        parser.add_argument("--nightly", action="store_true", help="run for ever, and make one backup each night")
        parser.add_argument("--at", type=time.fromisoformat, default="03:00", help="when, in UTC (03:00)")
        parser.add_argument("--keep", type=_number, default=14, help="how many are kept (14)")

    def handle(self, *args: Any, to: Path, nightly: bool = False, **options: Any) -> None:
        """Make a backup and print its folder, or make one each night. Raise `CommandError` if a single backup fails."""
        make = partial(archive.make, connection.vendor, connection.settings_dict, to)
        try:
            if nightly:
                run_nightly(to, options["at"], options["keep"], make)
            self.stdout.write(f"ok: {make()}")
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
