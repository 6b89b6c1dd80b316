"""Vacations: the days, what happens at each table meanwhile, friends who sit in, and the seats that come back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from accounts.departure import depart
from accounts.models import User
from games import bots, play, tasks
from games.access import my_seat_or_404, own_seat_or_404, seat_of
from games.context_processors import tables_waiting_for
from games.models import Arrangement, Game, Kind, Move, Notice, Player, Vacation
from games.my_tables import my_tables
from games.play import Meanwhile
from games.table import seat_infos
from tests.cast import client_of, some_guest, somebody, table_of
from tests.games.playing import act, asked_seat, legal, miss, pass_on, told
from tests.queue import Queue

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TODAY = date(2026, 11, 20)
DAY = timedelta(days=1)
PAUSE, COMPUTER, NOTHING = Meanwhile("pause"), Meanwhile("computer"), Meanwhile()


def friend(user: User) -> Meanwhile:
    return Meanwhile("friend", user.username)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob)


def away(player: Player, meanwhile: Meanwhile, days: int = 3) -> Vacation:
    """The owner goes on vacation at once."""
    return play.plan_vacation(player.user, TODAY, TODAY + DAY * (days - 1), {player.pk: meanwhile})


def mine(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)


def sweep(queue: Queue) -> None:
    queue.sent.clear()
    tasks.sweep_deadlines()
    queue.run()


def fresh(row):
    return type(row).objects.get(pk=row.pk)


# --- the days


def test_a_vacation_is_planned_in_the_persons_own_days(alice: User) -> None:
    alice.time_zone = "America/Chicago"
    alice.save()
    vacation = play.plan_vacation(alice, TODAY + DAY, TODAY + 2 * DAY, {})
    assert vacation.state == Vacation.State.PLANNED
    assert vacation.begins_at == datetime(2026, 11, 21, 6, tzinfo=UTC)
    assert vacation.ends_at == datetime(2026, 11, 23, 6, tzinfo=UTC)


def test_it_begins_at_once_if_it_begins_today(alice: User) -> None:
    assert play.plan_vacation(alice, TODAY, TODAY, {}).state == Vacation.State.ON


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (TODAY - DAY, TODAY, "past"),
        (TODAY - 3 * DAY, TODAY - 2 * DAY, "past"),
        (TODAY + 2 * DAY, TODAY + DAY, "before the first"),
        (TODAY + 360 * DAY, TODAY + 366 * DAY, "a year ahead"),
        (TODAY, TODAY + 30 * DAY, "30 days of vacation left"),
        (TODAY, date.max, "a year ahead"),
    ],
)
def test_days_that_are_refused(alice: User, first: date, last: date, why: str) -> None:
    with pytest.raises(play.Refused, match=why):
        play.plan_vacation(alice, first, last, {})
    assert not Vacation.objects.exists()


def test_thirty_days_a_calendar_year(alice: User) -> None:
    play.plan_vacation(alice, date(2026, 12, 2), date(2027, 1, 2), {})
    assert (play.days_left(alice, 2026), play.days_left(alice, 2027)) == (0, 28)
    with pytest.raises(play.Refused, match="In 2026 you have 0 days"):
        play.plan_vacation(alice, TODAY, TODAY, {})
    play.plan_vacation(alice, date(2027, 2, 1), date(2027, 2, 28), {})
    assert play.days_left(alice, 2027) == 0


def test_days_do_not_overlap(alice: User, bob: User) -> None:
    play.plan_vacation(alice, TODAY + 3 * DAY, TODAY + 5 * DAY, {})
    with pytest.raises(play.Refused, match="another vacation"):
        play.plan_vacation(alice, TODAY + 5 * DAY, TODAY + 6 * DAY, {})
    play.plan_vacation(alice, TODAY + 6 * DAY, TODAY + 6 * DAY, {})
    play.plan_vacation(bob, TODAY + 5 * DAY, TODAY + 6 * DAY, {})


def test_days_of_a_cancelled_vacation_are_given_back(alice: User, clock: time_machine.Traveller) -> None:
    planned = play.plan_vacation(alice, TODAY + 20 * DAY, TODAY + 24 * DAY, {})
    play.cancel_vacation(planned)
    assert play.days_left(alice, 2026) == 30
    begun = play.plan_vacation(alice, TODAY, TODAY + 9 * DAY, {})
    clock.shift(2 * DAY)
    assert play.cancel_vacation(begun).state == Vacation.State.OVER
    assert play.days_left(alice, 2026) == 27
    with pytest.raises(play.Refused, match="is over"):
        play.cancel_vacation(begun)


def test_a_vacation_can_be_changed(alice: User, game: Game) -> None:
    me = mine(game, alice)
    vacation = play.plan_vacation(alice, TODAY + 3 * DAY, TODAY + 5 * DAY, {me.pk: PAUSE})
    play.change_vacation(vacation, TODAY + 4 * DAY, TODAY + 8 * DAY, {me.pk: COMPUTER})
    vacation.refresh_from_db()
    assert (vacation.first, vacation.last) == (TODAY + 4 * DAY, TODAY + 8 * DAY)
    assert vacation.arrangements.get().way == "computer"
    with pytest.raises(play.Refused):
        play.change_vacation(vacation, TODAY - DAY, TODAY, {})


def test_the_sweep_begins_and_ends_it(alice: User, game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = mine(game, alice)
    vacation = play.plan_vacation(alice, TODAY + DAY, TODAY + DAY, {me.pk: COMPUTER})
    sweep(queue)
    assert fresh(vacation).state == Vacation.State.PLANNED
    clock.shift(DAY)
    sweep(queue)
    assert fresh(vacation).state == Vacation.State.ON
    assert fresh(me).stand_in == "computer"
    clock.shift(DAY)
    sweep(queue)
    assert fresh(vacation).state == Vacation.State.OVER
    assert fresh(me).stand_in == ""
    assert told(game)[-1] == "returned"
    assert not play.begin_vacation(vacation.pk)
    assert not play.end_vacation(vacation.pk)


# --- tables


def test_what_a_table_does_not_allow(alice: User, bob: User) -> None:
    game = table_of(alice, bob, away=["computer"])
    for meanwhile in (PAUSE, Meanwhile("friend", "nobody"), Meanwhile("nonsense")):
        with pytest.raises(play.Refused):
            away(mine(game, alice), meanwhile)
    assert not Vacation.objects.exists()


def test_a_seat_that_is_not_his(alice: User, bob: User, game: Game) -> None:
    with pytest.raises(play.Refused, match="no seat"):
        play.plan_vacation(alice, TODAY, TODAY, {mine(game, bob).pk: COMPUTER})


def test_nothing_said_is_a_computer_player_if_it_may(alice: User, bob: User) -> None:
    lenient, strict = table_of(alice, bob), table_of(alice, bob, away=[])
    play.plan_vacation(alice, TODAY, TODAY, {})
    assert mine(lenient, alice).stand_in == "computer"
    assert mine(strict, alice).stand_in == ""


def test_nothing_chosen_lets_the_clock_run(game: Game) -> None:
    me = asked_seat(game)
    away(me, NOTHING)
    assert fresh(me).deadline == me.deadline
    assert told(game) == []


def test_a_computer_player_sits_in_and_the_seat_comes_back(
    game: Game, queue: Queue, clock: time_machine.Traveller
) -> None:
    me = asked_seat(game)
    away(me, COMPUTER)
    bots.move_all(game.pk)
    assert asked_seat(game).pk != me.pk
    pass_on(game)
    clock.shift(3 * DAY)
    Player.objects.filter(pk=me.pk).update(asked_at=timezone.now())
    sweep(queue)
    me = fresh(me)
    assert me.stand_in == ""
    assert me.deadline == timezone.now() + 2 * DAY
    assert told(game) == ["computer", "returned"]
    assert Notice.objects.filter(kind=Kind.TURN, user=me.user, data__asked=me.asked).exists()
    call_command("verify", game.table)


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
    assert told(game) == ["paused", "resumed"]


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
    assert told(game)[-1] == "resumed"


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
    assert told(game) == ["paused", "resumed", "computer", "returned"]


def test_taking_the_seat_back_ends_the_arrangement(game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = asked_seat(game)
    away(me, COMPUTER)
    play.take_back(me, me.user)
    clock.shift(3 * DAY)
    Player.objects.update(deadline=None)
    sweep(queue)
    assert told(game) == ["computer", "returned"]


def test_a_seat_that_was_taken_back_stays_so_when_the_days_change(game: Game) -> None:
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
    assert vacation.arrangements.get().way == "pause"


def test_where_he_has_given_up_nothing_is_arranged(alice: User, bob: User, carol: User) -> None:
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
    bots.move_all(game.pk)
    Player.objects.update(deadline=None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(me).stand_in == "computer"


def test_a_game_that_starts_meanwhile(alice: User, bob: User, queue: Queue, clock: time_machine.Traveller) -> None:
    play.plan_vacation(alice, TODAY, TODAY, {})
    lenient, strict = table_of(alice, bob), table_of(alice, bob, away=["pause"])
    assert mine(lenient, alice).stand_in == "computer"
    assert mine(strict, alice).stand_in == ""
    assert told(lenient) == ["computer"]
    clock.shift(DAY)
    sweep(queue)
    assert mine(lenient, alice).stand_in == ""


def test_a_game_that_ends_meanwhile(game: Game, queue: Queue, clock: time_machine.Traveller) -> None:
    me = asked_seat(game)
    vacation = away(me, COMPUTER)
    play.resign(mine(game, game.players.exclude(pk=me.pk).get().user), None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(vacation).state == Vacation.State.OVER
    assert told(game) == ["computer"]


def test_resigning_ends_a_pause(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), PAUSE)
    play.resign(mine(game, alice), None)
    game.refresh_from_db()
    assert not game.is_paused
    assert asked_seat(game).deadline is not None


# --- friends


@pytest.fixture
def sitting(game: Game, carol: User) -> Player:
    """The seat that is asked, for which carol sits in."""
    me = asked_seat(game)
    away(me, friend(carol))
    play.accept_sitting_in(Arrangement.objects.get(player=me), carol)
    return Player.objects.select_related("game", "user", "friend").get(pk=me.pk)


def test_a_friend_is_asked_and_until_he_accepts_a_computer_plays(game: Game, carol: User) -> None:
    me = asked_seat(game)
    away(me, friend(carol))
    arrangement = Arrangement.objects.get(player=me)
    assert arrangement.answer == "asked"
    assert Notice.objects.filter(kind=Kind.INVITED, user=carol, data__arrangement=arrangement.pk).exists()
    assert fresh(me).stand_in == "computer"
    assert seat_of(game, carol) is None


def test_without_computer_players_the_clock_runs_until_he_accepts(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, away=["friend"])
    me = asked_seat(game)
    away(me, friend(carol))
    assert (fresh(me).stand_in, fresh(me).deadline) == ("", me.deadline)
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == "friend"
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == ""
    assert fresh(me).deadline is not None


def test_a_friend_sits_in(sitting: Player, game: Game, carol: User) -> None:
    assert (sitting.stand_in, sitting.friend, sitting.mover) == ("friend", carol, carol)
    assert sitting.deadline == NOON + 2 * DAY
    assert told(game)[-1] == "friend"
    assert seat_of(game, carol) == sitting
    assert tables_waiting_for(carol) == 1
    assert tables_waiting_for(sitting.user) == 0
    assert [table.me for table in my_tables(carol).asked] == [sitting]
    assert Notice.objects.filter(kind=Kind.TURN, user=carol).exists()
    assert "carol" in seat_infos(game, [sitting], None)[0].stand_in


def test_a_friend_moves(sitting: Player, game: Game, carol: User) -> None:
    act(sitting, "draw", carol)
    assert game.moves.last().by in (Move.By.FRIEND, Move.By.FORM)
    assert game.moves.filter(by=Move.By.FRIEND, seat=sitting.seat).exists()
    call_command("verify", game.table)


def test_a_friend_moves_in_the_browser_and_sees_the_hand(sitting: Player, game: Game, carol: User) -> None:
    client = client_of(carol)
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert page.context["view"].seat == sitting.seat
    game.refresh_from_db()
    answer = client.post(
        reverse("move", args=[game.table]), {"move": "draw", "version": play.version_of(game, sitting)}
    )
    assert answer.status_code == 303


def test_the_owner_sees_his_table_and_can_not_move(sitting: Player, game: Game) -> None:
    with pytest.raises(play.Replaced, match="carol sits in for you"):
        act(sitting, "draw", sitting.user)
    assert seat_of(game, sitting.user) == sitting


def test_a_friend_does_not_give_up_for_the_owner(sitting: Player, game: Game, carol: User) -> None:
    with pytest.raises(play.Replaced, match="owner"):
        play.move(sitting, "resign", play.version_of(sitting.game, sitting), carol)
    assert my_seat_or_404(game.table, carol) == sitting
    with pytest.raises(Http404):
        own_seat_or_404(game.table, carol)
    answer = client_of(carol).post(reverse("rematch", args=[game.table]))
    assert answer.status_code == 404


def test_the_owner_takes_his_seat_back_from_a_friend(sitting: Player, game: Game, carol: User) -> None:
    pass_on(game)
    pass_on(game)
    act(sitting, next(move for move in legal(sitting) if move.startswith("play")), carol)
    play.take_back(sitting, sitting.user)
    me = fresh(sitting)
    assert (me.stand_in, me.friend, me.drafts, me.mover) == ("", None, [], sitting.user)
    assert seat_of(game, carol) is None
    with pytest.raises(play.Replaced, match="no longer"):
        act(me, "draw", carol)


def test_the_seat_comes_back_from_a_friend(
    sitting: Player, game: Game, queue: Queue, clock: time_machine.Traveller
) -> None:
    pass_on(game)
    Player.objects.update(deadline=None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(sitting).stand_in == ""
    assert told(game)[-1] == "returned"


def test_a_friend_who_declines(game: Game, carol: User) -> None:
    me = asked_seat(game)
    away(me, friend(carol))
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == "computer"
    assert Arrangement.objects.get().answer == "declined"


def test_a_friend_who_no_longer_wants_to(sitting: Player, game: Game, carol: User) -> None:
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert (fresh(sitting).stand_in, fresh(sitting).friend) == ("computer", None)
    assert seat_of(game, carol) is None


def test_only_who_is_asked_answers(game: Game, carol: User, charlie: User) -> None:
    away(asked_seat(game), friend(carol))
    for answer in (play.accept_sitting_in, play.decline_sitting_in):
        with pytest.raises(play.Refused, match="no longer asked"):
            answer(Arrangement.objects.get(), charlie)


def test_a_friend_is_not_asked_twice(alice: User, game: Game, carol: User) -> None:
    me = mine(game, alice)
    vacation = play.plan_vacation(alice, TODAY + DAY, TODAY + DAY, {me.pk: friend(carol)})
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    play.change_vacation(vacation, TODAY + DAY, TODAY + 2 * DAY, {me.pk: friend(carol)})
    assert Arrangement.objects.get().answer == "accepted"
    assert Notice.objects.filter(user=carol).count() == 1


def test_who_can_not_sit_in(game: Game, alice: User, bob: User) -> None:
    guest = some_guest("Dana")
    for name in ("bob", "alice", "nobody", "", "\0", guest.username):
        with pytest.raises(play.Refused):
            away(mine(game, alice), Meanwhile("friend", name))


def test_who_sits_in_already_does_not_see_a_second_hand(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    with pytest.raises(play.Refused, match="another hand"):
        away(mine(game, bob), friend(charlie))


def test_who_has_sat_in_does_not_take_a_seat_over(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    late = asked_seat(game)
    other = game.players.exclude(pk=late.pk).select_related("user").first()
    away(other, friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    play.take_back(other, other.user)
    late = miss(game)
    with pytest.raises(play.Refused, match="seen another"):
        play.take_over(game, charlie, late.seat)


def test_a_friend_who_misses_the_deadline(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, free_misses=0)
    me = asked_seat(game)
    away(me, friend(carol))
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    me = miss(game)
    assert (me.stand_in, me.friend) == ("computer", None)
    assert {notice.user for notice in Notice.objects.filter(kind=Kind.ACTED)} == {alice, bob, carol}


def test_a_friend_who_deletes_his_account(
    sitting: Player, game: Game, carol: User, queue: Queue, clock: time_machine.Traveller
) -> None:
    depart(carol)
    assert (fresh(sitting).stand_in, fresh(sitting).friend) == ("computer", None)
    clock.shift(3 * DAY)
    Player.objects.update(deadline=None)
    sweep(queue)
    assert fresh(sitting).stand_in == ""


def test_an_owner_who_deletes_his_account(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    me = mine(game, alice)
    away(me, friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    depart(alice)
    me = fresh(me)
    assert (me.user, me.friend, me.stand_in, me.asked) == (None, None, "", None)
    game.refresh_from_db()
    assert game.is_running
    assert not Vacation.objects.exists()


def test_who_deletes_his_account_holds_no_table_up(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), PAUSE)
    depart(alice)
    game.refresh_from_db()
    assert not game.is_paused
    assert asked_seat(game).deadline is not None


def test_a_private_table_shows_itself_to_the_friend_alone(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, public=False)
    me = asked_seat(game)
    away(me, friend(carol))
    assert client_of(carol).get(game.get_absolute_url()).status_code == 404
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    assert client_of(carol).get(game.get_absolute_url()).status_code == 200
    assert client_of(charlie).get(game.get_absolute_url()).status_code == 404
    play.take_back(me, me.user)
    assert client_of(carol).get(game.get_absolute_url()).status_code == 404


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
