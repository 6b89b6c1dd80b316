"""Moderators who decide on the same report concurrently, with real locks on PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import transaction

from games import moderation
from games.models import ModerationAction, Report
from games.moderation import reports
from tests.cast import some_moderator, somebody
from tests.play.test_concurrency import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def not_locked() -> list[Report]:
    """Return the reports that another transaction could lock now."""
    with transaction.atomic():
        return list(Report.objects.select_for_update(skip_locked=True).order_by("pk"))


def test_deciding_locks_the_report_and_those_on_the_same_subject() -> None:
    alice, bob, carol = (somebody(name) for name in ("alice", "bob", "carol"))
    report, same = (moderation.file_report(by, bob, "spam", "") for by in (alice, carol))
    another = moderation.file_report(alice, bob, "insult", "")
    assert at_once(not_locked) == [[report, same, another]]
    with transaction.atomic():
        reports.claim(report, some_moderator("mona"), ModerationAction.Kind.WARN)
        assert at_once(not_locked) == [[another]]
