"""The clock of a seat: turns, banks, pauses, reminders."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.clock import RestHours
from tests.games.hours import (
    BY_BANK,
    BY_TURN,
    DAY,
    HOUR,
    MINUTE,
    NIGHT,
    NO_CLOCK,
    NOTHING,
    STOCKHOLM,
    at,
    burns_at,
    places,
    spans,
)

NOON = at(STOCKHOLM, date(2026, 11, 3), 12)
AWAKE = RestHours(STOCKHOLM)


def test_a_turn_has_its_time() -> None:
    assert clock.begin(BY_TURN, None) == (None, 2 * DAY)
    assert clock.stop(BY_TURN, None, NOON, NOON + DAY, AWAKE) is None


def test_without_a_clock_there_is_no_deadline() -> None:
    assert clock.begin(NO_CLOCK, None) == (None, None)
    assert clock.stop(NO_CLOCK, None, NOON, NOON + DAY, AWAKE) is None


def test_a_bank_starts_with_the_reserve_and_what_the_first_turn_adds() -> None:
    assert clock.begin(BY_BANK, None) == (3.5 * DAY, 3.5 * DAY)


def test_an_empty_bank_is_not_a_new_one() -> None:
    assert clock.begin(BY_BANK, NOTHING) == (12 * HOUR, 12 * HOUR)


def test_a_bank_never_holds_more_than_its_cap() -> None:
    assert clock.begin(BY_BANK, 5 * DAY - HOUR) == (5 * DAY, 5 * DAY)


def test_only_the_used_time_is_taken_from_the_bank() -> None:
    rest = RestHours(STOCKHOLM, night=NIGHT)
    assert clock.stop(BY_BANK, 2 * DAY, NOON, NOON + DAY, rest) == 2 * DAY - 16 * HOUR
    assert clock.stop(BY_BANK, HOUR, NOON, NOON + DAY, rest) == NOTHING


@given(places(), st.lists(st.tuples(spans, spans), max_size=8))
def test_a_bank_is_between_zero_and_its_cap(
    place: tuple[RestHours, datetime], turns: list[tuple[timedelta, timedelta]]
) -> None:
    rest, now = place
    bank: timedelta | None = None
    for thought, waited in turns:
        bank, span = clock.begin(BY_BANK, bank)
        assert bank == span and BY_BANK.added <= bank <= BY_BANK.cap
        deadline = clock.resume(span, now, rest)
        assert clock.playing_time(now, deadline, rest) == bank
        left = clock.stop(BY_BANK, bank, now, now + thought, rest)
        assert NOTHING <= left <= bank
        assert (left == NOTHING) == (now + thought >= deadline or bank == NOTHING)
        bank, now = left, now + thought + waited


@given(places(), spans, spans)
def test_pausing_and_going_on_at_once_changes_nothing(
    place: tuple[RestHours, datetime], span: timedelta, passed: timedelta
) -> None:
    rest, since = place
    deadline = clock.after(since, span, rest)
    now = since + passed
    left = clock.pause(deadline, now, rest)
    resumed = clock.resume(left, now, rest)
    assert NOTHING <= left <= span
    assert clock.pause(resumed, now, rest) == left
    if left:
        assert resumed == deadline
    bank = clock.stop(BY_BANK, 5 * DAY, since, now, rest)
    assert clock.stop(BY_BANK, bank, now, now, rest) == bank


@given(places(), spans, spans)
def test_a_pause_costs_nothing(place: tuple[RestHours, datetime], left: timedelta, paused: timedelta) -> None:
    rest, now = place
    assert clock.pause(clock.resume(left, now + paused, rest), now + paused, rest) == left


def test_expired_time_remains_expired_after_a_pause() -> None:
    assert clock.pause(NOON, NOON + HOUR, AWAKE) == NOTHING
    assert clock.resume(NOTHING, NOON + DAY, AWAKE) == NOON + DAY


# Reminders


@pytest.mark.parametrize(
    ("time_for_it", "lead"),
    [(12 * HOUR, 3 * HOUR), (DAY, 6 * HOUR), (2 * DAY, 12 * HOUR), (4 * DAY, DAY), (7 * DAY, DAY), (NOTHING, NOTHING)],
)
def test_the_reminder_comes_a_quarter_before_and_at_most_a_day(time_for_it: timedelta, lead: timedelta) -> None:
    assert clock.remind_at(NOON + time_for_it, NOON, AWAKE) == NOON + time_for_it - lead


def test_the_quarter_is_of_the_time_on_the_wall() -> None:
    friday = at(STOCKHOLM, date(2026, 11, 20), 12)
    rest = RestHours(STOCKHOLM, weekends=True)
    deadline = clock.after(friday, DAY, rest)
    assert clock.remind_at(deadline, friday, rest) == deadline - 18 * HOUR


def test_a_deadline_before_the_asking_has_its_reminder_at_once() -> None:
    assert clock.remind_at(NOON, NOON + DAY, AWAKE) == NOON


def test_the_reminder_does_not_mind_a_change_of_the_clocks() -> None:
    saturday = at(STOCKHOLM, date(2026, 10, 24), 12)
    deadline = at(STOCKHOLM, date(2026, 10, 25), 11)
    assert clock.remind_at(deadline, saturday, AWAKE) == deadline.astimezone(UTC) - 6 * HOUR


@pytest.mark.parametrize(
    ("time_for_it", "minutes", "comes"),
    [
        (2 * DAY, 60, True),
        (2 * DAY, 0, False),
        (2 * DAY, 12 * 60 - 10, True),
        (2 * DAY, 12 * 60 - 9, False),
        (2 * DAY, 12 * 60, False),
        (2 * DAY, 3 * 24 * 60, False),
        (30 * MINUTE, 5, False),
        (12 * HOUR, 120, True),
    ],
)
def test_the_last_call(time_for_it: timedelta, minutes: int, comes: bool) -> None:
    deadline = NOON + time_for_it
    expected = deadline - minutes * MINUTE if comes else None
    assert clock.last_reminder_at(deadline, NOON, AWAKE, minutes) == expected


@given(places(), spans, st.integers(0, 2000))
def test_reminders_come_in_their_order(place: tuple[RestHours, datetime], span: timedelta, minutes: int) -> None:
    rest, since = place
    deadline = clock.after(since, span, rest)
    first, last = clock.remind_at(deadline, since, rest), clock.last_reminder_at(deadline, since, rest, minutes)
    assert since <= first <= deadline and deadline - first <= DAY
    assert last is None or first + 10 * MINUTE <= last < deadline


@given(places(), spans, st.integers(1, 2000))
def test_no_reminder_comes_in_the_rest_hours_of_a_day(
    place: tuple[RestHours, datetime], span: timedelta, minutes: int
) -> None:
    rest, since = replace(place[0], weekends=False), place[1]
    deadline = clock.after(since, span + 20 * MINUTE, rest)
    reminders = clock.remind_at(deadline, since, rest), clock.last_reminder_at(deadline, since, rest, minutes)
    # A reminder may come at the moment when the rest begins, but not during it.
    assert all(burns_at(at - MINUTE / 60000, rest) for at in reminders if at not in (None, deadline - DAY))


WORKDAY = RestHours(STOCKHOLM, night=clock.night_outside(9, 12))


def test_a_turn_that_ends_in_the_morning_has_its_reminder_in_the_evening_before() -> None:
    evening = at(STOCKHOLM, date(2026, 11, 3), 18, 30)
    deadline = clock.after(evening, 3 * HOUR, WORKDAY)
    assert deadline == at(STOCKHOLM, date(2026, 11, 4), 9, 30)
    assert clock.remind_at(deadline, evening, WORKDAY) == at(STOCKHOLM, date(2026, 11, 3), 20, 45)
    assert clock.last_reminder_at(deadline, evening, WORKDAY, 10) == at(STOCKHOLM, date(2026, 11, 4), 9, 20)
