"""The days of a vacation: planned, counted, changed and given back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from importlib import import_module

import pytest
import time_machine
from django.apps import apps

from accounts.models import User
from games import play
from games.models import Game, Vacation
from tests.playing import incident_kinds
from tests.queue import Queue
from tests.vacations.vacation_steps import COMPUTER, DAY, NOON, PAUSE, TODAY, fresh, mine, sweep


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
    with pytest.raises(play.Refused, match="You already have a vacation on some of these days"):
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


def test_each_begin_of_a_vacation_costs_its_day(alice: User) -> None:
    for spent in range(1, 31):
        begun = play.plan_vacation(alice, TODAY, TODAY + (30 - spent) * DAY, {})
        play.cancel_vacation(begun)
        assert play.days_left(alice, 2026) == 30 - spent
    with pytest.raises(play.Refused, match="In 2026 you have 0 days"):
        play.plan_vacation(alice, TODAY, TODAY, {})


def test_a_vacation_that_is_cancelled_before_it_begins_costs_nothing(alice: User) -> None:
    for _time in range(3):
        play.cancel_vacation(play.plan_vacation(alice, TODAY + DAY, TODAY + 9 * DAY, {}))
    assert play.days_left(alice, 2026) == 30


def test_more_days_than_there_are_were_taken_before_each_begin_counted(alice: User) -> None:
    at = {"begins_at": NOON, "ends_at": NOON, "state": Vacation.State.OVER}
    Vacation.objects.bulk_create(Vacation(user=alice, first=TODAY, last=TODAY, **at) for _ in range(31))
    assert play.days_left(alice, 2026) == 0


KIRITIMATI, PAGO_PAGO = "Pacific/Kiritimati", "Pacific/Pago_Pago"
"""Two time zones that are 25 hours apart."""


def move_to(user: User, zone: str) -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    user.refresh_from_db()


def test_a_vacation_keeps_the_zone_in_which_it_began(alice: User, clock: time_machine.Traveller) -> None:
    """Otherwise, a mere change of zone would make it a day longer."""
    move_to(alice, KIRITIMATI)
    begun = play.plan_vacation(alice, TODAY + DAY, TODAY + DAY, {})
    assert begun.state == Vacation.State.ON
    move_to(alice, PAGO_PAGO)
    changed = play.change_vacation(begun, begun.first, begun.last, {})
    assert (changed.begins_at, changed.ends_at) == (begun.begins_at, begun.ends_at)
    assert changed.ends_at - changed.begins_at == DAY


def test_the_last_day_of_one_that_ends_early_is_that_of_its_own_zone(
    alice: User, clock: time_machine.Traveller
) -> None:
    move_to(alice, KIRITIMATI)
    begun = play.plan_vacation(alice, TODAY + DAY, TODAY + 9 * DAY, {})
    clock.shift(2 * DAY)
    move_to(alice, PAGO_PAGO)
    assert play.cancel_vacation(begun).last == TODAY + 3 * DAY
    assert play.days_left(alice, 2026) == 27


def test_a_vacation_under_way_at_the_upgrade_keeps_todays_zone(alice: User) -> None:
    move_to(alice, KIRITIMATI)
    begun = play.plan_vacation(alice, TODAY + DAY, TODAY + 2 * DAY, {})
    Vacation.objects.update(time_zone="")
    import_module("games.migrations.0044_time_zones_of_vacations").keep_zones(apps, None)
    assert fresh(begun).time_zone == KIRITIMATI


def test_a_planned_vacation_is_changed_in_the_present_zone(alice: User) -> None:
    planned = play.plan_vacation(alice, TODAY + DAY, TODAY + DAY, {})
    move_to(alice, "America/Chicago")
    changed = play.change_vacation(planned, TODAY + DAY, TODAY + DAY, {})
    assert changed.begins_at == datetime(2026, 11, 21, 6, tzinfo=UTC)


def test_a_vacation_can_be_changed(alice: User, game: Game) -> None:
    me = mine(game, alice)
    vacation = play.plan_vacation(alice, TODAY + 3 * DAY, TODAY + 5 * DAY, {me.pk: PAUSE})
    play.change_vacation(vacation, TODAY + 4 * DAY, TODAY + 8 * DAY, {me.pk: COMPUTER})
    vacation.refresh_from_db()
    assert (vacation.first, vacation.last) == (TODAY + 4 * DAY, TODAY + 8 * DAY)
    assert vacation.arrangements.get().kind == "computer"
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
    assert incident_kinds(game)[-1] == "returned"
    assert not play.begin_vacation(vacation.pk)
    assert not play.end_vacation(vacation.pk)
