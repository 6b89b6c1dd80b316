"""Tables during a vacation: a computer player, a pause or nothing, and the return of the seat."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.computers import players
from games.models import Game, Notice, NotificationKind, Player, Vacation
from games.play import ArrangementChoice
from tests.cast import somebody, table_of
from tests.playing import act, asked_seat, incident_kinds, miss, pass_on
from tests.queue import Queue
from tests.vacations.vacation_steps import COMPUTER, DAY, NOON, NOTHING, PAUSE, TODAY, away, fresh, friend, mine, sweep


def test_what_a_table_does_not_allow(alice: User, bob: User) -> None:
    game = table_of(alice, bob, away=["computer"])
    for choice in (PAUSE, ArrangementChoice("friend", "nobody"), ArrangementChoice("nonsense")):
        with pytest.raises(play.Refused):
            away(mine(game, alice), choice)
    assert not Vacation.objects.exists()


def test_a_seat_of_another_player(alice: User, bob: User, game: Game) -> None:
    with pytest.raises(play.Refused, match="You no longer have a seat at one of these tables"):
        play.plan_vacation(alice, TODAY, TODAY, {mine(game, bob).pk: COMPUTER})


def test_the_default_arrangement_is_a_computer_player_if_allowed(alice: User, bob: User) -> None:
    lenient, strict = table_of(alice, bob), table_of(alice, bob, away=[])
    play.plan_vacation(alice, TODAY, TODAY, {})
    assert mine(lenient, alice).stand_in == "computer"
    assert mine(strict, alice).stand_in == ""


def test_nothing_chosen_lets_the_clock_run(game: Game) -> None:
    me = asked_seat(game)
    away(me, NOTHING)
    assert fresh(me).deadline == me.deadline
    assert incident_kinds(game) == []


def test_a_computer_player_sits_in_and_the_seat_returns(
    game: Game, queue: Queue, clock: time_machine.Traveller
) -> None:
    me = asked_seat(game)
    away(me, COMPUTER)
    players.move_all(game.pk)
    assert asked_seat(game).pk != me.pk
    pass_on(game)
    clock.shift(3 * DAY)
    Player.objects.filter(pk=me.pk).update(turn_started_at=timezone.now())
    sweep(queue)
    me = fresh(me)
    assert me.stand_in == ""
    assert me.deadline == timezone.now() + 2 * DAY
    assert incident_kinds(game) == ["computer", "returned"]
    assert Notice.objects.filter(kind=NotificationKind.TURN, user=me.user, data__asked=me.to_move_since).exists()
    call_command("verify", game.public_id)


def test_the_table_pauses(game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = asked_seat(game)
    vacation = away(me, PAUSE)
    game.refresh_from_db()
    assert game.paused_until == vacation.ends_at
    assert fresh(me).left == 48 * 3600
    with pytest.raises(play.Paused):
        act(me, "draw", me.user)
    clock.shift(3 * DAY)
    sweep(queue)
    game.refresh_from_db()
    assert not game.is_paused
    assert fresh(me).deadline == timezone.now() + 2 * DAY
    assert incident_kinds(game) == ["paused", "resumed"]


def test_the_table_pauses_until_the_last_vacation_ends(
    game: Game, alice: User, bob: User, queue: Queue, clock: time_machine.Traveller
) -> None:
    away(mine(game, alice), PAUSE, days=5)
    clock.shift(DAY)
    play.plan_vacation(bob, TODAY + DAY, TODAY + 7 * DAY, {mine(game, bob).pk: PAUSE})
    clock.move_to(NOON + 5 * DAY)
    sweep(queue)
    game.refresh_from_db()
    assert game.is_paused
    assert game.paused_until == datetime(2026, 11, 28, tzinfo=UTC)
    clock.move_to(NOON + 8 * DAY)
    sweep(queue)
    game.refresh_from_db()
    assert not game.is_paused


def test_coming_back_early_ends_the_pause(game: Game, alice: User) -> None:
    vacation = away(mine(game, alice), PAUSE)
    play.cancel_vacation(vacation)
    game.refresh_from_db()
    assert (game.is_paused, game.paused_until) == (False, None)


def test_an_agreed_pause_outlasts_a_vacation(game: Game, alice: User, bob: User) -> None:
    vote = play.propose(mine(game, alice), "pause")
    play.cast(mine(game, bob), vote.pk, True)
    vacation = away(mine(game, alice), PAUSE)
    play.cancel_vacation(vacation)
    game.refresh_from_db()
    assert game.paused_until == NOON + 30 * DAY


def test_all_may_agree_to_go_on_in_spite_of_a_vacation(game: Game, alice: User, bob: User) -> None:
    vacation = away(mine(game, alice), PAUSE)
    vote = play.propose(mine(game, bob), "resume")
    play.cast(mine(game, alice), vote.pk, True)
    game.refresh_from_db()
    assert not game.is_paused
    play.cancel_vacation(vacation)
    assert incident_kinds(game)[-1] == "resumed"


def test_a_longer_vacation_is_a_longer_pause(game: Game, alice: User) -> None:
    me = mine(game, alice)
    vacation = away(me, PAUSE)
    vacation = play.change_vacation(vacation, TODAY, TODAY + 9 * DAY, {me.pk: PAUSE})
    game.refresh_from_db()
    assert game.paused_until == vacation.ends_at == datetime(2026, 11, 30, tzinfo=UTC)
    with pytest.raises(play.Refused, match="has begun"):
        play.change_vacation(vacation, TODAY + DAY, TODAY + 9 * DAY, {})


def test_another_arrangement_on_the_way(game: Game) -> None:
    me = asked_seat(game)
    vacation = away(me, PAUSE)
    play.change_vacation(vacation, TODAY, TODAY + 2 * DAY, {me.pk: COMPUTER})
    game.refresh_from_db()
    assert not game.is_paused
    assert fresh(me).stand_in == "computer"
    play.change_vacation(vacation, TODAY, TODAY + 2 * DAY, {me.pk: NOTHING})
    assert fresh(me).stand_in == ""
    assert fresh(me).deadline is not None
    assert incident_kinds(game) == ["paused", "resumed", "computer", "returned"]


def test_taking_the_seat_back_ends_the_arrangement(game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = asked_seat(game)
    away(me, COMPUTER)
    play.take_back(me, me.user)
    clock.shift(3 * DAY)
    Player.objects.update(deadline=None)
    sweep(queue)
    assert incident_kinds(game) == ["computer", "returned"]


def test_a_seat_taken_back_remains_so_when_the_days_change(game: Game) -> None:
    me = asked_seat(game)
    vacation = away(me, COMPUTER)
    play.take_back(me, me.user)
    play.change_vacation(vacation, TODAY, TODAY + 5 * DAY, {})
    assert fresh(me).stand_in == ""


def test_what_is_planned_for_later_outlasts_taking_back(alice: User, bob: User) -> None:
    game = table_of(alice, bob, free_misses=0)
    me = miss(game)
    vacation = play.plan_vacation(me.user, TODAY + DAY, TODAY + DAY, {me.pk: PAUSE})
    play.take_back(me, me.user)
    assert vacation.arrangements.get().kind == "pause"


def test_a_resigned_player_has_nothing_to_arrange(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    play.resign(mine(game, alice), None)
    assert play.tables_to_arrange(alice) == []


def test_a_missed_deadline_has_to_be_taken_back_by_hand(
    alice: User, bob: User, queue: Queue, clock: time_machine.Traveller
) -> None:
    game = table_of(alice, bob, free_misses=0)
    me = asked_seat(game)
    away(me, NOTHING)
    miss(game)
    players.move_all(game.pk)
    Player.objects.update(deadline=None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(me).stand_in == "computer"


def test_a_game_that_starts_during_the_vacation(
    alice: User, bob: User, queue: Queue, clock: time_machine.Traveller
) -> None:
    play.plan_vacation(alice, TODAY, TODAY, {})
    lenient, strict = table_of(alice, bob), table_of(alice, bob, away=["pause"])
    assert mine(lenient, alice).stand_in == "computer"
    assert mine(strict, alice).stand_in == ""
    assert incident_kinds(lenient) == ["computer"]
    clock.shift(DAY)
    sweep(queue)
    assert mine(lenient, alice).stand_in == ""


def test_a_game_that_ends_during_the_vacation(game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = asked_seat(game)
    vacation = away(me, COMPUTER)
    play.resign(mine(game, game.players.exclude(pk=me.pk).get().user), None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(vacation).state == Vacation.State.OVER
    assert incident_kinds(game) == ["computer"]


def test_resigning_ends_a_pause(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), PAUSE)
    play.resign(mine(game, alice), None)
    game.refresh_from_db()
    assert not game.is_paused
    assert asked_seat(game).deadline is not None


def test_an_erased_account_pauses_no_table(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), PAUSE)
    erase_user(alice)
    game.refresh_from_db()
    assert not game.is_paused
    assert asked_seat(game).deadline is not None


def test_many_tables_take_one_way_each(alice: User, bob: User, carol: User) -> None:
    tables = [table_of(alice, bob) for _ in range(3)]
    seats = [mine(table, alice) for table in tables]
    ways = {seats[0].pk: PAUSE, seats[1].pk: COMPUTER, seats[2].pk: friend(carol)}
    play.plan_vacation(alice, TODAY, TODAY, ways)
    tables[0].refresh_from_db()
    assert tables[0].is_paused
    assert [fresh(seat).stand_in for seat in seats] == ["", "computer", "computer"]
    assert [player.pk for player in play.tables_to_arrange(alice)] == [seat.pk for seat in seats]
    assert somebody("late").vacations.count() == 0
