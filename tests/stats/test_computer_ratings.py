"""Computer players on the leaderboards."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots.levels import LEVELS
from games.bots.ratings import RATINGS
from games.models import Rating
from games.rules import RULES
from games.stats.computer_ratings import ComputerRow, among, computers_of
from tests.cast import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def rated(person: User, mu: float) -> Rating:
    return Rating.objects.create(user=person, slug="chicago_poker", mu=mu, sigma=1, games=20)


def test_every_level_has_a_rating_in_every_game_and_the_stronger_a_higher_one() -> None:
    for slug, ratings in RATINGS.items():
        assert slug in RULES and list(ratings) == list(LEVELS)
        assert list(ratings.values()) == sorted(ratings.values())


def test_they_stand_among_the_people_marked_and_without_a_place(alice: User, bob: User) -> None:
    rated(alice, 40)
    rated(bob, 2)
    page = client_of().get("/leaderboards/chicago_poker/")
    rows = list(page.context["page"])
    assert rows[0].user == alice and rows[-1].user == bob
    assert [row.level for row in rows[1:-1]] == list(reversed(LEVELS))
    assert (rows[0].place, rows[-1].place) == (1, 2)
    assert page.content.decode().count('class="leaders__computer"') == len(LEVELS)


def test_a_board_without_people_stays_empty() -> None:
    assert among("chicago_poker", []) == []
    assert "leaders__computer" not in client_of().get("/leaderboards/").content.decode()


def test_each_stands_on_one_page_of_a_long_board(alice: User, bob: User, carol: User) -> None:
    high, middle, low = rated(alice, 40), rated(bob, 27), rated(carol, 2)
    pages = [among("chicago_poker", [high, middle], more=True), among("chicago_poker", [low], before=middle)]
    shown = [row for page in pages for row in page if isinstance(row, ComputerRow)]
    assert shown == computers_of("chicago_poker")


def test_the_opponents_page_tells_their_ratings_and_habits() -> None:
    page = client_of().get("/opponents/").content.decode()
    assert all(f"<b>{points}</b> rating" in page for points in RATINGS["chicago_poker"].values())
    assert "Cautious: would rather not have a comparison yet." in page


def test_the_board_takes_the_same_queries_with_more_people(alice: User, bob: User, carol: User) -> None:
    counted = []
    for person in (alice, bob):
        rated(person, 30)
        with CaptureQueriesContext(connection) as queries:
            client_of().get("/leaderboards/chicago_poker/")
        counted.append(len(queries))
    assert counted[0] == counted[1]
