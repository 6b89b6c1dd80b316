"""Settings saved while a turn begins, is paused or continues, in real threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time, timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games import clock, play
from games.models import Game, Player, Vacation, Vote
from games.play import ArrangementChoice
from games.play.core import seat_clocks
from games.play.core.vacation_arrangements import today
from tests.cast import client_of, somebody, table_of
from tests.play.test_concurrency import at_once
from tests.playing import asked_seat, other, pass_on

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TIMES = range(4)
"""Repetitions of each race, whose winner is random."""

PAUSE = ArrangementChoice("pause")
BEFORE = {"time_zone": "Europe/Stockholm", "night_from": time(23), "night_until": time(7)}
AFTER = {"time_zone": "Europe/Paris", "night_from": time(21), "night_until": time(6)}
POSTED = {"display_name": "", "language": "", "theme": "", "time_zone": "Europe/Paris"}
POSTED |= {"night_from": "21:00", "night_until": "06:00"}


@pytest.fixture
def game() -> Game:
    return table_of(*(somebody(name, **BEFORE) for name in ("alice", "bob")), pace_hours=48, nights_off=True)


def saved(user: User) -> Callable[[], object]:
    client = client_of(user)
    return lambda: client.post(reverse("settings"), POSTED).status_code


def rest_of(settings: dict[str, object]) -> clock.RestHours:
    return Game(nights_off=True).terms.rest(User(**settings).zone, (settings["night_from"], settings["night_until"]))


def is_lawful(me: Player, *allowed: dict[str, object]) -> bool:
    """Return whether the clock uses one complete set of settings and still has its two days."""
    rest = seat_clocks.rest(me, me.user)
    full = clock.after(me.clock_from, timedelta(days=2), rest)
    return rest in map(rest_of, allowed) and abs(full - me.deadline) < timedelta(minutes=5)


@pytest.mark.parametrize("_time", TIMES)
def test_a_turn_that_begins_has_the_settings_of_before_or_after(game: Game, _time: int) -> None:
    next_one = game.players.select_related("user").get(to_move_since=None)
    _moved, status = at_once(lambda: pass_on(game), saved(next_one.user))
    assert status == 302
    me = asked_seat(game)
    assert me == next_one
    assert is_lawful(me, BEFORE, AFTER)


@pytest.mark.parametrize("_time", TIMES)
def test_a_turn_goes_on_with_the_settings_of_its_beginning_through_a_pause(game: Game, _time: int) -> None:
    before = asked_seat(game)
    for kind in (Vote.Kind.PAUSE, Vote.Kind.RESUME):
        vote = play.propose(before, kind)
        agreed, status = at_once(lambda vote=vote: play.cast(other(game, before), vote.pk, True), saved(before.user))
        assert (agreed.state, status) == (Vote.State.CARRIED, 302)
        User.objects.filter(pk=before.user_id).update(**BEFORE)
    me = asked_seat(game)
    assert is_lawful(me, BEFORE)


@pytest.mark.parametrize("_time", TIMES)
def test_a_vacation_begins_and_ends_while_settings_are_saved(game: Game, _time: int) -> None:
    before = asked_seat(game)
    day = today(before.user)
    begun, status = at_once(lambda: play.plan_vacation(before.user, day, day, {before.pk: PAUSE}), saved(before.user))
    assert (begun.state, status) == (Vacation.State.ON, 302)
    assert begun.time_zone in (BEFORE["time_zone"], AFTER["time_zone"])
    User.objects.filter(pk=before.user_id).update(**BEFORE)
    ended, status = at_once(lambda: play.cancel_vacation(begun), saved(before.user))
    assert (ended.state, status) == (Vacation.State.OVER, 302)
    assert is_lawful(asked_seat(game), BEFORE)
