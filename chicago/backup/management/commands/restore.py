"""``manage.py restore FOLDER``: restores a backup, or only checks it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from chicago.backup import BackupError, archive
from chicago.backup.manifest import Manifest


class Command(BaseCommand):
    help = "Restore a backup that is whole into an empty database; all of it or nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of one backup")
        parser.add_argument("--overwrite", action="store_true", help="replace everything that is in the database")
        parser.add_argument(
            "--check", action="store_true", help="restore nothing; only see whether the backup is whole"
        )

    def handle(self, *args: Any, folder: Path, overwrite: bool, check: bool, **options: Any) -> None:
        """Restore or check the backup, and print a summary. Raise `CommandError` on failure."""
        try:
            found = archive.check(folder) if check else self._restored(folder, overwrite)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"ok: {_summary(found)}")

    def _restored(self, folder: Path, overwrite: bool) -> Manifest:
        connection.close()
        return archive.restore(connection.vendor, connection.settings_dict, folder, overwrite)


def _summary(found: Manifest) -> str:
    games, moves, last = found.rows["games_game"], found.rows["games_move"], found.last_move
    latest = f", the last one number {last['number']} at {last['table']}, {last['made_at']}" if last else ""
    return f"of {found.made_at}: {games} games, {moves} moves{latest}"
