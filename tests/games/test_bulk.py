"""Several rows are inserted or updated in one statement, each with different values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Card, Game, Move, Notice, NotificationKind, Player
from games.models.bulk import OnConflict, insert_rows, pipelined, update_rows

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


def moves(game: Game, *numbers: int) -> list[Move]:
    return [
        Move(game=game, number=number, seat=number % 2, text=f"a 'quoted' %s {number}", events=[["drew", number]])
        for number in numbers
    ]


def test_new_rows_have_their_values_and_what_django_adds(
    duel: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        insert_rows(moves(duel, 71, 72))
    first, second = Move.objects.filter(game=duel, number__gt=70)
    assert (first.text, first.events, first.seat, first.by) == ("a 'quoted' %s 71", [["drew", 71]], 1, Move.By.PLAYER)
    assert (second.text, second.events, second.seat) == ("a 'quoted' %s 72", [["drew", 72]], 0)
    assert abs(first.created_at - timezone.now()) < timedelta(minutes=1)


def test_a_row_that_is_there_is_refused_with_all_others(duel: Game) -> None:
    insert_rows(moves(duel, 71))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(moves(duel, 70, 71))
    assert not Move.objects.filter(game=duel, number=70).exists()


def test_a_row_that_is_there_is_updated_in_these_fields_and_under_this_condition(duel: Game, alice: User) -> None:
    Notice.objects.all().delete()
    soon, later = (timezone.now() + timedelta(hours=hours) for hours in (1, 2))

    def notice(kind: NotificationKind, due_at: datetime, **data: int) -> Notice:
        return Notice(user=alice, kind=kind, key=f"key of {kind}", game=duel, data=data, due_at=due_at)

    once = OnConflict(("user", "key"), update=("due_at",), only=("kind", NotificationKind.NEAR.value))
    insert_rows([notice(NotificationKind.NEAR, soon, first=1), notice(NotificationKind.TURN, soon, first=1)], once)
    insert_rows([notice(NotificationKind.NEAR, later, second=2), notice(NotificationKind.TURN, later, second=2)], once)
    assert dict(Notice.objects.values_list("kind", "due_at")) == {
        NotificationKind.NEAR: later,
        NotificationKind.TURN: soon,
    }
    assert [each.data for each in Notice.objects.all()] == [{"first": 1}, {"first": 1}]


def test_statements_of_a_pipeline_are_carried_out_in_their_order(duel: Game) -> None:
    alice = duel.players.order_by("seat")[0]
    with transaction.atomic(), pipelined():
        insert_rows(moves(duel, 71))
        alice.entropy = "first"
        update_rows([alice], ["entropy"])
        alice.entropy = "second"
        update_rows([alice], ["entropy"])
    alice.refresh_from_db()
    assert (alice.entropy, Move.objects.filter(game=duel, number=71).count()) == ("second", 1)


def test_a_statement_of_a_pipeline_that_fails_takes_back_all_of_them(duel: Game) -> None:
    insert_rows(moves(duel, 71))
    alice = duel.players.order_by("seat")[0]
    before, alice.entropy = alice.entropy, "changed"
    with pytest.raises(IntegrityError), transaction.atomic(), pipelined():
        update_rows([alice], ["entropy"])
        insert_rows(moves(duel, 70, 71))
        update_rows([alice], ["entropy"])
    alice.refresh_from_db()
    assert (alice.entropy, Move.objects.filter(game=duel, number=70).exists()) == (before, False)


def test_no_new_rows_take_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        insert_rows([])
