"""The page of an appeal: the message among the others, the consequences of each answer, and ready-made sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from accounts.models import User
from games import moderation
from games.models import Game, Message, ModerationAction, Report
from games.moderation.admin.consequences import consequences
from tests.cast import client_of, some_moderator, table_of
from tests.pseudo_locale import CODE, spoken
from tests.table.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob, name="Nightfall")


def says(game: Game, user: User, words: str) -> Message:
    return Message.objects.create(game=game, player=game.players.get(user=user), user=user, text=words)


@pytest.fixture
def report(game: Game, alice: User, bob: User) -> Report:
    says(game, alice, "Bad luck, bob.")
    insult = says(game, bob, "You fool.")
    says(game, alice, "Easy now.")
    return moderation.file_report(alice, bob, "insult", "", message=insult)


def desk(action: ModerationAction, bob: User) -> str:
    appeal = moderation.appeal(bob, action, "It was a joke.")
    return text(client_of(some_moderator("milo")).get(reverse("admin:games_appeal_change", args=[appeal.pk])))


def test_the_message_is_shown_among_the_others(report: Report, bob: User, moderator: User) -> None:
    shown = desk(moderation.warn(moderator, bob, "why", report=report), bob)
    assert shown.index("Bad luck, bob.") < shown.index("<mark>You fool.</mark>") < shown.index("Easy now.")


def test_a_removed_message_is_shown_in_its_place(report: Report, bob: User, moderator: User) -> None:
    assert report.message is not None
    shown = desk(moderation.remove(moderator, report.message, "why", report=report), bob)
    assert shown.index("Bad luck, bob.") < shown.index("<mark>You fool.</mark>") < shown.index("Easy now.")
    assert "The message is back at Nightfall." in shown


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (moderation.warn, "The warning no longer counts."),
        (lambda by, about, why: moderation.mute(by, about, 3, why), "bob can write again."),
        (lambda by, about, why: moderation.suspend(by, about, 3, why), "bob can sign in again"),
        (moderation.ban, "bob can sign in again"),
        (lambda by, about, why: moderation.rename(by, about, why, name="gentle"), "gentle gets the name bob back"),
    ],
)
def test_each_answer_names_its_consequences(
    bob: User, moderator: User, act: Callable[..., ModerationAction], says: str
) -> None:
    action = act(moderator, bob, "why")
    answers = consequences(action)
    assert answers["grant"].startswith(says)
    assert answers["refuse"].endswith("There’s no second appeal.")
    assert ("The decision stands until" in answers["refuse"]) is bool(action.details.get("until"))
    assert says in desk(action, bob)


def test_the_end_of_a_game_has_consequences_too(game: Game, bob: User, moderator: User) -> None:
    assert "The game at Nightfall goes on where it was stopped." in desk(moderation.end(moderator, game, "why"), bob)


def test_ready_sentences_are_in_the_language_of_their_reader(report: Report, bob: User, moderator: User) -> None:
    with spoken():
        User.objects.filter(pk=bob.pk).update(last_language=CODE)
        shown = desk(moderation.warn(moderator, bob, "why", report=report), User.objects.get(pk=bob.pk))
    assert ">A misunderstanding.</button>" in shown
    assert 'value="⟦You were right, and we’re sorry for the trouble.' in shown
    assert ">You were right, and we’re sorry for the trouble.</button>" in shown
