"""``manage.py check_acts``: whether what moderators did stands in the log as it was written."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.moderation.log import FIRST, Gap, checked


class Command(BaseCommand):
    help = "Check the seals of all moderators' acts; stop at the first that was changed or follows a gap."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many there are and the last seal, to be noted elsewhere. Raises CommandError at a gap."""
        count, last = 0, FIRST
        for act in checked():
            if isinstance(act, Gap):
                raise CommandError(f"act {act.act.pk} was changed, or one before it is missing ({count} are sound)")
            count, last = count + 1, act.seal
        self.stdout.write(f"ok: {count} acts, the last seal is {last}")
