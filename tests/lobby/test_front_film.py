"""The front page's hero: a live table that is worth showing, else a recorded game."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.lobby.film import film
from games.models import Game
from tests.cast import client_of, table_of
from tests.playing import play_on

FILM, LIVE = "A recorded game", "Waiting for"


def front() -> str:
    return client_of().get("/").content.decode()


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_the_film_ends_with_a_shootout_and_shows_nothing_hidden(language: str) -> None:
    with translation.override(language):
        pictures = film().pictures
        assert film().pictures is pictures
    assert 6 <= len(pictures) <= 15
    assert all(picture.caption and "business" in picture.board for picture in pictures)
    backs = [len(re.findall("playing-card--back", picture.board)) for picture in pictures]
    assert max(backs) > 0


@pytest.mark.django_db
def test_without_a_public_game_the_film_is_shown() -> None:
    assert FILM in front()
    assert "lobby/film" in front()


def test_a_game_that_has_just_begun_is_not_worth_showing(alice: User, bob: User) -> None:
    table_of(alice, bob, name="Just begun")
    assert "Just begun" not in front()
    assert FILM in front()


def test_a_game_where_nobody_has_moved_for_days_is_not_worth_showing(duel: Game) -> None:
    play_on(duel, 20)
    assert LIVE in front()
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert FILM in front()


def test_the_game_that_has_gone_furthest_is_shown_not_the_last_one_started(duel: Game, alice: User, bob: User) -> None:
    play_on(duel, 20)
    table_of(alice, bob, name="Later")
    shown = front()
    assert duel.name in shown and "Later" not in shown
    assert FILM not in shown


@pytest.mark.django_db
def test_the_film_takes_no_query_of_its_own(django_assert_max_num_queries) -> None:
    front()
    with django_assert_max_num_queries(3):
        front()
