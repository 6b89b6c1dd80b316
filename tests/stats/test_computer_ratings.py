"""Computer players on the leaderboards."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.computers.levels import LEVELS
from games.computers.ratings import RATINGS, SPREADS
from games.models import Rating
from games.rules import RULES
from games.stats.computer_ratings import computers_of
from lab.ladder import ANCHOR
from tests.cast import client_of
from tests.normalized import compact

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def rated(person: User, mu: float) -> Rating:
    return Rating.objects.create(user=person, variant="chicago_poker", mu=mu, sigma=1, games=20)


def test_every_level_has_a_rating_in_every_game_and_the_stronger_a_higher_one() -> None:
    for variant, ratings in RATINGS.items():
        assert variant in RULES and list(ratings) == list(LEVELS)
        assert list(ratings.values()) == sorted(ratings.values())


def test_they_stand_below_the_board_and_not_among_the_people(alice: User, bob: User) -> None:
    rated(alice, 40)
    rated(bob, 2)
    page = client_of().get("/leaderboards/chicago_poker/")
    assert [row.user for row in page.context["page"]] == [alice, bob]
    assert [row.level for row in computers_of("chicago_poker")] == list(reversed(LEVELS))
    shown = page.content.decode()
    assert shown.index("</table>") < shown.index("Computer players, rated against each other")
    assert all(f"<b>{points}</b>" in shown for points in RATINGS["chicago_poker"].values())


def test_computer_rows_are_marked_and_show_their_margin(alice: User) -> None:
    rated(alice, 40)
    page = client_of().get("/leaderboards/chicago_poker/").content.decode()
    below = compact(page.partition("computers-rated")[2].partition("</dl>")[0])
    rows = below.split("<dd>")[1:]
    assert len(rows) == len(LEVELS)
    for row, each in zip(rows, computers_of("chicago_poker"), strict=True):
        assert 'role="img" aria-label="computer"' in row
        assert (f"± {each.spread}" in row) == bool(each.spread)
    assert "This is the computer players’ own scale" in compact(page)


def test_ratings_are_the_less_exact_the_further_they_are_from_the_level_that_is_set() -> None:
    for variant, spreads in SPREADS.items():
        assert list(spreads) == list(RATINGS[variant])
        assert spreads["novice"] > spreads["casual"] > spreads[ANCHOR] == 0 < spreads["strong"] < spreads["master"]


def test_a_board_without_people_and_that_of_computers_from_outside_do_not_name_them(alice: User) -> None:
    assert "computers-rated" not in client_of().get("/leaderboards/").content.decode()
    rated(alice, 40)
    assert "computers-rated" in client_of().get("/leaderboards/").content.decode()
    assert "computers-rated" not in client_of().get("/leaderboards/chicago_poker/bots/").content.decode()


def test_the_opponents_page_tells_their_ratings_and_habits() -> None:
    page = client_of().get("/opponents/").content.decode()
    assert all(f"<b>{points}</b> rating" in page for points in RATINGS["chicago_poker"].values())
    assert "Cautious: takes no risks unless it must." in page


def test_the_board_takes_the_same_queries_with_more_people(alice: User, bob: User, carol: User) -> None:
    counted = []
    for person in (alice, bob):
        rated(person, 30)
        with CaptureQueriesContext(connection) as queries:
            client_of().get("/leaderboards/chicago_poker/")
        counted.append(len(queries))
    assert counted[0] == counted[1]
