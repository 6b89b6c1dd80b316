"""Answers to appeals: each waits ten minutes in which it can be undone, and then takes effect."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import writing_restriction
from accounts.models import User
from games import moderation, play
from games.models import Appeal, AppealAnswer, ModerationAction, Notice
from games.moderation.answers import carry_out_answer
from games.moderation.database import GROUP
from games.tasks import sweep_deadlines
from tests.cast import client_of, some_moderator, somebody
from tests.play.test_concurrency import at_once
from tests.queue import Queue
from tests.table.pages import text

QUEUE = "admin:games_report_changelist"


@pytest.fixture
def wait(queue: Queue) -> Callable[[int], None]:
    """A function that lets minutes pass, and then the sweep."""

    def wait(minutes: int) -> None:
        AppealAnswer.objects.update(due_at=F("due_at") - timedelta(minutes=minutes))
        sweep_deadlines()
        queue.run()

    return wait


@pytest.fixture
def appeal(moderator: User, bob: User) -> Appeal:
    return moderation.appeal(bob, moderation.mute(moderator, bob, 3, "why"), "It was my cat")


def press(by: User, appeal: Appeal, answer: str) -> None:
    typed = {"answer": answer, "reason": "So", "words": "We read it."}
    assert client_of(by).post(reverse("admin:games_appeal_change", args=[appeal.pk]), typed).status_code == 302


def undo(by: User, appeal: Appeal):
    return client_of(by).post(reverse("admin:games_appeal_undo", args=[appeal.pk]))


def answer_notices(bob: User) -> list[int]:
    decided = ModerationAction.objects.filter(kind__in=["undo", "uphold"])
    return [action.pk for action in decided if Notice.objects.filter(user=bob, key=f"act:{action.pk}").exists()]


@pytest.mark.parametrize(("answer", "state", "kind"), [("grant", "granted", "undo"), ("refuse", "refused", "uphold")])
def test_an_answer_takes_effect_after_ten_minutes(appeal, second, bob, answer, state, kind, wait) -> None:
    press(second, appeal, answer)
    wait(9)
    appeal.refresh_from_db()
    assert (appeal.state, answer_notices(bob)) == ("open", [])
    assert writing_restriction(bob) is not None
    wait(2)
    appeal.refresh_from_db()
    assert appeal.state == state
    assert (writing_restriction(bob) is None) is (answer == "grant")
    action = ModerationAction.objects.latest("pk")
    assert (action.kind, action.by, action.reason, action.facts["words"]) == (kind, second, "So", "We read it.")
    assert answer_notices(bob) == [action.pk]
    assert not AppealAnswer.objects.exists()


@pytest.mark.parametrize("answer", ["grant", "refuse"])
def test_an_undone_answer_leaves_the_appeal_as_it_was(appeal, second, bob, answer, wait) -> None:
    press(second, appeal, answer)
    assert undo(second, appeal)["Location"] == reverse("admin:games_appeal_change", args=[appeal.pk])
    wait(11)
    appeal.refresh_from_db()
    assert (appeal.state, answer_notices(bob)) == ("open", [])
    assert writing_restriction(bob) is not None
    press(second, appeal, "refuse")
    assert AppealAnswer.objects.get().granted is False


def test_after_ten_minutes_it_is_too_late_to_undo(appeal, second, wait) -> None:
    press(second, appeal, "refuse")
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        refused = undo(second, appeal)
    assert refused.status_code == 409
    assert "The ten minutes are over, so the answer stands." in text(refused)
    wait(11)
    assert undo(second, appeal).status_code == 409
    appeal.refresh_from_db()
    assert appeal.state == "refused"


def test_only_the_moderator_who_answered_can_undo(appeal, moderator, second, bob) -> None:
    press(second, appeal, "grant")
    assert undo(moderator, appeal).status_code == 409
    assert undo(bob, appeal).status_code == 404
    assert AppealAnswer.objects.get().by == second


def test_undo_is_offered_to_the_moderator_who_answered(appeal, moderator, second) -> None:
    press(second, appeal, "grant")
    shown = text(client_of(second).get(reverse(QUEUE)))
    assert "You granted bob’s appeal." in shown
    assert "You can undo it for 10 minutes. Nothing changes before that." in shown
    shown = text(client_of(moderator).get(reverse(QUEUE)))
    assert "bob’s appeal" not in shown
    assert "Appeal: muted" not in shown
    shown = text(client_of(moderator).get(reverse("admin:games_appeal_change", args=[appeal.pk])))
    assert re.search(
        r"milo granted it. The decision is taken back at \d\d:\d\d( UTC)?, unless the answer is undone.", shown
    )
    assert 'name="answer"' not in shown


def test_the_person_learns_nothing_in_the_ten_minutes(appeal, second, bob) -> None:
    pages = [reverse("decisions"), reverse("decision", args=[appeal.action_id])]
    before = [text(client_of(bob).get(page)) for page in pages]
    press(second, appeal, "refuse")
    assert [_plain(text(client_of(bob).get(page))) for page in pages] == [_plain(each) for each in before]


def _plain(page: str) -> str:
    return re.sub(r'(nonce|value)="[^"]*"', "", page)


def test_an_answer_that_is_refused_by_then_is_dropped(appeal, second, wait) -> None:
    """The moderator has lost the right in the meantime, so the appeal waits for another answer."""
    press(second, appeal, "grant")
    second.groups.remove(Group.objects.get(name=GROUP))
    wait(11)
    appeal.refresh_from_db()
    assert appeal.state == "open"
    assert not AppealAnswer.objects.exists()


def test_an_answer_to_a_decision_that_was_taken_back_is_dropped(appeal, moderator, second, wait) -> None:
    press(second, appeal, "refuse")
    moderation.take_back(moderator, appeal.action, "On second thoughts")
    wait(11)
    appeal.refresh_from_db()
    assert appeal.state == "granted"
    assert not ModerationAction.objects.filter(kind="uphold").exists()


@pytest.mark.parametrize("reason", ["", "x" * 501])
def test_an_answer_without_a_reason_is_refused_at_once(appeal, second, reason) -> None:
    with pytest.raises(play.Refused):
        moderation.submit_answer(second, appeal, True, reason)
    assert not AppealAnswer.objects.exists()


def _scene() -> tuple[User, User, Appeal]:
    bob, mona, milo = somebody("bob"), some_moderator("mona"), some_moderator("milo")
    return mona, milo, moderation.appeal(bob, moderation.mute(some_moderator("max"), bob, 3, "why"), "No")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_who_answer_at_once_one_is_refused() -> None:
    mona, milo, appeal = _scene()
    answers = at_once(
        lambda: moderation.submit_answer(mona, appeal, True, "Yes"),
        lambda: moderation.submit_answer(milo, appeal, False, "No"),
    )
    assert sorted(type(each).__name__ for each in answers) == ["AppealAnswer", "Settled"]
    assert AppealAnswer.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_answer_is_carried_out_once() -> None:
    mona, _milo, appeal = _scene()
    pending = moderation.submit_answer(mona, appeal, False, "No")
    AppealAnswer.objects.filter(pk=pending.pk).update(due_at=timezone.now())
    done = at_once(lambda: carry_out_answer(appeal.pk), lambda: carry_out_answer(appeal.pk))
    assert sorted(map(bool, done)) == [False, True]
    assert ModerationAction.objects.filter(kind="uphold").count() == 1
