"""``manage.py import_record FILE``: stores a game that was played elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.replay.records import store_record
from games.rules import record


class Command(BaseCommand):
    help = "Check a game record and keep it as a finished game, its players by name alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a record, as a finished game's page offers it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Store the record and print the game's address. Raise `CommandError` with the reason if it is refused."""
        try:
            game = store_record(record.read(file.read_text(encoding="utf-8")))
        except record.RecordError as refused:
            raise CommandError(f"refused: {refused}") from refused
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"refused: {file}: {error}") from error
        self.stdout.write(f"ok: {game.public_id}, {len(game.moves.all()) - 1} moves, at {game.get_absolute_url()}")
