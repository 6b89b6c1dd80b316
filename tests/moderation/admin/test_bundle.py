"""Reports about one person are one case: one entry in the queue, one page, one decision."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games import moderation
from games.models import Game, Message, ModerationAction, Notice, Report
from games.moderation.bundles import MOST_SUBJECTS, bundle, waiting_cases
from tests.cast import client_of, some_moderator, somebody, table_of
from tests.moderation.admin.pages import case
from tests.table.pages import text

pytestmark = pytest.mark.django_db

WHY = {"reason": "Second insult", "words": "Mind your words."}


def says(game: Game, user: User, words: str) -> Message:
    return Message.objects.create(game=game, player=game.players.get(user=user), user=user, text=words)


@pytest.fixture
def game(alice: User, bob: User, carol: User) -> Game:
    return table_of(alice, bob, carol, name="Nightfall")


@pytest.fixture
def insult(game: Game, alice: User, bob: User) -> Report:
    return moderation.file_report(alice, bob, "insult", "", message=says(game, bob, "You fool."))


@pytest.fixture
def spam(game: Game, carol: User, bob: User) -> Report:
    return moderation.file_report(carol, bob, "spam", "All day long.", message=says(game, bob, "Buy lamps."))


def decide(by: User, report: Report, *together: Report, **chosen: Any) -> Any:
    keys = [each.pk for each in together]
    return client_of(by).post(case(report), WHY | {"together": keys} | chosen)


def test_the_queue_has_one_entry_for_each_person(insult: Report, spam: Report, alice: User, moderator: User) -> None:
    other = moderation.file_report(spam.by, alice, "name", "")
    client = client_of(moderator)
    shown = text(client.get(reverse("admin:games_report_changelist")))
    assert case(insult) in shown and case(other) in shown
    assert case(spam) not in shown
    assert "2 reports · by 2 people" in shown
    assert waiting_cases(moderator) == 2


def test_the_case_shows_every_report_about_the_person(insult: Report, spam: Report, moderator: User) -> None:
    shown = text(client_of(moderator).get(case(insult)))
    for said in ("You fool.", "Buy lamps.", "All day long.", "1 more report about the same person"):
        assert said in shown
    assert f'name="together" value="{spam.pk}"' in shown


def test_one_decision_closes_all_and_each_reporter_is_told_once(
    insult: Report, spam: Report, game: Game, bob: User, moderator: User
) -> None:
    alsos = moderation.file_report(insult.by, bob, "other", "And more.")
    assert decide(moderator, insult, spam, alsos, act="mute", days="3").status_code == 302
    action = ModerationAction.objects.get()
    assert {row.closed_by for row in Report.objects.all()} == {action}
    assert sorted(Notice.objects.filter(key__startswith="report:").values_list("user__username", flat=True)) == [
        "alice",
        "carol",
    ]
    shown = text(client_of(moderator).get(case(spam)))
    assert f"Decided together with report {insult.pk}." in shown
    assert "Second insult" in shown


def test_a_report_that_came_in_meanwhile_stays_open(insult: Report, spam: Report, moderator: User) -> None:
    assert decide(moderator, insult, act="dismiss").status_code == 302
    spam.refresh_from_db()
    assert spam.state == Report.State.OPEN


def test_several_messages_are_removed_at_once(insult: Report, spam: Report, game: Game, moderator: User) -> None:
    page = text(client_of(moderator).get(case(insult)))
    assert "Remove “Buy lamps.”" in page
    removal = {"remove": "on", "remove_2": str(spam.message_id)}
    assert decide(moderator, insult, spam, act="none", **removal).status_code == 302
    assert not game.messages.exists()
    assert not Report.objects.filter(state=Report.State.OPEN).exists()


def test_only_a_message_of_the_case_is_removed(insult: Report, game: Game, alice: User, moderator: User) -> None:
    innocent = says(game, alice, "Good evening.")
    for value in (innocent.pk, "x", "9" * 40):
        assert decide(moderator, insult, act="warn", remove_2=str(value)).status_code in (302, 409)
    assert game.messages.filter(pk=innocent.pk).exists()


def test_reports_at_a_table_of_the_moderator_are_left_to_another(
    insult: Report, bob: User, charlie: User, moderator: User
) -> None:
    own = table_of(bob, moderator, charlie)
    there = moderation.file_report(charlie, bob, "stalling", "", game=own)
    decide(moderator, insult, there, act="warn")
    there.refresh_from_db()
    assert there.state == Report.State.OPEN
    assert bundle(insult, moderator) == []


def test_keys_of_other_people_close_nothing(insult: Report, alice: User, carol: User, moderator: User) -> None:
    theirs = moderation.file_report(carol, alice, "name", "")
    answer = client_of(moderator).post(case(insult), WHY | {"act": "warn", "together": [theirs.pk, "x", "9" * 40]})
    assert answer.status_code == 302
    theirs.refresh_from_db()
    assert theirs.state == Report.State.OPEN


def test_a_case_has_a_limited_number_of_subjects(insult: Report, game: Game, bob: User, moderator: User) -> None:
    for number in range(MOST_SUBJECTS + 2):
        moderation.file_report(insult.by, bob, "spam", "", message=says(game, bob, f"lamp {number}"))
    assert len(bundle(insult, moderator)) == MOST_SUBJECTS - 1


def test_taking_a_case_takes_all_its_reports_and_later_ones(insult: Report, spam: Report, moderator: User) -> None:
    moderation.take(insult, moderator)
    later = moderation.file_report(somebody("dora"), insult.about, "name", "")
    assert {row.taken_by for row in Report.objects.all()} == {moderator}
    assert later.taken_by == moderator
    assert client_of(some_moderator("milo")).post(reverse("admin:games_report_take", args=[spam.pk])).status_code == 409


def test_a_report_in_return_is_pointed_out(insult: Report, alice: User, bob: User, moderator: User) -> None:
    assert "has reported alice as well" not in text(client_of(moderator).get(case(insult)))
    moderation.file_report(bob, alice, "stalling", "")
    assert "bob has reported alice as well" in text(client_of(moderator).get(case(insult)))
