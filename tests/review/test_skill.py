"""Luck and skill: the counted games, and the page's viewers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import Friendship, User
from games.models import Game, Player, Review
from games.review.skill.skill import Reviewed, Skill, error_rate, skill_of
from games.rules import RULES
from tests.cast import client_of
from tests.normalized import compact
from tests.stats.histories import NOON, over

pytestmark = pytest.mark.both

SHOW = "show-skill"


def reviewed(person: User, rival: User, number: int = 0, status: str = "done", **facts: object) -> Game:
    """Return a game of two with a Review of the user, who has won if the number is even."""
    finished_at = NOON + timedelta(days=number)
    game = over(person, rival, winners=[number % 2], finished_at=finished_at, **({"public": True} | facts))
    numbers = {"result": float(number % 2 == 0), "luck": 0.2, "error_rate": 0.01, "decisions": 20}
    Review.objects.create(player=Player.objects.get(game=game, user=person), status=status, **numbers)
    return game


def address(person: User) -> str:
    return reverse("skill", args=[person.username])


def game_of(rate: float, decisions: int = 10, result: float = 0.0, luck: float = 0.0) -> Reviewed:
    return Reviewed("chicago_poker", "Duel", "duel", NOON, 2, result, luck, rate, decisions)


def test_only_made_reviews_count_the_earliest_first(alice: User, bob: User) -> None:
    second, first = reviewed(alice, bob, 4), reviewed(alice, bob, 1)
    reviewed(alice, bob, 2, status="failed")
    reviewed(bob, alice, 3)
    (skill,) = skill_of(alice, alice)
    assert [game.public_id for game in skill.games] == [first.public_id, second.public_id]
    assert (skill.count, skill.won, skill.even, skill.luck, skill.even_luck) == (2, 1.0, 1.0, 0.4, 0.6)


def test_each_game_of_rules_has_its_own_numbers(alice: User, bob: User) -> None:
    reviewed(alice, bob, 0)
    reviewed(alice, bob, 1, variant="swedish_chicago")
    assert [(skill.rules.engine.VARIANT, skill.count) for skill in skill_of(alice, alice)] == [
        (variant, 1) for variant in RULES
    ]


def test_in_an_error_rate_each_decision_counts_alike() -> None:
    assert error_rate([game_of(0.01, 30), game_of(0.03, 10)]) == pytest.approx(0.015)
    assert error_rate([]) == 0.0


def test_the_last_four_games_are_compared_with_the_first_four() -> None:
    rules = RULES["chicago_poker"]
    few = Skill(rules, [game_of(0.02)] * 7)
    assert (few.first_rate, few.last_rate) == (None, pytest.approx(0.02))
    assert few.change == "After 8 games, this page also shows progress."
    better = Skill(rules, [game_of(0.02)] * 4 + [game_of(0.01)] * 4)
    assert better.change == "You make fewer mistakes than in your first four games."
    worse = Skill(rules, better.games[::-1])
    assert worse.change == "You make more mistakes than in your first four games."
    assert Skill(rules, [game_of(0.02)] * 8).change == "You make mistakes about as often as in your first four games."


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (0.05, "Luck has been about even."),
        (-0.05, "Luck has been about even."),
        (0.06, "Lucky overall."),
        (-0.06, "Unlucky overall."),
    ],
)
def test_luck_is_said_in_a_sentence(luck: float, said: str) -> None:
    """A difference of one twentieth of a game still counts as even."""
    assert Skill(RULES["chicago_poker"], [game_of(0.01, luck=luck)] * 4).fortune == said


def test_the_latest_games_are_drawn_one_by_one() -> None:
    games = [game_of(0.01, result=number / 100) for number in range(15)]
    skill = Skill(RULES["chicago_poker"], games)
    assert skill.latest == games[:2:-1]
    assert Skill(RULES["chicago_poker"], games[:2]).latest == games[1::-1]


def test_what_lies_between_the_lines_is_luck() -> None:
    skill = Skill(RULES["chicago_poker"], [game_of(0.01, result=1.0, luck=0.5), game_of(0.01, luck=-0.5)])
    as_they_ended, without_luck = skill.results.lines
    assert as_they_ended.split()[2].split(",")[1] == without_luck.split()[2].split(",")[1]
    assert as_they_ended.split()[1] != without_luck.split()[1]


def test_others_see_the_page_only_if_its_owner_shows_it(alice: User, bob: User) -> None:
    reviewed(alice, bob)
    profile = reverse("profile", args=["alice"])
    assert client_of(alice).get(address(alice)).status_code == 200
    assert address(alice) in client_of(alice).get(profile).content.decode()
    for viewer in (bob, None):
        assert client_of(viewer).get(address(alice)).status_code == 404
        assert address(alice) not in client_of(viewer).get(profile).content.decode()
    assert client_of(alice).post(reverse(SHOW), {"skill_shown_to": "anyone"}).status_code == 302
    for viewer in (bob, None):
        answer = client_of(viewer).get(address(alice))
        assert answer.status_code == 200
        assert "Who sees this page" not in answer.content.decode()
        assert address(alice) in client_of(viewer).get(profile).content.decode()
    client_of(alice).post(reverse(SHOW), {"skill_shown_to": "nobody"})
    assert client_of(bob).get(address(alice)).status_code == 404


def test_friends_alone_see_the_page_that_is_shown_to_friends(alice: User, bob: User, charlie: User) -> None:
    reviewed(alice, bob)
    assert client_of(alice).post(reverse(SHOW), {"skill_shown_to": "friends"}).status_code == 302
    Friendship.objects.create(by=bob, to=alice, agreed_at=NOON)
    Friendship.objects.create(by=alice, to=charlie)  # not answered
    profile = reverse("profile", args=["alice"])
    for viewer, status in ((alice, 200), (bob, 200), (charlie, 404), (None, 404)):
        assert client_of(viewer).get(address(alice)).status_code == status
        assert (address(alice) in client_of(viewer).get(profile).content.decode()) == (status == 200)


@pytest.mark.parametrize("audience", ["", "everybody", None])
def test_an_invalid_answer_is_explained_and_changes_nothing(alice: User, audience: str | None) -> None:
    User.objects.filter(pk=alice.pk).update(skill_shown_to="friends")
    answer = client_of(alice).post(reverse(SHOW), {"skill_shown_to": audience} if audience is not None else {})
    assert answer.status_code == 422
    assert 'class="field-errors"' in answer.content.decode()
    alice.refresh_from_db()
    assert alice.skill_shown_to == "friends"


def test_tables_by_invitation_count_only_for_those_who_sit_there(alice: User, bob: User, charlie: User) -> None:
    reviewed(alice, bob, 0)
    secret = reviewed(alice, bob, 1, public=False, name="Behind the curtain")
    User.objects.filter(pk=alice.pk).update(skill_shown_to="anyone")
    assert secret.name in client_of(bob).get(address(alice)).content.decode()
    assert secret.name not in client_of(charlie).get(address(alice)).content.decode()
    assert [skill.count for skill in skill_of(alice, charlie)] == [1]


def test_without_reviews_the_page_tells_its_owner_how_to_get_one(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(skill_shown_to="anyone")
    own, theirs = (compact(client_of(user).get(address(alice)).content.decode()) for user in (alice, bob))
    how = (
        "Finish a game and make its Review. This page will then show how much you gave away and how much luck you had."
    )
    assert f"Nothing here yet. {how}" in own
    assert "Nothing here yet." in theirs and "Finish a game" not in theirs
    assert "Review your last game" not in own and "Play now" in own and "Play now" not in theirs


def test_without_reviews_the_page_links_to_the_review_of_the_last_game(alice: User, bob: User) -> None:
    over(alice, bob, name="Earlier", finished_at=NOON)
    last = over(alice, bob, name="Later")
    page = compact(client_of(alice).get(address(alice)).content.decode())
    assert "Review your last game, Later" in page and f'href="{reverse("review", args=[last.public_id])}"' in page


@pytest.mark.parametrize("name", ["nobody", "a%00b", "x" * 500])
def test_an_unknown_user_has_no_page(alice: User, name: str) -> None:
    assert client_of(alice).get(f"/people/{name}/skill/").status_code == 404


def test_an_erased_user_has_no_page(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(erased_at=NOON, skill_shown_to="anyone")
    assert client_of(alice).get(address(bob)).status_code == 404


def test_many_reviews_take_no_more_queries(alice: User, bob: User, django_assert_num_queries) -> None:
    client = client_of(alice)
    reviewed(alice, bob)
    with django_assert_num_queries(QUERIES):
        client.get(address(alice))
    for number in range(6):
        reviewed(alice, bob, number, variant=("chicago_poker", "swedish_chicago")[number % 2])
    with django_assert_num_queries(QUERIES):
        client.get(address(alice))


QUERIES = 5
"""The exact number of queries: session, user, person, reviews and waiting tables."""
