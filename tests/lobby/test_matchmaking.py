"""Playing a stranger: one press seats two users at one table."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Block, User
from games import play
from games.lobby.matchmaking import TERMS, pair
from games.models import Game, Player
from games.rules import RULES
from tests.cast import client_of, somebody, table_of
from tests.play.test_concurrency import at_once

POKER, SWEDISH = (RULES[variant] for variant in ("chicago_poker", "swedish_chicago"))


def seated(game: Game) -> set[str]:
    return set(game.players.values_list("user__username", flat=True))


def test_the_first_opens_a_table_and_the_second_joins_it(alice: User, bob: User) -> None:
    first = pair(alice, POKER)
    assert (first.is_open, first.size, first.public, first.rated) == (True, 2, True, True)
    assert pair(bob, POKER) == first
    first.refresh_from_db()
    assert first.is_running
    assert seated(first) == {"alice", "bob"}


def test_asking_again_while_one_waits_changes_nothing(alice: User) -> None:
    assert pair(alice, POKER) == pair(alice, POKER)
    assert Game.objects.count() == 1


def test_each_game_has_its_own_strangers(alice: User, bob: User) -> None:
    assert pair(alice, POKER) != pair(bob, SWEDISH)


def test_the_longest_waiting_table_comes_first(alice: User, bob: User, carol: User) -> None:
    first = table_of(alice, size=2, **TERMS)
    table_of(bob, size=2, **TERMS)
    assert pair(carol, POKER) == first


@pytest.mark.parametrize(
    "facts",
    [
        {"size": 3},
        {"public": False},
        {"rated": False},
        {"weekends_off": True},
        {"pace_hours": 48},
        {"pace_hours": 0, "pace_minutes": 15},
        {"away": []},
        {"options": {"short": True}},
    ],
    ids=str,
)
def test_a_table_of_other_terms_is_not_joined(facts: dict[str, Any], alice: User, bob: User) -> None:
    table_of(alice, **({"size": 2} | TERMS | facts))
    game = pair(bob, POKER)
    assert seated(game) == {"bob"}


def test_users_who_block_each_other_are_not_seated_together(alice: User, bob: User) -> None:
    game = pair(alice, POKER)
    for by, who in ((alice, bob), (bob, alice)):
        Block.objects.all().delete()
        Block.objects.create(by=by, who=who)
        other = pair(bob, POKER)
        assert other != game
        play.cancel(other, bob)


def test_a_seat_reserved_for_another_user_is_skipped(alice: User, bob: User, carol: User) -> None:
    game = pair(alice, POKER)
    play.invite(game.players.get(user=alice), "carol")
    assert pair(bob, POKER) != game
    assert pair(carol, POKER) == game


def test_a_visitor_becomes_a_guest_at_the_table(alice: User) -> None:
    game = pair(alice, POKER)
    visitor = client_of()
    assert visitor.post(reverse("play-stranger"), {"game": POKER.engine.VARIANT}).url == game.get_absolute_url()
    game.refresh_from_db()
    assert (game.is_running, game.rated) == (True, False)


@pytest.mark.django_db
def test_a_refusal_leaves_no_guest_behind() -> None:
    assert client_of().post(reverse("play-stranger"), {"entropy": "zz"}).status_code == 422
    assert not User.objects.exists() and not Game.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_concurrent_requests_meet_at_one_table() -> None:
    people = [somebody(f"person{number}") for number in range(6)]
    for one, other in combinations(people[:4], 2):
        Player.objects.all().delete()
        Game.objects.all().delete()
        results = at_once(lambda one=one: pair(one, POKER), lambda other=other: pair(other, POKER))
        assert len(set(results)) == 1, results
        assert seated(Game.objects.get()) == {one.username, other.username}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_six_concurrent_requests_meet_at_three_tables() -> None:
    people = [somebody(f"person{number}") for number in range(6)]
    at_once(*(lambda person=person: pair(person, POKER) for person in people))
    assert sorted(len(seated(game)) for game in Game.objects.all()) == [2, 2, 2]
