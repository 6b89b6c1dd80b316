"""Fixtures: a frozen day, a table, and a friend as substitute."""

from __future__ import annotations

import pytest
import time_machine

from accounts.models import User
from games import play
from games.models import Arrangement, Game, Player
from tests.cast import table_of
from tests.playing import asked_seat
from tests.vacations.vacation_steps import NOON, away, friend


@pytest.fixture(autouse=True)
def clock():
    """Freezes the time at noon; tests can move it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob)


@pytest.fixture
def sitting(game: Game, carol: User) -> Player:
    """The seat to move, for which carol substitutes."""
    me = asked_seat(game)
    away(me, friend(carol))
    play.accept_sitting_in(Arrangement.objects.get(player=me), carol)
    return Player.objects.select_related("game", "user", "friend").get(pk=me.pk)
