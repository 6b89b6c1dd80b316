"""``manage.py verify [TABLE …]``: replays stored games and compares every row."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games.models import Game
from games.replay.verification import ReplayMismatch, verify


class Command(BaseCommand):
    help = "Replay games from their deals and moves and compare every row; stop at the first difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the TABLE arguments: public ids, as in the tables' URLs."""
        parser.add_argument("tables", nargs="*", metavar="TABLE", help="a table's name; without any, all started games")

    def handle(self, *args: Any, tables: Sequence[str], **options: Any) -> None:
        """Print a line per game. Raise `CommandError` at the first difference, or if a table has no started game."""
        for pk, table in _started(tables).order_by("pk").values_list("pk", "public_id"):
            try:
                moves = verify(pk)
            except ReplayMismatch as mismatch:
                raise CommandError(f"{table}: {mismatch}") from mismatch
            self.stdout.write(f"ok: {table}, {moves} moves")


def _started(tables: Sequence[str]) -> QuerySet[Game]:
    """Return the requested games, by default all started ones. Raise `CommandError` if one has not started."""
    games = Game.objects.filter(started_at__isnull=False)
    if not tables:
        return games
    found = set(games.filter(public_id__in=tables).values_list("public_id", flat=True))
    if missing := [table for table in tables if table not in found]:
        raise CommandError(f"no started game at: {', '.join(missing)}")
    return games.filter(public_id__in=tables)
