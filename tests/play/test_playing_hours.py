"""Tables with playing hours: deadlines, reminders, and what gives more time, for players in different zones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Notice, NotificationKind, Player
from tests.cast import somebody, table_of
from tests.playing import asked_seat, pass_on

pytestmark = pytest.mark.both

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""A Friday."""
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FEW = {"pace_hours": 3, "playing_hours": 12}


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None) -> list[User]:
    return [somebody(name) for name in ("alice", "bob")]


def settle(people: list[User], **settings: object) -> None:
    User.objects.update(**settings)
    for user in people:
        user.refresh_from_db()


def reminders(player: Player) -> list[datetime]:
    found = Notice.objects.filter(player=player, kind=NotificationKind.NEAR, data__deadline=player.deadline.isoformat())
    return list(found.order_by("due_at").values_list("due_at", flat=True))


def test_the_clock_rests_outside_the_playing_hours(people: list[User], noon: time_machine.Traveller) -> None:
    noon.move_to(NOON.replace(hour=20))
    me = asked_seat(table_of(*people, **FEW))
    assert me.deadline == datetime(2026, 11, 21, 11, tzinfo=UTC)


def test_a_turn_that_begins_at_night_begins_in_the_morning(people: list[User], noon: time_machine.Traveller) -> None:
    noon.move_to(NOON.replace(hour=23))
    assert asked_seat(table_of(*people, **FEW)).deadline == datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "deadline"),
    [
        ("America/Chicago", datetime(2026, 11, 20, 18, tzinfo=UTC)),  # it is 6:00 there; the hours begin at 15:00 UTC
        ("Europe/Stockholm", datetime(2026, 11, 20, 15, tzinfo=UTC)),
        ("Asia/Tokyo", datetime(2026, 11, 21, 3, tzinfo=UTC)),  # it is 21:00 there, the end of the day
    ],
)
def test_playing_hours_are_those_of_the_players_zone(people: list[User], zone: str, deadline: datetime) -> None:
    settle(people, time_zone=zone)
    assert asked_seat(table_of(*people, **FEW)).deadline == deadline


def test_players_move_their_own_hours(people: list[User]) -> None:
    settle(people, playing_from=13)
    assert asked_seat(table_of(*people, **FEW)).deadline == NOON + 4 * HOUR
    settle(people, playing_from=2)
    assert asked_seat(table_of(*people, **FEW)).deadline == datetime(2026, 11, 21, 3, tzinfo=UTC)


def test_the_night_of_tables_with_nights_off_does_not_matter(people: list[User]) -> None:
    settle(people, night_from=time(12), night_until=time(20))
    assert asked_seat(table_of(*people, **FEW)).deadline == NOON + 3 * HOUR


def test_playing_hours_and_weekends_off(people: list[User]) -> None:
    me = asked_seat(table_of(*people, **FEW | {"pace_hours": 12}, weekends_off=True))
    assert me.deadline == datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_a_zone_that_changes_counts_from_the_next_turn(people: list[User], turns: int) -> None:
    game = table_of(*people, **FEW)
    settle(people, time_zone="Asia/Tokyo")
    assert asked_seat(game).deadline == NOON + 3 * HOUR
    for _turn in range(turns):
        pass_on(game)
        assert asked_seat(game).deadline == datetime(2026, 11, 21, 3, tzinfo=UTC)


def test_reminders_come_in_playing_hours(people: list[User], noon: time_machine.Traveller) -> None:
    settle(people, last_call=10)
    noon.move_to(NOON.replace(hour=18, minute=30))
    me = asked_seat(table_of(*people, **FEW))
    assert me.deadline == datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    assert reminders(me) == [
        datetime(2026, 11, 20, 20, 45, tzinfo=UTC),
        datetime(2026, 11, 21, 9, 20, tzinfo=UTC),
    ]


def test_a_night_off_has_no_reminder_in_it(people: list[User], noon: time_machine.Traveller) -> None:
    settle(people, last_call=0)
    noon.move_to(NOON.replace(hour=17))
    me = asked_seat(table_of(*people, pace_hours=12, nights_off=True))
    assert me.deadline == datetime(2026, 11, 21, 13, tzinfo=UTC)
    assert reminders(me) == [datetime(2026, 11, 21, 10, tzinfo=UTC)]


def test_the_reminder_of_a_whole_night_would_have_come_in_it(people: list[User], noon: time_machine.Traveller) -> None:
    """Without rest hours the reminder is a quarter of the real time before the deadline, at night too."""
    settle(people, last_call=0)
    noon.move_to(NOON.replace(hour=18))
    assert reminders(asked_seat(table_of(*people, pace_hours=12))) == [datetime(2026, 11, 21, 3, tzinfo=UTC)]


def test_a_pause_in_the_night_keeps_the_time_that_is_left(people: list[User], noon: time_machine.Traveller) -> None:
    game = table_of(*people, **FEW)
    noon.shift(2 * HOUR)
    vote(game, "pause")
    noon.move_to(datetime(2026, 11, 22, 23, tzinfo=UTC))
    vote(game, "resume")
    assert asked_seat(game).deadline == datetime(2026, 11, 23, 10, tzinfo=UTC)


def test_more_time_by_a_vote_is_a_day_of_playing_hours(people: list[User]) -> None:
    game = table_of(*people, **FEW)
    vote(game, "extend")
    assert asked_seat(game).deadline == NOON + 3 * HOUR + DAY


def test_a_vote_waits_for_three_days(people: list[User]) -> None:
    game = table_of(*people, **FEW)
    assert play.propose(game.players.get(user=people[0]), "extend").closes_at == NOON + 3 * DAY


def vote(game: Game, kind: str) -> None:
    first, second = game.players.select_related("game", "user").order_by("seat")
    play.cast(second, play.propose(first, kind).pk, True)


def test_a_free_miss_puts_the_deadline_off_to_the_next_day(people: list[User], noon: time_machine.Traveller) -> None:
    me = asked_seat(table_of(*people, **FEW, free_misses=1))
    noon.move_to(me.deadline)
    assert play.time_up(me.pk)
    me.refresh_from_db()
    assert me.deadline == NOON + 3 * HOUR + DAY


def test_a_deadline_of_the_evening_is_missed_in_the_morning_only(
    people: list[User], noon: time_machine.Traveller
) -> None:
    noon.move_to(NOON.replace(hour=20))
    me = asked_seat(table_of(*people, **FEW, free_misses=0))
    noon.move_to(datetime(2026, 11, 21, 10, 59, tzinfo=UTC))
    assert not play.time_up(me.pk)
    noon.shift(timedelta(minutes=2))
    assert play.time_up(me.pk)


def test_a_reserve_is_used_up_in_playing_hours_only(people: list[User], noon: time_machine.Traveller) -> None:
    game = table_of(*people, clock="bank", bank_hours=48, added_hours=0, cap_hours=48, playing_hours=8)
    me = asked_seat(game)
    noon.shift(DAY)
    pass_on(game)
    me.refresh_from_db()
    assert me.bank == 40 * 3600


def test_a_friend_who_sits_in_has_hours_in_the_own_zone(people: list[User], noon: time_machine.Traveller) -> None:
    game = table_of(*people, **FEW)
    me, friend = asked_seat(game), somebody("carol", time_zone="Asia/Tokyo")
    pass_on(game)
    mine = Player.objects.get(pk=me.pk)
    play.plan_vacation(
        mine.user, timezone.now().date(), timezone.now().date(), {mine.pk: play.ArrangementChoice("friend", "carol")}
    )
    play.accept_sitting_in(mine.arrangements.get(), friend)
    pass_on(game)
    asked = asked_seat(game)
    assert (asked.pk, asked.mover) == (mine.pk, friend)
    assert asked.deadline == datetime(2026, 11, 21, 3, tzinfo=UTC)


def test_a_returning_owner_has_a_day_of_playing_hours(people: list[User], noon: time_machine.Traveller) -> None:
    game = table_of(*people, **FEW | {"pace_hours": 1}, free_misses=0)
    me = asked_seat(game)
    play.plan_vacation(me.user, NOON.date(), NOON.date(), {me.pk: play.ArrangementChoice("computer")})
    play.take_back(Player.objects.get(pk=me.pk), me.user)
    assert asked_seat(game).deadline == NOON + DAY


def test_a_rematch_has_the_same_playing_hours(people: list[User]) -> None:
    game = table_of(*people, **FEW)
    play.resign(asked_seat(game), None)
    assert play.rematch(game.players.get(user=people[0])).playing_hours == 12
