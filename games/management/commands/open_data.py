"""``manage.py open_data MONTH``: writes the open data file of one month."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.open_data import files, months


class Command(BaseCommand):
    help = "Write the open data file of a month that ended at least a week ago."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", metavar="MONTH", help="like 2026-10")
        parser.add_argument("--again", action="store_true", help="replace the file, without games withdrawn since")

    def handle(self, *args: Any, month: str, again: bool, **options: Any) -> None:
        """Write the file, and print its number of games, its size and its hash.

        Raise `CommandError` if the month is invalid or too recent, or if its file exists, is being written or can't be
        written.
        """
        wanted = months.read(month)
        if wanted is None:
            raise CommandError(f"not a month like 2026-10: {month}")
        try:
            file = files.make(wanted, again=again)
        except ValueError as error:
            raise CommandError(f"{month} has not been over for {months.SETTLES.days} days") from error
        except OSError as error:
            raise CommandError(f"{month} can't be written: {error}") from error
        if file is None:
            raise CommandError(f"{month} already has a file, or one is being written")
        self.stdout.write(f"{month}: games {file.total}, bytes {file.size}, sha256 {file.sha256 or 'none'}")
