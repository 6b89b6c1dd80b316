"""Queries written in SQL return the same rows as the ORM."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.access import seat_at, seat_key_at
from games.models import Game, Player

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def values_of(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_locked_game_has_every_value(duel: Game) -> None:
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert values_of(Game.objects.locked(duel.pk)) == values_of(duel)
    assert ("FOR UPDATE" in queries[-1]["sql"]) == connection.features.has_select_for_update


def test_a_game_that_is_not_there_is_refused(duel: Game) -> None:
    with transaction.atomic(), pytest.raises(Game.DoesNotExist):
        Game.objects.locked(duel.pk + 1)


def test_players_are_read_in_seat_order_with_users_and_friends(
    duel: Game, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    duel.players.filter(seat=1).update(friend=carol, turn_clock=None, drafts=["a 'quoted' %s", "ü"])
    with django_assert_num_queries(2):
        players = Player.objects.seated(duel)
        found = [(values_of(player.user), player.friend and values_of(player.friend)) for player in players]
        assert [player.game for player in players] == [duel, duel]
    stored = list(duel.players.select_related("user", "friend").order_by("seat"))
    assert [values_of(player) for player in players] == [values_of(player) for player in stored]
    assert found == [(values_of(each.user), each.friend and values_of(each.friend)) for each in stored]


def test_players_come_with_the_number_of_the_last_move(duel: Game) -> None:
    assert {player.last_move for player in Player.objects.seated(duel)} == {duel.moves.count() - 1}
    duel.moves.all().delete()
    assert {player.last_move for player in Player.objects.seated(duel)} == {None}


@pytest.mark.parametrize("stand_in", ["", "friend", "computer"])
def test_a_seat_is_found_for_the_same_users(duel: Game, bob: User, carol: User, charlie: User, stand_in: str) -> None:
    duel.players.filter(user=bob).update(friend=carol, stand_in=stand_in)
    for user in (bob, carol, charlie, AnonymousUser()):
        assert seat_key_at(duel.public_id, user) == seat_at(duel.public_id, user)
        assert seat_key_at("another", user) is None


def test_a_seat_that_is_found_has_its_keys_and_loads_the_rest_later(
    duel: Game, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        seat = seat_key_at(duel.public_id, alice)
        assert seat is not None
        assert seat.game_id == duel.pk
        assert (seat.game.pk, seat.game.public_id, seat.game.variant) == (duel.pk, duel.public_id, duel.variant)
    with django_assert_num_queries(2):
        assert (seat.user_id, seat.game.name) == (alice.pk, duel.name)
