"""How clocks run: examples around DST changes, and a comparison with a count of single minutes in every zone."""

from __future__ import annotations

import os
import time as process_time
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.profile.night_hours import check_night
from games import clock
from games.clock import RestHours, Terms
from tests.games.hours import (
    APIA,
    BY_TURN,
    CHANGES,
    CHICAGO,
    DAY,
    HOUR,
    KATHMANDU,
    LIMA,
    LORD_HOWE,
    MINUTE,
    NIGHT,
    NOTHING,
    STOCKHOLM,
    ZONES,
    at,
    burns_at,
    moments,
    places,
    spans,
)

# Nights and weekends


def test_a_night_that_crosses_midnight_does_not_burn() -> None:
    rest = RestHours(STOCKHOLM, night=NIGHT)
    evening = at(STOCKHOLM, date(2026, 11, 3), 22)
    assert clock.playing_time(evening, at(STOCKHOLM, date(2026, 11, 4), 8), rest) == 2 * HOUR
    assert clock.after(evening, 2 * HOUR, rest) == at(STOCKHOLM, date(2026, 11, 4), 8)


def test_a_night_after_midnight_does_not_burn() -> None:
    rest = RestHours(CHICAGO, night=(time(1), time(6, 30)))
    evening = at(CHICAGO, date(2026, 6, 3), 22)
    assert clock.playing_time(evening, at(CHICAGO, date(2026, 6, 4), 7), rest) == 3.5 * HOUR


def test_time_that_is_up_as_the_night_begins_is_up_then() -> None:
    rest = RestHours(STOCKHOLM, night=NIGHT)
    deadline = clock.after(at(STOCKHOLM, date(2026, 11, 3), 22), HOUR, rest)
    assert deadline == at(STOCKHOLM, date(2026, 11, 3), 23)


def test_nothing_after_the_start_is_the_start_even_at_night() -> None:
    midnight = at(STOCKHOLM, date(2026, 11, 3), 0)
    assert clock.after(midnight, NOTHING, RestHours(STOCKHOLM, night=NIGHT)) == midnight


def test_equal_times_are_no_night() -> None:
    rest = RestHours(STOCKHOLM, night=(time(7), time(7)))
    start = at(STOCKHOLM, date(2026, 11, 3), 12)
    assert clock.playing_time(start, start + 5 * DAY, rest) == 5 * DAY


def test_a_weekend_is_saturday_and_sunday_of_the_zone() -> None:
    friday_evening = at(KATHMANDU, date(2026, 11, 20), 18)
    rest = RestHours(KATHMANDU, weekends=True)
    assert clock.after(friday_evening, 12 * HOUR, rest) == at(KATHMANDU, date(2026, 11, 23), 6)
    assert clock.after(friday_evening, 12 * HOUR, RestHours(LIMA, weekends=True)) == friday_evening + 12 * HOUR


def test_a_sunday_night_runs_into_monday() -> None:
    rest = RestHours(CHICAGO, weekends=True, night=NIGHT)
    friday_evening = at(CHICAGO, date(2026, 11, 20), 22)
    assert clock.after(friday_evening, HOUR + MINUTE, rest) == at(CHICAGO, date(2026, 11, 23), 7, 1)


@pytest.mark.parametrize(
    ("zone", "evening", "lasted"),
    [
        (STOCKHOLM, date(2026, 3, 28), 7 * HOUR),
        (STOCKHOLM, date(2026, 10, 24), 9 * HOUR),
        (CHICAGO, date(2026, 3, 7), 7 * HOUR),
        (CHICAGO, date(2026, 10, 31), 9 * HOUR),
        (LORD_HOWE, date(2026, 10, 3), 7.5 * HOUR),
        (LORD_HOWE, date(2026, 4, 4), 8.5 * HOUR),
        (KATHMANDU, date(2026, 3, 28), 8 * HOUR),
        (LIMA, date(2026, 10, 24), 8 * HOUR),
    ],
)
def test_the_night_of_the_change_lasts_as_long_as_it_does(zone: ZoneInfo, evening: date, lasted: timedelta) -> None:
    rest = RestHours(zone, night=NIGHT)
    before, morning = at(zone, evening, 22), at(zone, evening + DAY, 8)
    assert morning.astimezone(UTC) - before.astimezone(UTC) == lasted + 2 * HOUR
    assert clock.playing_time(before, morning, rest) == 2 * HOUR
    assert clock.after(before, 2 * HOUR, rest) == morning


# Playing hours


@pytest.mark.parametrize(
    ("begins", "hours", "night"),
    [
        (9, 12, (time(21), time(9))),
        (9, 16, (time(23), time(7))),
        (9, 8, (time(19), time(11))),
        (0, 16, (time(14), time(22))),
        (23, 8, (time(9), time(1))),
        (14, 12, (time(2), time(14))),
    ],
)
def test_shorter_and_longer_days_have_the_same_middle(begins: int, hours: int, night: tuple[time, time]) -> None:
    assert clock.night_outside(begins, hours) == night


@given(places(), st.integers(0, 23), st.sampled_from([8, 12, 16]), st.integers(0, 20))
def test_every_day_has_its_playing_hours(place: tuple[RestHours, datetime], begins: int, hours: int, days: int) -> None:
    terms = Terms("turn", 3 * HOUR, hours=hours)
    rest = terms.rest(LIMA, clock.night_outside(begins, hours))
    assert clock.playing_time(place[1], place[1] + days * DAY, rest) == days * hours * HOUR


@pytest.mark.parametrize(("zone", "day"), [(STOCKHOLM, date(2026, 3, 29)), (STOCKHOLM, date(2026, 10, 25))])
def test_playing_hours_through_the_change_of_the_clocks_lose_and_gain_an_hour(zone: ZoneInfo, day: date) -> None:
    rest = RestHours(zone, night=clock.night_outside(1, 12))
    lasted = clock.playing_time(at(zone, day, 0), at(zone, day, 23), rest)
    assert lasted == (11 * HOUR if day.month == 3 else 13 * HOUR)
    by_day = RestHours(zone, night=clock.night_outside(9, 12))
    assert clock.playing_time(at(zone, day, 0), at(zone, day, 23), by_day) == 12 * HOUR


@pytest.mark.parametrize(("hours", "grace"), [(0, DAY), (8, 8 * HOUR), (12, 12 * HOUR), (16, 16 * HOUR)])
def test_a_free_miss_puts_the_deadline_off_by_a_day(hours: int, grace: timedelta) -> None:
    terms = Terms("turn", 3 * HOUR, hours=hours)
    assert clock.grace(terms) == grace
    noon = at(STOCKHOLM, date(2026, 11, 3), 13)
    rest = terms.rest(STOCKHOLM, clock.night_outside(9, hours) if hours else None)
    assert clock.after(noon, clock.grace(terms), rest) == noon + DAY


def test_a_night_that_begins_in_the_gap_begins_after_it() -> None:
    rest = RestHours(STOCKHOLM, night=(time(2, 30), time(7)))
    change = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert clock.after(change - HOUR, 2 * HOUR, rest) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    assert clock.playing_time(change, change + 4 * HOUR, rest) == NOTHING


def test_a_night_that_ends_in_the_gap_ends_with_it() -> None:
    rest = RestHours(STOCKHOLM, night=(time(22), time(2, 30)))
    change = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert clock.after(change - HOUR, MINUTE, rest) == change + MINUTE


def test_a_night_wholly_in_the_gap_does_not_come() -> None:
    rest = RestHours(STOCKHOLM, night=(time(2, 15), time(2, 45)))
    change = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert clock.playing_time(change - 2 * HOUR, change + 2 * HOUR, rest) == 4 * HOUR


def test_night_hours_that_are_shown_twice_are_night_twice() -> None:
    rest = RestHours(STOCKHOLM, night=(time(2, 15), time(2, 45)))
    change = datetime(2026, 10, 25, 1, tzinfo=UTC)
    assert clock.playing_time(change - 2 * HOUR, change + 2 * HOUR, rest) == 3 * HOUR
    assert clock.playing_time(change - 15 * MINUTE, change + 15 * MINUTE, rest) == 30 * MINUTE


def test_a_change_is_met_to_the_microsecond() -> None:
    rest = RestHours(STOCKHOLM, night=(time(3), time(7)))
    change = datetime(2026, 3, 29, 1, tzinfo=UTC)
    start = change - HOUR + timedelta(microseconds=500_001)
    assert clock.playing_time(start, change + HOUR, rest) == change - start


def test_a_weekend_with_a_change_lasts_47_hours() -> None:
    rest = RestHours(STOCKHOLM, weekends=True)
    friday = at(STOCKHOLM, date(2026, 3, 27), 23)
    assert clock.after(friday, HOUR + MINUTE, rest) - friday.astimezone(UTC) == 48 * HOUR + MINUTE


def test_a_midnight_that_does_not_come_starts_the_weekend_all_the_same() -> None:
    havana = ZoneInfo("America/Havana")
    sunday = datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert (
        clock.playing_time(sunday - 26 * HOUR, sunday + 30 * HOUR, RestHours(havana, weekends=True)) == (2 + 7) * HOUR
    )


def test_the_day_that_samoa_skipped() -> None:
    thursday = at(APIA, date(2011, 12, 29), 22)
    assert clock.after(thursday, 3 * HOUR, RestHours(APIA)) == at(APIA, date(2011, 12, 31), 1)
    resting = RestHours(APIA, weekends=True, night=NIGHT)
    assert clock.after(thursday, 2 * HOUR, resting) == at(APIA, date(2012, 1, 2), 8)


@given(places(), st.integers(0, 3 * 24 * 60))
@example((RestHours(LORD_HOWE, True, (time(1, 45), time(2, 15))), datetime(2026, 4, 4, 13, tzinfo=UTC)), 600)
def test_the_clock_agrees_with_counting_minutes(place: tuple[RestHours, datetime], minutes: int) -> None:
    rest, start = place
    start = start.replace(second=0, microsecond=0)
    burnt = sum(burns_at(start + minute * MINUTE, rest) for minute in range(minutes))
    assert clock.playing_time(start, start + minutes * MINUTE, rest) == burnt * MINUTE


# Invariants


@given(places(), spans)
def test_after_and_playing_time_agree(place: tuple[RestHours, datetime], span: timedelta) -> None:
    rest, start = place
    end = clock.after(start, span, rest)
    assert clock.playing_time(start, end, rest) == span
    assert end - start >= span
    if span:
        earlier = end - timedelta(microseconds=1)
        assert clock.playing_time(start, earlier, rest) < span
        assert burns_at(earlier, rest)


@given(places(), spans, spans)
def test_stretches_of_playing_time_add_up(
    place: tuple[RestHours, datetime], first: timedelta, second: timedelta
) -> None:
    rest, start = place
    between, end = start + first, start + first + second
    whole = clock.playing_time(start, end, rest)
    assert clock.playing_time(start, between, rest) + clock.playing_time(between, end, rest) == whole
    assert clock.playing_time(start, between, rest) <= whole <= first + second


@given(places(), spans, spans)
def test_more_time_is_never_earlier(place: tuple[RestHours, datetime], first: timedelta, second: timedelta) -> None:
    rest, start = place
    less, more = sorted((first, second))
    assert clock.after(start, less, rest) <= clock.after(start, more, rest)
    assert clock.after(start, less + more, rest) == clock.after(clock.after(start, less, rest), more, rest)
    assert clock.after(start, less, rest) <= clock.after(start + more, less, rest)


@given(places(), spans)
def test_backwards_nothing_burns(place: tuple[RestHours, datetime], span: timedelta) -> None:
    rest, start = place
    assert clock.playing_time(start, start - span, rest) == NOTHING


@given(moments(), spans)
def test_without_rest_time_is_time(start: datetime, span: timedelta) -> None:
    assert clock.after(start, span, RestHours(CHICAGO)) == start + span


@given(places(), spans, st.sampled_from(ZONES))
def test_the_zone_in_which_a_moment_is_written_is_nothing_to_it(
    place: tuple[RestHours, datetime], span: timedelta, zone: str
) -> None:
    rest, start = place
    end = clock.after(start, span, rest)
    assert clock.after(start.astimezone(ZoneInfo(zone)), span, rest) == end
    assert end.tzinfo is UTC


@pytest.fixture(params=["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def process_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run the whole process in another time zone."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", request.param)
        process_time.tzset()
        yield request.param
    process_time.tzset()


@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_the_zone_of_the_process_is_nothing_to_it(process_zone: str, zone: ZoneInfo, change: datetime) -> None:
    assert os.environ["TZ"] == process_zone
    rest = RestHours(zone, weekends=True, night=NIGHT)
    start, step = change - 30 * HOUR, 5 * MINUTE
    ends = [clock.after(start, hours * HOUR, rest) for hours in range(1, 60)]
    burns = (burns_at(start + number * step, rest) for number in range((ends[-1] - start) // step))
    burnt = [0, *accumulate(burns)]
    assert [burnt[(end - start) // step] for end in ends] == [hours * HOUR // step for hours in range(1, 60)]


def test_a_moment_without_a_zone_is_refused() -> None:
    noon = datetime(2026, 11, 3, 12)
    with pytest.raises(ValueError, match="no time zone"):
        clock.playing_time(noon, noon.replace(tzinfo=UTC), RestHours(CHICAGO))
    with pytest.raises(ValueError, match="no time zone"):
        clock.after(noon, HOUR, RestHours(CHICAGO))


def test_no_time_can_be_given_back() -> None:
    with pytest.raises(ValueError, match="go back"):
        clock.after(datetime(2026, 11, 3, 12, tzinfo=UTC), -HOUR, RestHours(CHICAGO))


def test_a_time_beyond_the_calendar_is_an_error() -> None:
    with pytest.raises(OverflowError):
        clock.after(datetime(9999, 12, 1, tzinfo=UTC), 60 * DAY, RestHours(CHICAGO, night=NIGHT))


def test_two_weeks_are_walked_from_border_to_border() -> None:
    asked: list[datetime] = []

    class Counting(ZoneInfo):
        def fromutc(self, moment: datetime) -> datetime:
            asked.append(moment)
            return super().fromutc(moment)

    rest = RestHours(Counting.no_cache("Europe/Stockholm"), weekends=True, night=NIGHT)
    start = datetime(2026, 10, 20, tzinfo=UTC)
    end = clock.after(start, 14 * DAY, rest)
    assert end - start > 28 * DAY
    assert len(asked) < 300


# Night hours


@pytest.mark.parametrize(("from_", "until"), [(time(22), time(8)), (time(0), time(10)), (time(14), time(14))])
def test_ten_hours_of_night_are_a_night(from_: time, until: time) -> None:
    check_night(from_, until)


@pytest.mark.parametrize(("from_", "until"), [(time(22), time(8, 1)), (time(0), time(23, 59)), (time(7), time(23))])
def test_more_are_refused(from_: time, until: time) -> None:
    with pytest.raises(ValidationError, match="at most 10 hours"):
        check_night(from_, until)


def test_own_night_hours_count_only_where_the_table_has_nights_off() -> None:
    assert BY_TURN.rest(CHICAGO, NIGHT) == RestHours(CHICAGO)
    assert Terms("turn", DAY, nights=True, weekends=True).rest(CHICAGO, NIGHT) == RestHours(CHICAGO, True, NIGHT)
