"""The final page of a rated game: each player's new rating and its change."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Player
from games.stats import ratings
from tests.cast import table_of
from tests.playing import give_up, play_on
from tests.table.pages import page

pytestmark = pytest.mark.django_db

VARIANTS = ("chicago_poker", "swedish_chicago")
WON, LOST = "<small>Rating: 1566, +66</small>", "<small>Rating: 1434, −66</small>"
"""Ratings after the first game of two players."""
TO_COME = "You’ll see the new ratings here in about a minute."


def ended(alice: User, bob: User, variant: str, *, rated: bool = True) -> Game:
    return give_up(play_on(table_of(alice, bob, variant=variant, rated=rated), 12))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_end_of_a_rated_game_tells_everybodys_new_rating(variant: str, alice: User, bob: User) -> None:
    game = ended(alice, bob, variant)
    ratings.rate(variant)
    for viewer in (alice, bob, None):
        shown = page(viewer, game)
        assert (shown.count(WON), shown.count(LOST), TO_COME in shown) == (1, 1, False)
    assert shown.index(WON) < shown.index(LOST)  # the winner comes first


@pytest.mark.parametrize("variant", VARIANTS)
def test_until_a_game_is_rated_its_end_says_that_the_ratings_follow(variant: str, alice: User, bob: User) -> None:
    shown = page(alice, ended(alice, bob, variant))
    assert TO_COME in shown
    assert "Rating:" not in shown


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_end_of_a_game_that_is_not_rated_tells_no_rating(variant: str, alice: User, bob: User) -> None:
    game = ended(alice, bob, variant, rated=False)
    ratings.rate(variant)
    shown = page(alice, game)
    assert TO_COME not in shown
    assert "Rating:" not in shown


def test_whoever_took_over_a_lost_seat_is_not_told_the_rating_of_its_loser(alice: User, bob: User, carol: User) -> None:
    game = ended(alice, bob, "chicago_poker")
    ratings.rate("chicago_poker")
    Player.objects.filter(game=game, user=bob).update(user=carol)
    assert page(alice, game).count("Rating:") == 1
