"""Several rows are updated in one statement, each with values of its own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DataError, transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Card, Game, Player
from games.models.bulk import update_rows

pytestmark = [pytest.mark.django_db, pytest.mark.both]

FIELDS = ("to_move_since", "turn_started_at", "drafts", "orders", "vacant", "entropy")


def values_of(game: Game) -> list[tuple[object, ...]]:
    return list(Player.objects.filter(game=game).order_by("seat").values_list(*FIELDS))


def test_each_row_gets_its_own_values_of_every_type(
    duel: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    alice, bob = duel.players.order_by("seat")
    alice.to_move_since, alice.turn_started_at = None, None
    alice.drafts, alice.orders, alice.vacant, alice.entropy = ["a 'quoted' %s", "ü"], {"tie": "12R"}, True, "stea\\dy"
    bob.to_move_since, bob.turn_started_at = 70_000, datetime(2026, 11, 23, 12, 30, 0, 123456, tzinfo=UTC)
    bob.drafts, bob.orders, bob.vacant, bob.entropy = [], {}, False, ""
    with django_assert_num_queries(1):
        update_rows([alice, bob], FIELDS)
    assert values_of(duel) == [tuple(getattr(each, name) for name in FIELDS) for each in (alice, bob)]


def test_other_rows_and_other_fields_stay(duel: Game, carol: User) -> None:
    alice, bob = duel.players.order_by("seat")
    before = Player.objects.filter(pk=bob.pk).values().get()
    alice.misses, alice.entropy = 2, "chosen"
    update_rows([alice], ["entropy"])
    alice.refresh_from_db()
    assert (alice.entropy, alice.misses) == ("chosen", 0)
    assert Player.objects.filter(pk=bob.pk).values().get() == before


def test_a_column_that_is_null_in_every_row(duel: Game) -> None:
    cards = list(duel.cards.all())
    for card in cards:
        card.seat, card.zone = None, "discard"
    update_rows(cards, ["seat", "zone"])
    assert set(duel.cards.values_list("seat", "zone")) == {(None, "discard")}


def test_no_rows_take_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        update_rows([], ["bot"])


@pytest.mark.postgres
def test_what_is_too_long_is_refused(duel: Game) -> None:
    card = duel.cards.first()
    assert card is not None
    card.zone = "x" * 13
    with pytest.raises(DataError), transaction.atomic():
        update_rows([card], ["zone"])
    assert not Card.objects.filter(zone__startswith="x").exists()
