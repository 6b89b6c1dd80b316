"""Queries whose SQL is compiled once."""

from __future__ import annotations

import pytest
from django.db.models import QuerySet

from accounts.models.compiled import KEY, TEXT, CompiledQuery
from games.models import Card, Game, Move, Player

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_it_finds_what_the_query_finds(duel: Game) -> None:
    cards = CompiledQuery(lambda key: Card.objects.filter(game=key).order_by("pk"))
    assert cards(duel.pk) == list(duel.cards.order_by("pk"))
    assert [card.code for card in cards(duel.pk)] == list(duel.cards.order_by("pk").values_list("code", flat=True))
    assert cards(duel.pk + 1) == []


def test_it_is_built_and_compiled_once(duel: Game) -> None:
    built: list[int] = []

    def players_of(key: int) -> QuerySet[Player]:
        built.append(key)
        return Player.objects.filter(game=key)

    players = CompiledQuery(players_of)
    assert len(players(duel.pk)) == len(players(duel.pk)) == 2
    assert len(built) == 1


def test_the_key_may_occur_several_times(duel: Game) -> None:
    twice = CompiledQuery(lambda key: Game.objects.filter(pk=key, players__game=key).distinct())
    assert twice(duel.pk) == [duel]


def test_several_values_each_go_where_they_belong_and_the_rest_stays(duel: Game) -> None:
    seats = CompiledQuery(
        lambda table, key: Player.objects.filter(user=key, game__table=table, game__status="running"), TEXT, KEY
    )
    mine, other = duel.players.order_by("pk")
    assert seats(duel.table, mine.user_id) == [mine]
    assert seats(duel.table, other.user_id) == [other]
    assert seats("another", mine.user_id) == []
    Game.objects.update(status=Game.Status.STOPPED)
    assert seats(duel.table, mine.user_id) == []


def test_a_value_that_does_not_occur_is_a_mistake(duel: Game) -> None:
    drawn = CompiledQuery(lambda _key: Move.objects.filter(text="draw"))
    with pytest.raises(ValueError, match="does not occur"):
        drawn(duel.pk)
