"""Undoing the whole decision about a case, shortly after it was made and before anyone has been notified of it."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.core import notices
from games.models import ModerationAction, Report
from games.moderation import reports
from games.moderation.cases import concerned
from games.moderation.refusals import Settled
from games.moderation.reversal import take_back

Kind = ModerationAction.Kind

UNDO_TIME = timedelta(minutes=10)
"""How long a decision can be undone; its notices are sent afterwards."""


def undoable(by: User, report: Report) -> list[ModerationAction]:
    """Return the moderator's actions about the report that can still be undone, newest first."""
    return [action for action in _recent(by) if action.report_id == report.pk]


def last_decision(by: User) -> ModerationAction | None:
    """Return the moderator's latest action about a report that can still be undone."""
    return next(iter(_recent(by)), None)


def _recent(by: User) -> list[ModerationAction]:
    since = timezone.now() - UNDO_TIME
    rows = ModerationAction.objects.filter(by=by, created_at__gt=since, report__isnull=False, undone_by=None)
    rows = rows.exclude(kind__in=[Kind.REVEAL, Kind.UPHOLD, Kind.UNDO])
    return list(rows.select_related("about", "game", "report__about", "action_details").order_by("-pk"))


@transaction.atomic
def undo_decision(by: User, report: Report) -> bool:
    """Undo the moderator's decision about a case: reverse its actions, reopen its reports, withdraw its notices.

    Return False if something could not be restored. Raise `Settled` if it is too late, or an action is final.
    """
    reports.lock_account(report.about)
    actions = undoable(by, report)
    if not actions:
        raise Settled(_("The ten minutes are over. You can take back each part of the decision on its own page."))
    people = {person for action in actions for person in concerned(action)}
    people |= {closed.by for action in actions for closed in action.closes.select_related("by")}
    notices.withdraw_decision(actions, people)
    undone = [take_back(by, action, _("Undone within ten minutes")) for action in actions]
    notices.withdraw_decision(undone, people)
    for action in actions:
        reports.reopen(action)
    return all(action.details["restored"] for action in undone)
