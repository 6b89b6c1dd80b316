"""Undoing a decision within ten minutes, before anyone gets a mail."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import access_restriction
from accounts.models import User
from games import moderation
from games.models import Game, ModerationAction, Notice, Player, Report
from games.moderation import log, undo
from tests.cast import client_of, some_moderator
from tests.moderation.admin.pages import WHY, case
from tests.table.pages import text

pytestmark = pytest.mark.django_db


def decide(by: User, report: Report, **chosen: Any) -> None:
    assert client_of(by).post(case(report), WHY | chosen).status_code == 302


def press_undo(by: User, report: Report) -> Any:
    return client_of(by).post(reverse("admin:games_report_undo", args=[report.pk]))


def later(monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    now = timezone.now() + timedelta(minutes=minutes)
    monkeypatch.setattr(undo.timezone, "now", lambda: now)


def test_undo_is_offered_after_a_decision(report: Report, moderator: User) -> None:
    queue = reverse("admin:games_report_changelist")
    assert "You can undo it" not in text(client_of(moderator).get(queue))
    decide(moderator, report, act="mute", days="3")
    shown = text(client_of(moderator).get(queue))
    assert f"Report {report.pk} is decided. bob: muted." in shown
    assert "You can undo it for 10 minutes." in shown
    assert "You can undo it" not in text(client_of(some_moderator("milo")).get(queue))


def test_undo_reverses_everything_and_opens_the_case(
    report: Report, game: Game, bob: User, carol: User, moderator: User
) -> None:
    also = moderation.file_report(carol, bob, "name", "")
    decide(moderator, report, act="suspend", days="3", remove="on", rename="on", name="gentle", together=[also.pk])
    assert access_restriction(User.objects.get(pk=bob.pk)) is not None
    answer = press_undo(moderator, report)
    assert answer["Location"] == case(report)
    bob = User.objects.get(pk=bob.pk)
    assert (bob.username, access_restriction(bob)) == ("bob", None)
    assert Player.objects.get(game=game, user=bob).stand_in == ""
    assert [message.text for message in game.messages.all()] == ["You fool."]
    rows = Report.objects.order_by("pk")
    assert [(row.state, row.closed_by, row.message_id) for row in rows] == [
        ("open", None, report.message_id),
        ("open", None, None),
    ]
    assert all(isinstance(each, ModerationAction) for each in log.checked())
    assert 'name="reason"' in text(client_of(moderator).get(case(report)))


def test_nobody_gets_a_notice_of_a_decision_that_was_undone(report: Report, moderator: User) -> None:
    decide(moderator, report, act="warn", remove="on")
    waiting = Notice.objects.filter(kind="conduct")
    assert {notice.user.username for notice in waiting} == {"alice", "bob"}
    assert all(notice.due_at > timezone.now() + timedelta(minutes=9) for notice in waiting)
    press_undo(moderator, report)
    assert not Notice.objects.filter(kind="conduct").exists()


def test_a_case_is_decided_again_after_undo(report: Report, moderator: User) -> None:
    decide(moderator, report, act="warn")
    press_undo(moderator, report)
    decide(moderator, report, act="dismiss")
    report.refresh_from_db()
    assert report.closed_by is not None and report.closed_by.kind == "dismiss"
    press_undo(moderator, report)
    report.refresh_from_db()
    assert report.state == "open"


def test_after_ten_minutes_it_is_too_late(report: Report, moderator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    decide(moderator, report, act="warn")
    later(monkeypatch, 11)
    answer = press_undo(moderator, report)
    assert answer.status_code == 409
    assert "The ten minutes are over." in text(answer)
    report.refresh_from_db()
    assert report.state == "closed"


def test_only_the_moderator_who_decided_can_undo(report: Report, moderator: User, alice: User) -> None:
    decide(moderator, report, act="warn")
    assert press_undo(some_moderator("milo"), report).status_code == 409
    assert press_undo(alice, report).status_code == 404
    assert ModerationAction.objects.count() == 1
