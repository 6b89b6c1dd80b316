"""A full page about an earlier move: it tells what that move meant then, not how the table looks now."""

from __future__ import annotations

import pytest
from django.utils.html import strip_tags

from games.models import Game, Move
from tests.cast import client_of
from tests.normalized import compact
from tests.review.samples import POKER, SWEDISH, finished_game

pytestmark = pytest.mark.django_db


def _shown(game: Game, number: int, seat: int = 0) -> str:
    """Return the text of the page about move ``number`` for the player of a seat."""
    answer = client_of(game.players.get(seat=seat).user).get(f"{game.get_absolute_url()}?shown={number}")
    assert answer.status_code == 200
    return compact(strip_tags(answer.content.decode()))


def test_a_comparison_names_the_leader_of_its_time() -> None:
    game = finished_game(SWEDISH, "Lakeshore Nights")
    first = _shown(game, 12)
    assert "You lead with 2 points and need 50 more to win." in first
    assert "carol has one point and needs 51 more to win." in first
    assert "bob leads" not in first
    assert "bob leads with 14 points and needs 38 more to win." in _shown(game, 60)


def test_a_shootout_counts_the_businesses_of_its_time() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    first = _shown(game, 45)
    assert "Weiss needs at least 2 more businesses to win." in first
    assert "Torrio needs" not in first
    assert "You need at least 3 more businesses to win." in first
    assert "Torrio needs at least 2 more businesses to win." in _shown(game, 61)
    winner = game.outcome["winners"][0]
    assert "You need at least 3 more businesses to win." in _shown(game, 45, winner)
    assert "Torrio needs one more brewery to win." in _shown(game, 113)


@pytest.mark.parametrize("number", ["0", "9999", "999999", "x", ""])
def test_a_move_without_results_or_that_does_not_exist_shows_the_table(number: str) -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    assert client_of(None).get(f"{game.get_absolute_url()}?shown={number}").status_code == 200


def test_the_page_opens_even_if_the_game_cannot_be_replayed() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    Move.objects.filter(game=game, number=30).update(text="draw nonsense")
    assert "Weiss takes" in _shown(game, 45)
