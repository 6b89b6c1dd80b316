"""``manage.py archive``: packs long histories and all games that ended long ago, and deletes all old notices."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.archive import histories, old_notices, pieces


class Command(BaseCommand):
    help = "Pack the pieces of games that ended 30 days ago and long histories, and delete notices older than 90 days."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write(f"packed: {pieces.pack_due(now, sys.maxsize)} games")
        self.stdout.write(f"deleted: {old_notices.delete_expired(now, sys.maxsize)} notices")
        self.stdout.write(f"packed: {histories.pack_histories(sys.maxsize)} rows of histories")
