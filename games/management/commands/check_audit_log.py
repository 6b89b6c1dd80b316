"""``manage.py check_audit_log``: checks the hash chain of the moderators' log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.moderation.log import FIRST, Gap, checked


class Command(BaseCommand):
    help = "Check the seals of all moderators' actions; stop at the first that was changed or follows a gap."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of actions and the last seal, to be stored elsewhere.

        Raise `CommandError` at the first action that was changed or comes after a missing one.
        """
        count, last = 0, FIRST
        for action in checked():
            if isinstance(action, Gap):
                gap = action.action.pk
                raise CommandError(f"action {gap} was changed, or one before it is missing ({count} are sound)")
            count, last = count + 1, action.seal
        self.stdout.write(f"ok: {count} actions, the last seal is {last}")
