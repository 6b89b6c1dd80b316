"""Together now: who may see who is here, the strip, calls to play on, and usual hours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.friends.friendships import block
from accounts.models import User
from games import play
from games.core import presence, together
from games.models import DeliveryTiming, Game, Notice, NotificationKind, Player, Turn
from games.notifications.relevance import needed
from games.stats.answer_hours import usual_hour
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import deliver_due, later, wants
from tests.playing import act, asked_seat, legal, pass_on
from tests.queue import Queue

pytestmark = [pytest.mark.both, pytest.mark.django_db]

CALL = NotificationKind.CALL
EVERYBODY = "Everybody is here: play on now."


@pytest.fixture
def friends(alice: User, bob: User, carol: User) -> list[User]:
    """Three users who show their presence to the people at their tables."""
    for user in (alice, bob, carol):
        user.presence_shown_to = User.PresenceAudience.TABLES
        user.save(update_fields=["presence_shown_to"])
    return [alice, bob, carol]


@pytest.fixture
def three(friends: list[User]) -> Game:
    return table_of(*friends)


def here(game: Game, *users: User, **ago: float) -> None:
    seen = timezone.now() - timedelta(**ago)
    Player.objects.filter(game=game, user__in=users).update(last_seen_at=seen)


def page(game: Game, user: User | None) -> str:
    return client_of(user).get(game.get_absolute_url()).content.decode()


def seen_by(game: Game, user: User) -> Any:
    game.refresh_from_db()
    players = Player.objects.seated(game)
    me = next((player for player in players if player.user == user), None)
    return together.together(game, players, me, user)


def test_the_strip_appears_once_all_who_answer_next_are_here(three: Game, friends: list[User]) -> None:
    alice, bob, carol = friends
    assert EVERYBODY not in page(three, alice)
    here(three, bob)
    assert "bob is here too." in page(three, alice)
    here(three, bob, carol)
    shown = page(three, alice)
    assert EVERYBODY in shown
    assert shown.count('class="here"') == 6, "in the strip, and at the names"


def test_presence_expires(three: Game, friends: list[User]) -> None:
    alice, *others = friends
    here(three, *others, seconds=80)
    assert seen_by(three, alice).at_once
    here(three, *others, seconds=91)
    assert seen_by(three, alice) is None
    assert "is here too" not in page(three, alice)


def test_only_those_who_answer_next_need_to_be_here(alice: User, bob: User, carol: User, friends: list[User]) -> None:
    game = table_of(alice, bob, carol)
    now, after = asked_seat(game).user, game.players.select_related("user").get(seat=game.following).user
    here(game, now, after)
    third = next(user for user in friends if user not in (now, after))
    found = seen_by(game, now)
    assert (found.at_once, found.everybody) == (True, False)
    assert "All who play next are here: play on now." in page(game, now)
    assert seen_by(game, third).at_once


@pytest.mark.parametrize("answer", ["", "nobody"])
def test_nobody_is_shown_who_did_not_allow_it(three: Game, friends: list[User], answer: str) -> None:
    alice, bob, carol = friends
    User.objects.filter(pk=bob.pk).update(presence_shown_to=answer)
    here(three, bob)
    assert seen_by(three, alice) is None
    here(three, bob, carol)
    found = seen_by(three, alice)
    assert [three.players.get(user=carol).seat] == [*found.here]
    assert (found.away, found.at_once, found.everybody) == ((), False, False)
    bob.refresh_from_db()
    assert seen_by(three, bob) is None, "one sees the others only while they see one"


@pytest.mark.parametrize("blocker", [0, 1])
def test_neither_side_of_a_block_learns_about_the_other(three: Game, friends: list[User], blocker: int) -> None:
    alice, bob, _carol = friends
    block((alice, bob)[blocker], (bob, alice)[blocker])
    here(three, *friends)
    for one, other in ((alice, bob), (bob, alice)):
        found = seen_by(three, one)
        assert three.players.get(user=other).seat not in (*found.here, *found.away)


def test_a_table_of_people_who_block_each_other_never_plays_at_once(
    alice: User, bob: User, friends: list[User]
) -> None:
    game = table_of(alice, bob)
    here(game, alice, bob)
    assert presence.plays_at_once(game, Player.objects.seated(game), timezone.now())
    block(bob, alice)
    assert not presence.plays_at_once(game, Player.objects.seated(game), timezone.now())
    assert seen_by(game, alice) is None


def test_a_spectator_learns_nothing(three: Game, friends: list[User], charlie: User) -> None:
    charlie.presence_shown_to = User.PresenceAudience.TABLES
    charlie.save()
    before = page(three, charlie), client_of(charlie).get(reverse("version", args=[three.public_id])).json()
    here(three, *friends)
    after = page(three, charlie), client_of(charlie).get(reverse("version", args=[three.public_id])).json()
    assert after[1] == before[1]
    assert 'class="here' not in after[0] and "data-here" not in after[0]


def test_polls_tell_players_when_presence_changes(three: Game, friends: list[User]) -> None:
    alice, bob, _carol = friends
    address = reverse("version", args=[three.public_id])
    assert client_of(alice).get(address).json()["here"] == ""
    here(three, bob)
    digest = client_of(alice).get(address).json()["here"]
    assert f'data-here="{digest}"' in page(three, alice)
    User.objects.filter(pk=alice.pk).update(presence_shown_to="nobody")
    assert "here" not in client_of(alice).get(address).json()


def test_not_now_hides_the_strip_for_this_visit_and_keeps_the_dots(three: Game, friends: list[User]) -> None:
    here(three, *friends)
    client = client_of(friends[0])
    client.post(reverse("hide-strip", args=[three.public_id]))
    shown = client.get(three.get_absolute_url()).content.decode()
    assert EVERYBODY not in shown
    assert shown.count('class="here"') == 3
    assert EVERYBODY in page(three, friends[0]), "in another browser"


def test_the_question_comes_once_after_a_first_turn(duel: Game, alice: User, bob: User) -> None:
    question = "Do you want to see who has the table open?"
    assert question not in page(duel, alice)
    pass_on(duel)
    pass_on(duel)
    client, address = client_of(alice), reverse("choose-presence", args=[duel.public_id])
    assert question in client.get(duel.get_absolute_url()).content.decode()
    client.post(address, {"shown": "nobody"})
    alice.refresh_from_db()
    assert alice.presence_shown_to == "nobody"
    assert question not in client.get(duel.get_absolute_url()).content.decode()
    client_of(bob).post(address, {"shown": "tables"})
    bob.refresh_from_db()
    assert presence.shows(bob)


# --- calls


def call(game: Game, user: User) -> None:
    assert client_of(user).post(reverse("call-players", args=[game.public_id])).status_code == 302


def called(game: Game) -> list[str]:
    return sorted(Notice.objects.filter(game=game, kind=CALL).values_list("user__username", flat=True))


def test_a_call_reaches_those_who_are_away_once_an_hour(three: Game, friends: list[User]) -> None:
    alice, bob, _carol = friends
    here(three, alice, bob)
    call(three, alice)
    call(three, alice)
    call(three, bob)
    assert called(three) == ["carol"]
    assert "carol: called at" in page(three, alice)
    with later(minutes=61):
        here(three, alice, bob)
        call(three, bob)
    assert called(three) == ["carol", "carol"]


def test_nobody_is_called_who_does_not_allow_it_or_is_blocked(three: Game, friends: list[User]) -> None:
    alice, bob, carol = friends
    block(carol, alice)
    here(three, alice, bob)
    call(three, alice)
    assert called(three) == []
    User.objects.filter(pk=carol.pk).update(presence_shown_to="nobody")
    call(three, bob)
    assert called(three) == []
    three.refresh_from_db()
    assert three.called_at is None


def test_without_anybody_else_here_nothing_is_called(three: Game, friends: list[User], charlie: User) -> None:
    call(three, friends[0])
    assert called(three) == []
    assert client_of(charlie).post(reverse("call-players", args=[three.public_id])).status_code == 404


def test_a_call_is_mailed_at_once_and_names_the_caller(three: Game, friends: list[User], queue: Queue) -> None:
    alice, bob, carol = friends
    here(three, alice, bob)
    mail.outbox.clear()
    call(three, alice)
    deliver_due(queue)
    (sent,) = [each for each in mail.outbox if "calls you" in each.subject]
    assert (sent.to, sent.subject) == ([carol.email], "alice calls you to Duel")


def test_a_call_is_stale_when_the_caller_has_gone_or_half_an_hour_later(three: Game, friends: list[User]) -> None:
    alice, bob, _carol = friends
    here(three, alice, bob)
    call(three, alice)
    notice = Notice.objects.select_related("user", "game", "player__game", "player__user").get(kind=CALL)
    assert needed(notice, timezone.now())
    assert not needed(notice, timezone.now() + timedelta(minutes=31))
    here(three, alice, minutes=5)
    assert not needed(notice, timezone.now())


def test_quiet_hours_and_a_choice_of_never_hold(three: Game, friends: list[User], queue: Queue) -> None:
    alice, bob, carol = friends
    wants(carol, CALL, DeliveryTiming.OFF)
    here(three, alice, bob)
    mail.outbox.clear()
    call(three, alice)
    deliver_due(queue)
    assert not [each for each in mail.outbox if "calls you" in each.subject]


def ordered(user: User, other: User, orders: dict[str, str]) -> Player:
    """Return the seat of a player of Swedish Chicago who has given orders, with the other one to move."""
    game = table_of(user, other, variant="swedish_chicago")
    if asked_seat(game).user == user:
        act(asked_seat(game), legal(asked_seat(game))[0])
    Player.objects.filter(game=game, user=user).update(orders=orders)
    return Player.objects.select_related("game").get(game=game, user=user)


def announcing(me: Player) -> Player:
    """Move until it is this seat's turn to announce, and return it."""
    while (now := asked_seat(me.game)).pk != me.pk or not any(each.startswith("pass") for each in legal(now)):
        act(now, legal(now)[0])
    return Player.objects.get(pk=me.pk)


def test_automatic_answers_come_at_once_while_all_who_answer_next_are_here(friends: list[User]) -> None:
    alice, bob, _carol = friends
    me = ordered(alice, bob, {"announce": "best"})
    here(me.game, alice, bob)
    assert announcing(me).auto_at <= timezone.now()
    here(me.game, bob, minutes=3)
    other_table = ordered(alice, bob, {"announce": "best"})
    assert announcing(other_table).auto_at > timezone.now()


def test_an_arrival_lets_pending_automatic_answers_come(
    friends: list[User], queue: Queue, django_capture_on_commit_callbacks: Any
) -> None:
    alice, bob, _carol = friends
    me = ordered(alice, bob, {"announce": "best"})
    here(me.game, alice)
    announcing(me)
    before = me.game.moves.count()
    with later(seconds=2):
        here(me.game, alice)
        with django_capture_on_commit_callbacks(execute=True):
            presence.record(me.game.public_id, bob)
        queue.run()
    assert me.game.moves.count() > before


def test_an_only_move_keeps_its_time_since_it_depends_on_hidden_cards(friends: list[User]) -> None:
    alice, bob, _carol = friends
    me = ordered(alice, bob, {"only_move": "make"})
    here(me.game, alice, bob)
    soon = timezone.now() + timedelta(minutes=1)
    Player.objects.filter(pk=me.pk).update(auto_at=soon)
    play.play_on(me.game_id)
    assert Player.objects.get(pk=me.pk).auto_at == soon


# --- usual hours


def answered(game: Game, user: User, days: int, hour: int, minute: int = 0) -> None:
    player = game.players.get(user=user)
    done_at = timezone.now().replace(hour=hour, minute=minute) - timedelta(days=days)
    number = Turn.objects.count()
    Turn.objects.create(player=player, user=user, to_move_since=1000 + number, started_at=done_at, done_at=done_at)


def test_people_often_meet_in_an_hour_in_which_they_answered_on_three_days(three: Game, friends: list[User]) -> None:
    alice, bob, carol = friends
    for days in (2, 3):
        answered(three, alice, days, 21)
        answered(three, bob, days, 21, 40)
    assert usual_hour(three, alice, [bob]) is None
    answered(three, alice, 5, 21)
    answered(three, carol, 5, 21)
    assert usual_hour(three, alice, [bob]) is None
    assert usual_hour(three, alice, [bob, carol]) == 21
    here(three, bob)
    assert "You’re often together at 21:00." in page(three, alice)
    User.objects.filter(pk=carol.pk).update(presence_shown_to="nobody")
    assert "often together" not in page(three, alice), "carol’s hours count no longer"
