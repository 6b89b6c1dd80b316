"""Concurrent deadlines, votes and vacations in real threads on PostgreSQL: each is handled exactly once."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import Error, connection
from django.utils import timezone

from games import play, tasks
from games.computers import players
from games.models import Arrangement, Game, Incident, Notice, NotificationKind, Player, Vacation, Vote
from games.play import ArrangementChoice
from games.play.core.locked import locked
from tests.cast import somebody, table_of
from tests.needs import EVERYTHING
from tests.play.test_concurrency import at_once
from tests.playing import asked_seat, incident_kinds, legal, pass_on, run_out

RACES = 8 if EVERYTHING else 3
"""How often two threads race where either may be first."""

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=Game.Absence.values)
def game(request: pytest.FixtureRequest) -> Game:
    """A duel without free misses, for each consequence of a missed deadline."""
    return table_of(somebody("alice"), somebody("bob"), absence=request.param, free_misses=0)


def is_right(game: Game) -> bool:
    call_command("verify", game.public_id)
    numbers = list(game.moves.values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    return True


def late(game: Game) -> Player:
    me = asked_seat(game)
    run_out(me)
    return me


def test_many_workers_handle_a_deadline_once(game: Game) -> None:
    me = late(game)
    answers = at_once(*[lambda: play.time_up(me.pk)] * 6)
    assert sorted(answers) == [False] * 5 + [True]
    assert Incident.objects.count() == 1
    assert Notice.objects.filter(kind=NotificationKind.ACTED).count() == 2
    assert is_right(game)


def test_many_workers_use_one_free_miss() -> None:
    game = table_of(somebody("alice"), somebody("bob"), free_misses=3)
    me = late(game)
    answers = at_once(*[lambda: play.time_up(me.pk)] * 6)
    assert sorted(answers) == [False] * 5 + [True]
    me.refresh_from_db()
    assert me.misses == 1


def test_a_move_in_the_same_instant(game: Game) -> None:
    pass_on(game)
    me = late(game)
    version = play.version_of(game := Game.objects.get(pk=game.pk), me)
    moved, handled = at_once(lambda: play.move(me, "draw", version, me.user), lambda: play.time_up(me.pk))
    if handled:
        assert isinstance(moved, play.Changed | play.Replaced | play.Stale | play.NotYourTurn)
        assert Incident.objects.count() == 1
    else:
        assert isinstance(moved, play.Changed)
        assert Incident.objects.count() == 0
        assert not play.time_up(me.pk) or Incident.objects.count() == 1
    assert is_right(game)


def test_a_table_in_hand_is_left_to_the_next_sweep(game: Game) -> None:
    me = late(game)

    def time_up() -> object:
        return play.time_up(me.pk)

    with locked(game.pk):
        assert at_once(time_up) == [False]
    assert play.time_up(me.pk)


def test_computers_and_owner_race_for_the_seat() -> None:
    game = table_of(somebody("alice"), somebody("bob"), free_misses=0)
    me = late(game)
    play.time_up(me.pk)
    at_once(lambda: players.move_all(game.pk), lambda: play.take_back(me, me.user), lambda: players.move_all(game.pk))
    me.refresh_from_db()
    assert me.stand_in == ""
    assert is_right(game)


def test_a_vacant_seat_is_taken_once() -> None:
    game = table_of(somebody("alice"), somebody("bob"), absence="lost", free_misses=0)
    me = late(game)
    play.time_up(me.pk)
    people = [somebody(f"new{number}") for number in range(4)]
    answers = at_once(*(lambda user=user: play.take_over(game, user, me.seat) for user in people))
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 3
    assert incident_kinds(game) == ["lost", "taken"]


def test_two_sweeps_at_once(game: Game, queue) -> None:
    late(game)
    at_once(tasks.sweep_deadlines, tasks.sweep_deadlines)
    queue.run()
    assert Incident.objects.count() == 1
    assert is_right(game)


def test_the_last_two_agree_at_once() -> None:
    users = [somebody(name) for name in ("alice", "bob", "carol")]
    game = table_of(*users)
    seats = [game.players.select_related("game").get(user=user) for user in users]
    vote = play.propose(seats[0], "pause")
    at_once(*(lambda seat=seat: play.cast(seat, vote.pk, True) for seat in seats[1:]))
    vote.refresh_from_db()
    assert vote.state == Vote.State.CARRIED
    assert incident_kinds(game) == ["proposed", "agreed", "paused"]


def test_two_propose_at_once() -> None:
    users = [somebody(name) for name in ("alice", "bob")]
    game = table_of(*users)
    seats = [game.players.select_related("game").get(user=user) for user in users]
    answers = at_once(lambda: play.propose(seats[0], "pause"), lambda: play.propose(seats[1], "cancel"))
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 1
    assert Vote.objects.count() == 1


def test_a_move_and_a_pause_at_once() -> None:
    users = [somebody(name) for name in ("alice", "bob")]
    game = table_of(*users)
    me = asked_seat(game)
    other = game.players.select_related("game").exclude(pk=me.pk).get()
    vote = play.propose(other, "pause")
    version = play.version_of(Game.objects.get(pk=game.pk), me)
    text = legal(me)[0]
    moved, _ = at_once(lambda: play.move(me, text, version, me.user), lambda: play.cast(me, vote.pk, True))
    game.refresh_from_db()
    assert game.is_paused
    assert isinstance(moved, play.Changed | play.Paused | play.Stale)
    assert asked_seat(game).deadline is None
    assert is_right(game)


def test_two_plans_at_once() -> None:
    alice = somebody("alice")
    today = timezone.now().date()
    answers = at_once(*[lambda: play.plan_vacation(alice, today, today, {})] * 3)
    assert sum(isinstance(answer, play.Refused) for answer in answers) == 2
    assert Vacation.objects.count() == 1


def test_two_who_sit_at_the_same_tables_go_at_once() -> None:
    users = [somebody(name) for name in ("alice", "bob")]
    tables = [table_of(*users) for _ in range(4)]
    today = timezone.now().date()
    ways = {
        user: {player.pk: ArrangementChoice("pause") for player in Player.objects.filter(user=user)} for user in users
    }
    answers = at_once(*(lambda user=user: play.plan_vacation(user, today, today, ways[user]) for user in users))
    assert all(isinstance(answer, Vacation) for answer in answers)
    assert all(Game.objects.get(pk=table.pk).is_paused for table in tables)
    Vacation.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    ends = [lambda pk=pk: play.end_vacation(pk) for pk in Vacation.objects.values_list("pk", flat=True)] * 2
    assert sorted(at_once(*ends)) == [False, False, True, True]
    assert not any(Game.objects.get(pk=table.pk).is_paused for table in tables)
    assert not Player.objects.filter(to_move_since__isnull=False, deadline__isnull=True).exists()


def test_a_friend_accepts_while_the_owner_comes_back() -> None:
    alice, bob, carol = (somebody(name) for name in ("alice", "bob", "carol"))
    game = table_of(alice, bob)
    me = asked_seat(game)
    today = timezone.now().date()
    vacation = play.plan_vacation(me.user, today, today, {me.pk: ArrangementChoice("friend", "carol")})
    arrangement = Arrangement.objects.get()
    at_once(lambda: play.accept_sitting_in(arrangement, carol), lambda: play.cancel_vacation(vacation))
    me.refresh_from_db()
    assert (me.stand_in, me.friend) == ("", None)
    assert is_right(game)


@pytest.mark.parametrize("changes", ["accepts", "changes"])
def test_the_owner_takes_the_seat_back_while_the_arrangement_changes(changes: str) -> None:
    alice, bob, carol = (somebody(name) for name in ("alice", "bob", "carol"))
    today = timezone.now().date()
    for _ in range(RACES):
        me = table_of(alice, bob).players.select_related("game", "user").get(user=alice)
        vacation = play.plan_vacation(alice, today, today, {me.pk: ArrangementChoice("friend", "carol")})
        arrangement = Arrangement.objects.get(vacation=vacation, player=me)
        change = {
            "accepts": lambda arrangement=arrangement: play.accept_sitting_in(arrangement, carol),
            "changes": lambda vacation=vacation, me=me: play.change_vacation(
                vacation, today, today, {me.pk: ArrangementChoice("pause")}
            ),
        }[changes]
        answers = at_once(change, lambda me=me: play.take_back(me, alice))
        assert not [answer for answer in answers if isinstance(answer, Error)]
        with suppress(play.Refused):
            play.cancel_vacation(vacation)
        Vacation.objects.all().delete()
        play.resign(me, None)


def test_a_notice_is_enqueued_while_its_recipient_plans_a_vacation() -> None:
    alice, bob = somebody("alice"), somebody("bob")
    today = timezone.now().date()
    for _ in range(RACES):
        game = table_of(alice, bob)
        mine, others = (game.players.select_related("game", "user").get(user=user) for user in (alice, bob))
        answers = at_once(
            lambda mine=mine: play.plan_vacation(alice, today, today, {mine.pk: ArrangementChoice("pause")}),
            lambda others=others: play.propose(others, "cancel"),
        )
        assert not [answer for answer in answers if isinstance(answer, Error)]
        Vacation.objects.all().delete()
        play.resign(mine, None)


def test_the_pause_ends_once() -> None:
    game = table_of(somebody("alice"), bots=("steady",))
    me = game.players.select_related("game").get(bot="")
    play.propose(me, "pause")
    Game.objects.update(paused_until=timezone.now(), agreed_until=timezone.now())
    assert sorted(at_once(*[lambda: play.end_pause(game.pk)] * 4)) == [False, False, False, True]
    assert incident_kinds(game).count("resumed") == 1


def test_the_queries_of_sweeps_use_their_indexes() -> None:
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
    due = Vacation.objects.filter(state="planned", begins_at__lte=now).order_by("begins_at").values_list("pk")
    assert "vacation_begins" in due.explain()
    over = Vacation.objects.filter(state="on", ends_at__lte=now).order_by("ends_at").values_list("pk")
    assert "vacation_ends" in over.explain()
    with connection.cursor() as cursor:
        cursor.execute("RESET enable_seqscan")
