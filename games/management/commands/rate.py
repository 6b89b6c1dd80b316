"""``manage.py rate [--check]``: recomputes all ratings from the games, or checks the stored ratings."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import RULES
from games.stats import ratings


class Command(BaseCommand):
    help = "Recompute all ratings from the games; with --check, only compare the stored ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail at the first difference")

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        """Print a line per ladder. Raise `CommandError` at the first difference."""
        for variant in RULES:
            try:
                games = ratings.check(variant) if check else ratings.rebuild(variant)
            except ratings.Mismatch as differs:
                raise CommandError(f"{variant}: {differs}") from differs
            self.stdout.write(f"ok: {variant}, {games} rated games")
