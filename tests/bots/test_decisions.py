"""Moderators' decisions about a bot reach its owner, who can appeal."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import User
from games import moderation
from games.chat import rooms
from games.models import Appeal, Game, Message, ModerationAction, Notice, Player
from games.moderation.refusals import Forbidden, Refused
from tests.bots.cast import bot_of, open_table
from tests.cast import client_of, some_moderator
from tests.notifications.outbox_steps import deliver_due
from tests.playing import act, asked_seat, legal
from tests.queue import Queue
from tests.table.pages import text

pytestmark = pytest.mark.django_db

UNREAD = "The moderators have made a decision about you."


def pass_to(game: Game, user: User) -> Player:
    """Let the others move until it is this user's turn, and return the user's seat."""
    while (seat := asked_seat(game)).user != user:
        act(seat, "draw" if "draw" in legal(seat) else legal(seat)[-1])
    return seat


def page_of(owner: User, act: ModerationAction) -> str:
    return text(client_of(owner).get(reverse("decision", args=[act.pk])))


def test_the_owner_gets_a_mail_in_their_language_that_names_the_bot(
    queue: Queue, alice: User, bob: User, moderator: User
) -> None:
    User.objects.filter(pk=alice.pk).update(language="sv")
    bot = bot_of(alice)
    moderation.mute(moderator, bot, 3, "Third insult", words="Mind its words.")
    deliver_due(queue)
    [letter] = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert letter.subject.startswith("Din datorspelare robo kan inte skriva till andra förrän")
    assert "Mind its words." in letter.body and "Third insult" not in letter.body


@pytest.mark.parametrize("kind", ["warn", "mute", "suspend", "ban", "rename", "remove", "extend", "replace"])
def test_each_decision_is_told_shown_and_taken_back(
    queue: Queue, alice: User, bob: User, moderator: User, kind: str
) -> None:
    bot = bot_of(alice)
    game = open_table(bot, bob)
    seat = game.players.select_related("game", "user").get(user=bot)
    rooms.post(seat, bot, "You play like a lamp post")
    made = {
        "warn": lambda: moderation.warn(moderator, bot, "So"),
        "mute": lambda: moderation.mute(moderator, bot, 3, "So"),
        "suspend": lambda: moderation.suspend(moderator, bot, 3, "So"),
        "ban": lambda: moderation.ban(moderator, bot, "So"),
        "rename": lambda: moderation.rename(moderator, bot, "So", name="tame"),
        "remove": lambda: moderation.remove(moderator, Message.objects.get(), "So"),
        "extend": lambda: moderation.extend(moderator, pass_to(game, bot), "So"),
        "replace": lambda: moderation.replace(moderator, seat, "So"),
    }
    decided = made[kind]()
    assert UNREAD in text(client_of(alice).get(reverse("lobby")))
    mail.outbox.clear()
    Notice.objects.exclude(kind="conduct").delete()
    deliver_due(queue)
    [letter] = mail.outbox
    says = "computer player robo is now called tame" if kind == "rename" else "computer player robo"
    assert letter.to == ["alice@example.org"]
    assert says in letter.subject and says in page_of(alice, decided)
    assert client_of(bob).get(reverse("decision", args=[decided.pk])).status_code == 404
    undone = moderation.take_back(moderator, decided, "Not so")
    deliver_due(queue)
    assert "A decision about your computer player robo was taken back" in mail.outbox[-1].subject
    assert client_of(alice).get(reverse("decision", args=[undone.pk])).url == reverse("decision", args=[decided.pk])


def test_a_terminated_game_notifies_all_players_and_the_owner_once(
    queue: Queue, alice: User, bob: User, moderator: User
) -> None:
    game = open_table(alice, bot_of(alice), bob, rated=False)
    act = moderation.end(moderator, game, "So")
    told = Notice.objects.filter(kind="conduct").order_by("user").values_list("user", flat=True)
    assert list(told) == [alice.pk, bob.pk]
    assert "The game at Duel was ended without a result." in page_of(alice, act)


def test_the_owner_appeals_for_the_bot(queue: Queue, alice: User, bob: User, moderator: User) -> None:
    act = moderation.warn(moderator, bot_of(alice), "So")
    with pytest.raises(Refused):
        moderation.appeal(bob, act, "Not so")
    client_of(alice).post(reverse("decision", args=[act.pk]), {"words": "It was a bug."})
    appeal = Appeal.objects.get()
    assert appeal.by == alice
    moderation.answer(some_moderator("milo"), appeal, granted=False, reason="No", words="It stays.")
    assert "It stays." in page_of(alice, act)


def test_moderators_can_not_decide_about_their_own_bots(alice: User, bob: User, moderator: User) -> None:
    bot = bot_of(moderator)
    with pytest.raises(Forbidden):
        moderation.warn(moderator, bot, "So")
    with pytest.raises(Forbidden):
        moderation.end(moderator, open_table(bot, bob), "So")
