"""The top of the front page: a live table worth showing, otherwise a recorded game."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.lobby.front.film import films
from games.models import Game
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.playing import play_on

FILM, LIVE = "A recorded game", "Live now"


def front() -> str:
    return client_of().get("/").content.decode()


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_each_game_has_a_film_that_ends_with_its_highlight(language: str) -> None:
    with translation.override(language):
        shown = films()
        assert films() is shown
    assert [film.rules for film in shown] == list(RULES.values())
    for film in shown:
        assert 6 <= len(film.pictures) <= 15
        assert all(picture.caption and picture.board for picture in film.pictures)
        assert all(before.board != after.board for before, after in pairwise(film.pictures))


def test_a_film_shows_nothing_hidden() -> None:
    poker, swedish = films()
    assert any("playing-card--back" in picture.board for picture in poker.pictures)
    exchanged = swedish.pictures[0]
    assert exchanged.board.count("playing-card--back") == 10
    assert "chip" not in exchanged.caption and "exchanged 3 cards" in exchanged.caption


def test_the_players_of_a_film_have_names() -> None:
    for film, names in zip(films(), (("O’Bannion", "Torrio"), ("Ada", "Bix")), strict=True):
        for picture in film.pictures:
            assert all(name in picture.board for name in names)


@pytest.mark.django_db
def test_without_a_public_game_the_film_is_shown() -> None:
    assert FILM in front()
    shown = front()
    assert "lobby/front/film" in shown
    assert 'data-game="Chicago Poker"' in shown and 'data-game="Swedish Chicago"' in shown


def test_a_game_that_has_just_begun_is_not_worth_showing(alice: User, bob: User) -> None:
    table_of(alice, bob, name="Just begun")
    assert "Just begun" not in front()
    assert FILM in front()


def test_a_game_where_nobody_has_moved_for_days_is_not_worth_showing(duel: Game) -> None:
    play_on(duel, 20)
    assert LIVE in front()
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert LIVE not in front()


def test_the_game_that_has_gone_furthest_comes_first(alice: User, bob: User) -> None:
    for name, steps in (("Second", 30), ("First", 60), ("Third", 20)):
        play_on(table_of(alice, bob, name=name), steps)
    shown = front()
    assert shown.index(">First<") < shown.index(">Second<") < shown.index(">Third<")


def test_the_film_is_shown_beside_a_live_game(duel: Game) -> None:
    play_on(duel, 20)
    shown = front()
    assert LIVE in shown and FILM in shown


@pytest.mark.django_db
def test_the_film_takes_no_query(django_assert_max_num_queries) -> None:
    front()
    with django_assert_max_num_queries(3):
        front()


def test_a_paused_game_is_not_worth_showing(duel: Game) -> None:
    play_on(duel, 20)
    Game.objects.filter(pk=duel.pk).update(paused_at=timezone.now())
    assert LIVE not in front()
    assert FILM in front()
