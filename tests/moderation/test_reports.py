"""Reports: permissions, the order of the queue, and two moderators working on the same report."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games import moderation, play
from games.models import Message, ModerationAction, Notice, NotificationKind, Report
from games.notifications import outbox
from games.notifications.text import BUILDERS
from tests.cast import client_of, somebody, table_of


def test_a_report_quotes_the_message_as_it_was(alice, bob, rude) -> None:
    report = moderation.file_report(alice, bob, "insult", " twice\u200b already ", message=rude)
    assert (report.quoted, report.words) == ("You play like a lamp post", "twice already")
    assert (report.game, report.message, report.state) == (rude.game, rude, "open")


def test_a_report_quotes_the_name_as_it_was(alice, bob) -> None:
    User.objects.filter(pk=bob.pk).update(display_name="Robert")
    bob.refresh_from_db()
    assert moderation.file_report(alice, bob, "name", "").quoted == "Robert (@bob)"


def test_users_cannot_report_themselves(alice) -> None:
    with pytest.raises(play.Refused, match="yourself"):
        moderation.file_report(alice, alice, "spam", "")


@pytest.mark.parametrize(("category", "words"), [("rude", ""), ("other", " \u2800"), ("spam", "x" * 501)])
def test_a_report_requires_a_text_or_a_message(category, words, alice, bob) -> None:
    with pytest.raises(play.Refused):
        moderation.file_report(alice, bob, category, words)
    assert not Report.objects.exists()


def test_an_unreadable_message_cannot_be_reported(charlie, alice, bob, rude) -> None:
    with pytest.raises(play.Refused) as refused:
        moderation.file_report(charlie, bob, "insult", "", message=rude)
    assert refused.value.status == 404
    with pytest.raises(play.Refused) as refused:
        moderation.file_report(alice, charlie, "insult", "", message=rude)
    assert refused.value.status == 404


def test_an_invisible_table_cannot_be_reported(charlie, alice, bob) -> None:
    game = table_of(alice, bob, public=False)
    with pytest.raises(play.Refused) as refused:
        moderation.file_report(charlie, bob, "stalling", "", game=game)
    assert refused.value.status == 404
    assert moderation.file_report(alice, bob, "stalling", "", game=game).game == game


def test_gallery_messages_can_be_reported(alice, bob, carol, charlie) -> None:
    game = table_of(alice, bob)
    message = Message.objects.create(game=game, room="gallery", user=charlie, text="Lamp posts")
    assert moderation.file_report(carol, charlie, "insult", "", message=message).message == message
    with pytest.raises(play.Refused) as refused:
        moderation.file_report(alice, charlie, "insult", "", message=message)
    assert refused.value.status == 404


def test_a_subject_is_reported_once_until_the_report_is_closed(alice, bob, rude, moderator) -> None:
    for facts in ({"message": rude}, {}):
        report = moderation.file_report(alice, bob, "insult", "", **facts)
        with pytest.raises(play.Refused) as refused:
            moderation.file_report(alice, bob, "insult", "again", **facts)
        assert refused.value.status == 409
        moderation.dismiss(moderator, report, "why")
        moderation.file_report(alice, bob, "insult", "again", **facts)


def test_a_muted_user_can_report(alice, bob) -> None:
    restrict(alice, Restriction.Kind.MUTE)
    assert moderation.file_report(alice, bob, "spam", "").by == alice


def test_the_most_severe_reports_come_first(alice, bob, carol, charlie, django_assert_num_queries) -> None:
    stalls = moderation.file_report(alice, charlie, "stalling", "")
    spam = moderation.file_report(alice, bob, "spam", "")
    later = moderation.file_report(bob, carol, "insult", "")
    often = [moderation.file_report(by, charlie, "insult", "") for by in (alice, bob)]
    with django_assert_num_queries(1):
        waiting = moderation.waiting()
        assert [report.about for report in waiting] == [charlie, charlie, carol, bob, charlie]
    assert waiting == [*often, later, spam, stalls]
    assert [report.reporters for report in waiting] == [2, 2, 1, 1, 1]


def test_a_report_is_taken_and_taken_over(alice, bob, moderator, second) -> None:
    report = moderation.file_report(alice, bob, "spam", "")
    moderation.take(report, moderator)
    since = moderation.take(report, moderator).taken_at
    with pytest.raises(play.Refused, match="mona") as refused:
        moderation.take(report, second)
    assert refused.value.status == 409
    taken = moderation.take(report, second, over=True)
    assert taken.taken_by == second
    assert taken.taken_at >= since
    with pytest.raises(play.Refused):
        moderation.take(report, alice)


def test_the_second_moderator_sees_the_first_ones_decision(alice, bob, moderator, second) -> None:
    report = moderation.file_report(alice, bob, "spam", "")
    moderation.warn(moderator, bob, "why", report=report)
    for act in (
        lambda: moderation.ban(second, bob, "why", report=report),
        lambda: moderation.dismiss(second, report, "why"),
        lambda: moderation.take(report, second),
    ):
        with pytest.raises(play.Refused, match="mona already decided this: warned") as refused:
            act()
        assert refused.value.status == 409
    assert list(ModerationAction.objects.values_list("kind", flat=True)) == ["warn"]
    assert not Restriction.objects.exists()


def test_one_moderator_may_take_several_actions_but_none_twice(alice, bob, rude, moderator) -> None:
    report = moderation.file_report(alice, bob, "insult", "", message=rude)
    moderation.remove(moderator, rude, "why", report=report)
    moderation.mute(moderator, bob, 3, "why", report=report)
    with pytest.raises(play.Refused) as refused:
        moderation.mute(moderator, bob, 3, "why", report=report)
    assert refused.value.status == 409
    assert Restriction.objects.count() == 1


def test_all_reporters_of_the_same_are_notified_without_the_outcome(bob, duel, rude, moderator, alice) -> None:
    others = [somebody(name) for name in ("dora", "emil")]
    Message.objects.filter(pk=rude.pk).update(room="gallery")
    filed = [Report.objects.create(by=by, about=bob, category="insult", message=rude) for by in (alice, *others)]
    elsewhere = moderation.file_report(alice, bob, "insult", "")
    moderation.mute(moderator, bob, 3, "A secret reason", report=filed[1])
    assert set(Report.objects.filter(state="closed")) == set(filed)
    elsewhere.refresh_from_db()
    assert elsewhere.state == "open"
    told = Notice.objects.filter(kind=NotificationKind.CONDUCT, data__has_key="report")
    assert {notice.user for notice in told} == {alice, *others}


@pytest.mark.parametrize(("acted", "words"), [(True, "acted on it"), (False, "nothing to do")])
def test_the_mail_to_the_reporter(acted, words, alice, bob, moderator, mailoutbox) -> None:
    report = moderation.file_report(alice, bob, "spam", "")
    if acted:
        moderation.ban(moderator, bob, "He sells lamp posts", report=report)
    else:
        moderation.dismiss(moderator, report, "It was a joke")
    deliver(alice)
    (mail,) = mailoutbox
    assert words in mail.body
    assert "lamp posts" not in mail.body
    assert "joke" not in mail.body
    assert "List-Unsubscribe" not in mail.extra_headers


def deliver(user: User) -> None:
    for notice in Notice.objects.filter(user=user, kind=NotificationKind.CONDUCT, due_at__lte=timezone.now()):
        for pk in outbox.fan_out(notice.pk):
            outbox.deliver(outbox.claim(pk))


def test_a_decision_is_mailed_regardless_of_preferences(bob, moderator, mailoutbox) -> None:
    act = moderation.mute(moderator, bob, 3, "Lamp posts", words="Be kind to lamp posts.")
    deliver(bob)
    (mail,) = mailoutbox
    assert "You can’t write to others until" in mail.subject
    assert "Be kind to lamp posts." in mail.body
    assert f"/decisions/{act.pk}/" in mail.body


def test_the_end_of_a_suspension_is_notified(bob, duel, moderator, mailoutbox) -> None:
    act = moderation.suspend(moderator, bob, 3, "why")
    deliver(bob)
    past = timezone.now() - timedelta(minutes=1)
    Restriction.objects.filter(pk=act.details["restriction"]).update(until=past)
    Notice.objects.filter(key__startswith="let-in").update(due_at=past)
    deliver(bob)
    assert [mail.subject.split(" until")[0] for mail in mailoutbox] == [
        "Your account is suspended",
        "You can play again",
    ]


def test_a_suspended_user_gets_no_turn_notices(alice, bob, duel, moderator, mailoutbox) -> None:
    Notice.objects.update(due_at=timezone.now())
    turn = Notice.objects.filter(kind=NotificationKind.TURN).get()
    moderation.suspend(moderator, turn.user, 3, "why")
    assert outbox.fan_out(turn.pk) == []
    assert mailoutbox == []


def test_each_decision_has_its_words(alice, bob, duel, rude, moderator, second) -> None:
    me = duel.players.select_related("game", "user", "friend").get(to_move_since__isnull=False)
    waits = duel.players.select_related("game", "user").get(to_move_since=None)
    acts = [
        moderation.warn(moderator, bob, "why"),
        moderation.mute(moderator, bob, 3, "why"),
        moderation.rename(moderator, bob, "why"),
        moderation.remove(moderator, rude, "why"),
        moderation.extend(moderator, me, "why"),
        moderation.replace(moderator, waits, "why"),
        moderation.suspend(moderator, bob, 3, "why"),
        moderation.end(moderator, duel, "why"),
        moderation.ban(moderator, bob, "why"),
    ]
    acts.append(moderation.answer(second, moderation.appeal(bob, acts[0], "No"), False, "why"))
    acts.append(moderation.take_back(second, acts[1], "why"))
    told = [Notice.objects.filter(data={"act": act.pk}).select_related("game").latest("pk") for act in acts]
    titles = [BUILDERS[NotificationKind.CONDUCT](notice).title for notice in told]
    assert len(set(titles)) == len(acts)
    assert not [title for title in titles if "%" in title]


def test_the_game_log_does_not_mention_sanctions(alice, bob, carol, moderator) -> None:
    game = table_of(alice, bob, carol)
    moderation.suspend(moderator, bob, 3, "why")
    moderation.ban(moderator, carol, "why")
    text = client_of(alice).get(reverse("log", args=[game.public_id])).content.decode()
    assert "A computer plays for" in text
    assert "is free. A computer plays it until someone takes it." in text
    assert "moderat" not in re.sub(r"<[^>]*>", "", text).casefold()
