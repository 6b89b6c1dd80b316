"""A turn's clock keeps the night and time zone with which it began; changes count from the next turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.models import Arrangement, Game, Player, Vote
from games.play import ArrangementChoice
from tests.cast import somebody, table_of
from tests.combinations import combined
from tests.playing import asked_seat, pass_on

pytestmark = pytest.mark.both

FRIDAY = datetime(2026, 11, 20, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PAUSE, COMPUTER = ArrangementChoice("pause"), ArrangementChoice("computer")

NO_NIGHT = {"night_from": time(0), "night_until": time(0)}
LONG_NIGHT = {"night_from": time(21), "night_until": time(7)}
KIRITIMATI, PAGO_PAGO = {"time_zone": "Pacific/Kiritimati"}, {"time_zone": "Pacific/Pago_Pago"}

CHANGES = {
    "a longer night": ({"nights_off": True}, NO_NIGHT, LONG_NIGHT),
    "no night": ({"nights_off": True}, LONG_NIGHT, NO_NIGHT),
    "a zone": ({"nights_off": True}, {"time_zone": "UTC"} | LONG_NIGHT, {"time_zone": "Asia/Tokyo"}),
    "a later weekend": ({"weekends_off": True}, KIRITIMATI, PAGO_PAGO),
    "an earlier weekend": ({"weekends_off": True}, PAGO_PAGO, KIRITIMATI),
    "later playing hours": ({"playing_hours": 12}, {"playing_from": 7}, {"playing_from": 13}),
    "playing hours elsewhere": ({"playing_hours": 8}, {"time_zone": "Asia/Tokyo"}, {"time_zone": "America/Lima"}),
    "playing hours and weekends": (
        {"playing_hours": 16, "weekends_off": True},
        KIRITIMATI | {"playing_from": 9},
        PAGO_PAGO | {"playing_from": 20},
    ),
}
"""The table's rest, the settings with which a turn begins, and the settings after the change."""


@pytest.fixture(autouse=True)
def friday() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None) -> list[User]:
    return [somebody(name) for name in ("alice", "bob")]


def change(users: list[User], settings: dict[str, Any]) -> None:
    User.objects.filter(pk__in=[user.pk for user in users]).update(**settings)
    for user in users:
        user.refresh_from_db()


def agree(game: Game, kind: str) -> None:
    first, second = game.players.select_related("game", "user").order_by("seat")
    play.cast(second, play.propose(first, kind).pk, True)


def begin_vacation(me: Player, choice: ArrangementChoice = PAUSE) -> None:
    user = User.objects.get(pk=me.user_id)
    today = timezone.now().astimezone(user.zone).date()
    play.plan_vacation(user, today, today, {me.pk: choice})


def end_vacation(me: Player) -> None:
    play.cancel_vacation(me.user.vacations.get(state="on"))


# --- the report


def test_no_cycle_of_night_and_vacation_makes_a_day_longer(people: list[User]) -> None:
    change(people, LONG_NIGHT)
    me = asked_seat(table_of(*people, pace_hours=24, nights_off=True))
    for _cycle in range(3):
        change(people, NO_NIGHT)
        begin_vacation(me)
        change(people, LONG_NIGHT)
        end_vacation(me)
    assert asked_seat(me.game).deadline == me.deadline


# --- each use of a running or paused clock


@dataclass
class Turn:
    """A turn after nine hours, and the settings that its player changes to."""

    game: Game
    settings: dict[str, Any]
    now: time_machine.Traveller

    def me(self) -> Player:
        return asked_seat(self.game)

    def change(self) -> None:
        change([player.user for player in self.game.players.select_related("user")], self.settings)


def pause_and_resume(turn: Turn) -> None:
    agree(turn.game, Vote.Kind.PAUSE)
    turn.change()
    agree(turn.game, Vote.Kind.RESUME)


def pause_with_new_settings(turn: Turn) -> None:
    turn.change()
    begin_vacation(turn.me())
    turn.now.shift(5 * HOUR)
    end_vacation(turn.me())


def extend(turn: Turn) -> None:
    turn.change()
    agree(turn.game, Vote.Kind.EXTEND)


def shorten(turn: Turn) -> None:
    given = play.extend(turn.me())
    turn.change()
    assert play.shorten(turn.me(), given)


def forgive(turn: Turn) -> None:
    turn.now.move_to(turn.me().deadline + HOUR)
    turn.change()
    assert play.time_up(turn.me().pk)


def hand_to_friend(turn: Turn) -> None:
    me, friend = turn.me(), somebody(f"friend{turn.game.pk}", time_zone="America/Lima")
    begin_vacation(me, ArrangementChoice("friend", friend.username))
    turn.change()
    play.accept_sitting_in(Arrangement.objects.get(player=me), friend)


def come_back(turn: Turn) -> None:
    me = turn.me()
    begin_vacation(me, COMPUTER)
    turn.change()
    play.take_back(me, me.user)


def clock_after(
    act: Callable[[Turn], None], before: dict[str, Any], after: dict[str, Any], names: str, **facts: Any
) -> Player:
    """Return the seat to move after ``act``, in a turn that began with the ``before`` settings."""
    with time_machine.travel(FRIDAY, tick=False) as now:
        people = [somebody(name, **before) for name in names.split()]
        game = table_of(*people, **facts)
        now.shift(9 * HOUR)
        act(turn := Turn(game, after, now))
        return turn.me()


ACTS = [pause_and_resume, pause_with_new_settings, extend, shorten, forgive, hand_to_friend, come_back]


@pytest.mark.parametrize(("act", "settings"), combined(ACTS, CHANGES))
def test_the_deadline_is_as_if_the_settings_had_stayed(db: None, act: Callable[[Turn], None], settings: str) -> None:
    off, before, after = CHANGES[settings]
    stayed = clock_after(act, before, before, "alice bob", pace_hours=48, **off)
    changed = clock_after(act, before, after, "carol dave", pace_hours=48, **off)
    assert changed.deadline == stayed.deadline


def move_on(turn: Turn) -> None:
    """Let both players move, so that the first is to move again."""
    turn.change()
    pass_on(turn.game)
    change([player.user for player in turn.game.players.select_related("user")], NO_NIGHT | {"time_zone": "UTC"})
    pass_on(turn.game)


@pytest.mark.parametrize(("act", "settings"), combined([move_on, pause_and_resume, extend, come_back], CHANGES))
def test_the_reserve_burns_as_if_the_settings_had_stayed(db: None, act: Callable[[Turn], None], settings: str) -> None:
    off, before, after = CHANGES[settings]
    reserve = {"clock": "bank", "bank_hours": 48, "added_hours": 1, "cap_hours": 72}
    stayed = clock_after(act, before, before, "alice bob", **reserve, **off)
    changed = clock_after(act, before, after, "carol dave", **reserve, **off)
    assert changed.bank == stayed.bank


# --- from the next turn


def test_a_change_counts_from_the_next_turn(people: list[User]) -> None:
    game = table_of(*people, pace_hours=24, nights_off=True)
    change(people, NO_NIGHT)
    assert asked_seat(game).deadline == FRIDAY + 32 * HOUR
    pass_on(game)
    assert asked_seat(game).deadline == FRIDAY + DAY
    change(people, LONG_NIGHT)
    pass_on(game)
    assert asked_seat(game).deadline == FRIDAY + 34 * HOUR


def test_a_turn_that_is_over_leaves_no_rest_hours_behind(people: list[User]) -> None:
    game = table_of(*people, nights_off=True)
    me = asked_seat(game)
    assert me.turn_clock is not None
    pass_on(game)
    me.refresh_from_db()
    assert me.turn_clock is None


@pytest.mark.parametrize("arranged", [None, COMPUTER, PAUSE])
def test_erasure_takes_the_rest_hours_from_the_seat(people: list[User], arranged: ArrangementChoice | None) -> None:
    change(people, LONG_NIGHT)
    me = asked_seat(table_of(*people, somebody("carol"), nights_off=True))
    if arranged:
        begin_vacation(me, arranged)
    erase_user(User.objects.get(pk=me.user_id))
    me.refresh_from_db()
    assert (me.user, me.turn_clock) == (None, None)


def test_a_clock_that_runs_at_the_upgrade_keeps_todays_settings(people: list[User]) -> None:
    change(people, LONG_NIGHT)
    me = asked_seat(table_of(*people, nights_off=True))
    Player.objects.update(turn_clock=None)
    import_module("games.migrations.0043_turn_clocks").keep_rest_hours(apps, None)
    assert list(Player.objects.filter(turn_clock__isnull=False)) == [me]
    change(people, NO_NIGHT)
    agree(me.game, Vote.Kind.PAUSE)
    agree(me.game, Vote.Kind.RESUME)
    assert asked_seat(me.game).deadline == me.deadline


# --- a turn keeps its clock when a computer player or a substitute takes the seat


def test_a_vacation_with_a_computer_player_is_no_new_turn(people: list[User], friday: time_machine.Traveller) -> None:
    me = asked_seat(table_of(*people, pace_hours=48))
    friday.shift(10 * HOUR)
    begin_vacation(me, COMPUTER)
    end_vacation(me)
    assert asked_seat(me.game).deadline == me.deadline


def test_a_reserve_is_added_to_once_a_turn(people: list[User]) -> None:
    me = asked_seat(table_of(*people, clock="bank", bank_hours=48, added_hours=12, cap_hours=240))
    begin_vacation(me, COMPUTER)
    end_vacation(me)
    assert asked_seat(me.game).bank == me.bank


def test_in_one_turn_the_time_is_topped_up_to_a_day_once(people: list[User], friday: time_machine.Traveller) -> None:
    me = asked_seat(table_of(*people, pace_hours=48))
    friday.shift(47 * HOUR)
    for left in (DAY, 23 * HOUR):
        begin_vacation(me, COMPUTER)
        end_vacation(me)
        assert asked_seat(me.game).deadline == timezone.now() + left
        friday.shift(HOUR)


def test_a_turn_that_began_with_a_computer_player_is_whole_for_the_owner(
    people: list[User], friday: time_machine.Traveller
) -> None:
    game = table_of(*people, pace_hours=48)
    other = game.players.select_related("user").get(to_move_since=None)
    begin_vacation(other, COMPUTER)
    pass_on(game)
    friday.shift(HOUR)
    end_vacation(other)
    assert asked_seat(game).deadline == timezone.now() + 2 * DAY


def test_the_reserve_of_a_paused_turn_stays_with_a_stand_in(people: list[User], friday: time_machine.Traveller) -> None:
    me = asked_seat(table_of(*people, pace_hours=48))
    friday.shift(10 * HOUR)
    agree(me.game, Vote.Kind.PAUSE)
    begin_vacation(me, COMPUTER)
    end_vacation(me)
    agree(me.game, Vote.Kind.RESUME)
    assert asked_seat(me.game).deadline == me.deadline


# --- extensions by moderators


def test_time_that_is_taken_back_is_what_was_given(people: list[User], friday: time_machine.Traveller) -> None:
    """With nights off, an extension by a day of playing time takes more than a day."""
    change(people, LONG_NIGHT)
    me = asked_seat(table_of(*people, pace_hours=72, nights_off=True))
    given = play.extend(me)
    agree(me.game, Vote.Kind.PAUSE)
    play.shorten(me, given)
    agree(me.game, Vote.Kind.RESUME)
    assert asked_seat(me.game).deadline == me.deadline
