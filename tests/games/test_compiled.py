"""Queries whose SQL is compiled once."""

from __future__ import annotations

import pytest
from django.db.models import QuerySet

from games.models import Card, Game, Move, Player
from games.models.compiled import CompiledQuery

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


def test_the_key_may_occur_several_times_and_nothing_else_may(duel: Game) -> None:
    twice = CompiledQuery(lambda key: Game.objects.filter(pk=key, players__game=key).distinct())
    assert twice(duel.pk) == [duel]
    other = CompiledQuery(lambda key: Move.objects.filter(game=key, text="draw"))
    with pytest.raises(ValueError, match="the only parameter"):
        other(duel.pk)
