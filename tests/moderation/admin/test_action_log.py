"""The log of moderators' actions and the answers to appeals."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction, User
from games import moderation, play
from games.models import Appeal, Game, Message, ModerationAction
from tests.cast import client_of, some_moderator
from tests.moderation.admin.pages import after_ten_minutes
from tests.table.pages import text

pytestmark = pytest.mark.django_db

LOG = "admin:games_moderationaction_changelist"


def one(act: ModerationAction) -> str:
    return reverse("admin:games_moderationaction_change", args=[act.pk])


def page(appeal: Appeal) -> str:
    return reverse("admin:games_appeal_change", args=[appeal.pk])


@pytest.fixture
def mute(moderator: User, bob: User) -> ModerationAction:
    return moderation.mute(moderator, bob, 3, "Second insult", words="Mind your words.")


@pytest.fixture
def appeal(mute: ModerationAction, bob: User) -> Appeal:
    return moderation.appeal(bob, mute, "It was a joke.")


@pytest.fixture
def other(db: None) -> User:
    return some_moderator("milo")


def answer(by: User, appeal: Appeal, what: str, **typed: str) -> Any:
    return client_of(by).post(page(appeal), {"answer": what, "reason": "Because", "words": "So."} | typed)


def test_only_moderators_read_the_log(
    mute: ModerationAction, appeal: Appeal, clerk: User, alice: User, moderator: User
) -> None:
    for path in (reverse(LOG), one(mute), page(appeal)):
        assert client_of(clerk).get(path).status_code == 403
        assert client_of(alice).get(path).status_code == 404
        assert client_of(moderator).get(path).status_code == 200
    assert client_of(moderator).get(reverse("admin:games_moderationaction_change", args=["9" * 30])).status_code == 404
    assert client_of(moderator).get(reverse("admin:games_appeal_change", args=["x"])).status_code == 404


def test_the_log_is_found_by_kind_person_and_moderator(
    mute: ModerationAction, other: User, carol: User, moderator: User
) -> None:
    warned = moderation.warn(other, carol, "Shouting")
    client = client_of(moderator)

    def found(**asked: str) -> list[int]:
        shown = client.get(reverse(LOG), asked)
        assert shown.status_code == 200
        return [act.pk for act in shown.context["cl"].result_list]

    assert found() == [warned.pk, mute.pk]
    assert found(kind__exact="mute") == [mute.pk]
    assert found(by="milo") == [warned.pk]
    assert found(q="carol") == [warned.pk]
    assert found(q="shouting") == [warned.pk]
    assert client.get(reverse(LOG), {"about__email__contains": "example"}).status_code == 400


def test_nothing_in_the_log_is_changed_or_deleted_by_hand(mute: ModerationAction, staff: User) -> None:
    client = client_of(staff)
    for name in ("games_moderationaction", "games_appeal", "games_report"):
        assert client.get(reverse(f"admin:{name}_add")).status_code == 403
        assert client.post(reverse(f"admin:{name}_delete", args=[mute.pk]), {"post": "yes"}).status_code in (302, 403)
    client.post(reverse(LOG), {"action": "delete_selected", "_selected_action": [mute.pk], "post": "yes"})
    assert ModerationAction.objects.get() == mute


def test_an_act_is_taken_back_for_a_reason(mute: ModerationAction, moderator: User) -> None:
    client = client_of(moderator)
    shown = text(client.get(one(mute)))
    assert "Second insult" in shown
    assert "Mind your words." in shown
    refused = client.post(one(mute), {"reason": " ", "words": "We were wrong."})
    assert refused.status_code == 422
    assert "Say in a few words why." in text(refused)
    assert "We were wrong." in text(refused)
    done = client.post(one(mute), {"reason": "Mixed up", "words": "We were wrong."}, follow=True)
    assert "Taken back." in text(done)
    assert "Mixed up" in text(done)
    assert not Restriction.in_force().exists()
    undone = ModerationAction.objects.get(kind=ModerationAction.Kind.UNDO)
    assert (undone.undoes, undone.by, undone.facts["words"]) == (mute, moderator, "We were wrong.")


def test_a_final_action_explains_why_it_cannot_be_undone(duel: Game, mute: ModerationAction, moderator: User) -> None:
    ended = moderation.end(moderator, duel, "Two accounts")
    client = client_of(moderator)
    assert 'name="reason"' in text(client.get(one(ended)))
    with time_machine.travel(timezone.now() + Game.REOPENS_WITHIN):
        play.reveal_stopped(duel.pk)
    assert "so it can’t go on" in text(client.get(one(ended)))
    assert 'name="reason"' not in text(client.get(one(ended)))
    answer = client.post(one(ended), {"reason": "But I want to"})
    assert answer.status_code == 409
    assert "But I want to" in text(answer)
    moderation.take_back(moderator, mute, "Mixed up")
    assert "This has already been taken back." in text(client.get(one(mute)))


def test_an_appeal_for_a_game_names_the_appellant(duel: Game, alice: User, moderator: User, other: User) -> None:
    end = moderation.end(moderator, duel, "Two accounts")
    appeal = moderation.appeal(alice, end, "She is my sister.")
    shown = text(client_of(other).get(page(appeal)))
    assert "alice appealed on" in shown
    assert "She is my sister." in shown
    assert "by alice, decided by mona" in shown
    assert answer(other, appeal, "grant").status_code == 302
    after_ten_minutes(appeal)
    assert Game.objects.get(pk=duel.pk).is_running


def test_an_appeal_is_granted(appeal: Appeal, other: User) -> None:
    shown = text(client_of(other).get(page(appeal)))
    assert "It was a joke." in shown
    assert "Second insult" in shown
    assert answer(other, appeal, "grant")["Location"] == reverse("admin:games_report_changelist")
    after_ten_minutes(appeal)
    appeal.refresh_from_db()
    assert appeal.state == Appeal.State.GRANTED
    assert not Restriction.in_force().exists()
    assert "The appeal is answered." in text(client_of(other).get(page(appeal)))


def test_an_appeal_is_turned_down(appeal: Appeal, other: User, bob: User) -> None:
    assert answer(other, appeal, "refuse").status_code == 302
    after_ten_minutes(appeal)
    appeal.refresh_from_db()
    assert appeal.state == Appeal.State.REFUSED
    assert Restriction.in_force().filter(user=bob).exists()


def test_the_deciding_moderator_cannot_answer_the_appeal(appeal: Appeal, moderator: User, other: User) -> None:
    shown = text(client_of(moderator).get(page(appeal)))
    assert "You made this decision yourself, so another moderator has to answer." in shown
    assert 'name="answer"' not in shown
    assert answer(moderator, appeal, "refuse").status_code == 403


def test_the_only_moderator_is_told_that_the_decision_was_their_own(appeal: Appeal, moderator: User) -> None:
    own = "You made this decision yourself, and nobody else can answer"
    assert own in text(client_of(moderator).get(page(appeal)))
    other = some_moderator("milo")
    for by in (moderator, other):
        assert own not in text(client_of(by).get(page(appeal)))


@pytest.mark.parametrize("kind", ["mute", "warn"])
def test_an_appeal_shows_what_was_reported(duel: Game, alice: User, bob: User, other: User, kind: str) -> None:
    seat = duel.players.get(user=bob)
    said = Message.objects.create(game=duel, user=bob, player=seat, text="You play like a mule")
    report = moderation.file_report(alice, bob, "insult", "", message=said)
    act = moderation.warn if kind == "warn" else partial(moderation.mute, days=3)
    action = act(some_moderator("mia"), bob, reason="Insult", words="Mind your words.", report=report)
    shown = text(client_of(other).get(page(moderation.appeal(bob, action, "It was a joke."))))
    assert shown.count("You play like a mule") == 1


def test_a_second_answer_is_refused_with_its_text_preserved(appeal: Appeal, other: User, staff: User) -> None:
    answer(other, appeal, "refuse")
    second = answer(staff, appeal, "grant", reason="He is right")
    assert second.status_code == 409
    assert "Another moderator has just answered this appeal." in text(second)
    assert "He is right" in text(second)


@pytest.mark.parametrize(
    ("typed", "says"), [({"answer": ""}, "Choose an answer to the appeal."), ({"reason": ""}, "Say in a few words")]
)
def test_an_answer_needs_a_choice_and_a_reason(appeal: Appeal, other: User, typed: dict[str, str], says: str) -> None:
    refused = answer(other, appeal, "grant", **typed)
    assert refused.status_code == 422
    assert says in text(refused)
    assert "So." in text(refused)
    assert Appeal.objects.get().state == Appeal.State.OPEN
