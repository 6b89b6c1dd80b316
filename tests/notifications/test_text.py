"""The texts of notices, which are delayed for players who are present."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import moderation, play
from games.core import notices
from games.models import Delivery, Game, Incident, Message, Notice, NotificationKind, Player
from games.notifications import compose
from games.notifications.channels import email
from games.notifications.channels.message import Note
from games.notifications.relevance import Verdict, verdict
from tests.cast import table_of
from tests.notifications.outbox_steps import asked

pytestmark = pytest.mark.django_db


def noted(player: Player, kind: NotificationKind, **data: int) -> Note:
    """Return the notice's text as it would be sent now."""
    Notice.objects.all().delete()
    notices.enqueue(player.user, kind, "the one", game=player.game, player=player, **data)
    delivery = Delivery(notice=Notice.objects.get(), user=player.user, channel="mail")
    return compose.message([delivery]).notes[0]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Incident.Kind.FORGIVEN, "That was a free miss: play by"),
        (Incident.Kind.COMPUTER, "A computer player is playing for you."),
        (Incident.Kind.LOST, "The seat is lost, and"),
        (Incident.Kind.MISSED, "The simplest legal moves were played for you."),
    ],
)
def test_a_missed_deadline_is_told_with_what_came_of_it(duel: Game, kind: str, said: str) -> None:
    me = asked(duel)
    incident = Incident.objects.create(game=duel, after=0, kind=kind, seat=me.seat)
    note = noted(me, NotificationKind.ACTED, incident=incident.pk)
    assert note.title == "You missed a deadline at Duel"
    assert note.text.startswith(said)


def test_the_end_is_told_and_whether_there_is_a_result(duel: Game) -> None:
    me = asked(duel)
    play.resign(me, None)
    note = noted(Player.objects.select_related("game", "user").get(pk=me.pk), NotificationKind.OVER)
    assert note.title == "Duel is over"
    winner = "Torrio" if me.seat == 0 else "O’Bannion"
    assert note.text.splitlines()[0] == f"You resigned: {winner} wins."
    note = noted(Player.objects.select_related("game", "user").exclude(pk=me.pk).get(), NotificationKind.OVER)
    assert note.text.startswith("You win: the others have resigned.")
    Game.objects.update(status=Game.Status.CANCELLED)
    note = noted(Player.objects.select_related("game", "user").get(pk=me.pk), NotificationKind.OVER)
    assert note.title == "Duel ended without a result"


def test_the_start_is_told_with_those_who_sit_at_the_table(alice: User, bob: User, carol: User) -> None:
    bob.display_name = "Bob <b>& Sons"
    bob.save()
    game = table_of(alice, bob, bots=("club",))
    computer = game.players.get(user=None).shown_name
    me = game.players.select_related("game", "user").get(user=alice)
    assert noted(me, NotificationKind.STARTED).text.splitlines() == [
        "Duel, Chicago Poker: everyone is here and the cards are dealt. We’ll tell you when it’s your move.",
        f"With you at the table: Torrio ({computer}) and Weiss (Bob <b>& Sons).",
    ]
    delivery = Delivery(pk=1, notice=Notice.objects.get(), user=alice, channel="mail")
    sent = email.build_mail(delivery, compose.message([delivery]), "alice@example.org")
    assert f"Torrio ({computer}) and Weiss (Bob <b>& Sons)." in sent.body
    assert f"Torrio ({computer}) and Weiss (Bob &lt;b&gt;&amp; Sons)." in str(sent.alternatives[0][0])
    duel = table_of(carol, alice, variant="swedish_chicago")
    note = noted(duel.players.select_related("game", "user").get(user=alice), NotificationKind.STARTED)
    assert note.text.splitlines()[1] == "With you at the table: carol."


@pytest.mark.parametrize(
    ("room", "title"),
    [
        (Message.Room.TABLE, "alice mentions you at Duel"),
        (Message.Room.GALLERY, "alice mentions you in the spectators’ talk at Duel"),
    ],
)
def test_a_mention_says_among_whom(duel: Game, alice: User, bob: User, room: str, title: str) -> None:
    message = Message.objects.create(game=duel, room=room, user=alice, text="@bob, well?")
    note = noted(
        duel.players.select_related("game", "user").get(user=bob), NotificationKind.MENTION, message=message.pk
    )
    assert (note.title, note.text) == (title, "“@bob, well?”")


def test_only_an_end_that_is_taken_back_lets_a_table_go_on(duel: Game, moderator: User) -> None:
    me = asked(duel)
    for act, title in (
        (moderation.extend(moderator, me, "why"), "A decision about you was taken back"),
        (moderation.end(moderator, duel, "why"), "Duel goes on: its end was taken back"),
    ):
        undone = moderation.take_back(moderator, act, "why")
        assert (
            noted(
                Player.objects.select_related("game", "user").get(pk=me.pk), NotificationKind.CONDUCT, act=undone.pk
            ).title
            == title
        )


@pytest.mark.parametrize(("seconds", "found"), [(110, Verdict.WAIT), (130, Verdict.SEND)])
def test_a_user_seen_in_the_last_two_minutes_gets_the_notice_later(duel: Game, seconds: int, found: Verdict) -> None:
    now = timezone.now()
    seen = now - timedelta(seconds=seconds)
    Player.objects.filter(pk=asked(duel).pk).update(last_seen_at=seen, turn_started_at=now)
    notice = Notice.objects.select_related("player__game", "user").get(kind=NotificationKind.TURN)
    assert verdict(Delivery(notice=notice, user=notice.user, channel="mail"), now) is found
