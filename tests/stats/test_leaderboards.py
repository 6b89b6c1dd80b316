"""The leaderboards."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Friendship, Restriction, User
from games.models import Rating
from games.models.ratings import MIN_GAMES
from games.stats import leaderboards, views
from games.stats.leaderboards import leaders, rank_of, with_places
from tests.bots.cast import bot_of
from tests.cast import client_of

pytestmark = pytest.mark.both

VARIANT = "chicago_poker"
BOARDS, BOARD = reverse("leaderboards"), reverse("leaderboard", args=[VARIANT])


def rate(person: User, mu: float, sigma: float = 2.0, games: int = MIN_GAMES, variant: str = VARIANT) -> Rating:
    return Rating.objects.create(user=person, variant=variant, mu=mu, sigma=sigma, games=games)


def page(address: str, viewer: User | None = None) -> str:
    answer = client_of(viewer).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(shown: str) -> list[tuple[str, str]]:
    cells = r'<td class="num">(\S+)</td>\s*<th scope="row">.*?<a href="[^"]+">([^<]+)</a>'
    return re.findall(cells, shown.partition("</table>")[0], re.DOTALL)


def names() -> list[tuple[int, str]]:
    return [(rating.place, rating.user.username) for rating in with_places(VARIANT, leaders(VARIANT))]


def test_the_order_is_that_of_the_lower_ends(alice: User, bob: User, carol: User) -> None:
    rate(alice, 30.0, sigma=4.0)
    rate(bob, 27.0, sigma=1.0)
    rate(carol, 20.0)
    assert names() == [(1, "bob"), (2, "alice"), (3, "carol")]
    assert [str(rank_of(each, VARIANT)) for each in (alice, bob, carol)] == ["2", "1", "3"]


def test_ties_share_a_place(alice: User, bob: User, carol: User) -> None:
    for person, mu in ((alice, 28.0), (bob, 28.0), (carol, 26.0)):
        rate(person, mu)
    assert [place for place, _ in names()] == [1, 1, 3]
    assert str(rank_of(bob, VARIANT)) == "1"


def test_a_page_counts_its_places_from_where_it_begins(alice: User, bob: User, carol: User, charlie: User) -> None:
    for person, mu in ((alice, 30.0), (bob, 28.0), (carol, 28.0), (charlie, 26.0)):
        rate(person, mu)
    assert [each.place for each in with_places(VARIANT, leaders(VARIANT)[2:], 2)] == [2, 4]
    assert [each.place for each in with_places(VARIANT, leaders(VARIANT)[3:], 3)] == [4]


def test_a_place_below_those_that_are_listed_may_be_an_estimate(
    alice: User, bob: User, carol: User, monkeypatch
) -> None:
    for person, mu in ((alice, 30.0), (bob, 28.0), (carol, 26.0)):
        rate(person, mu)
    monkeypatch.setattr(leaderboards, "LISTED", 2)
    assert [rank_of(person, VARIANT).is_exact for person in (alice, bob)] == [True, True]
    last = rank_of(carol, VARIANT)
    assert last == (3, True) if connection.vendor == "sqlite" else (last.number >= 3 and str(last).startswith("≈ "))
    assert "Page 1 of" not in page(BOARD) and "carol" not in page(BOARD)


def test_too_few_games_and_other_games_lead_nowhere(alice: User, bob: User) -> None:
    rate(alice, 30.0, games=MIN_GAMES - 1)
    rate(bob, 30.0, variant="swedish_chicago")
    assert names() == []
    assert rank_of(alice, VARIANT) is None


@pytest.mark.parametrize("how", ["gone", "inactive", "banned", "suspended"])
def test_erased_and_suspended_users_are_on_no_leaderboard(alice: User, bob: User, how: str) -> None:
    rate(alice, 30.0)
    rate(bob, 25.0)
    now = timezone.now()
    if how == "gone":
        User.objects.filter(pk=alice.pk).update(erased_at=now)
    elif how == "inactive":
        User.objects.filter(pk=alice.pk).update(is_active=False)
    else:
        kind = {"banned": Restriction.Kind.BAN, "suspended": Restriction.Kind.SUSPENSION}[how]
        restrict(alice, kind)
    assert names() == [(1, "bob")]


def test_a_mute_or_an_ended_restriction_removes_no_user(alice: User) -> None:
    rate(alice, 30.0)
    restrict(alice, Restriction.Kind.MUTE)
    Restriction.objects.create(user=alice, kind=Restriction.Kind.BAN, lifted_at=timezone.now())
    assert names() == [(1, "alice")]


def test_empty_leaderboards_show_a_message(db: None) -> None:
    assert "Nobody has played 10 rated games yet." in page(BOARDS)
    assert "Nobody has played 10 rated games yet." in page(BOARD)


def test_the_users_own_place_is_marked_and_named(alice: User, bob: User) -> None:
    rate(alice, 30.0)
    rate(bob, 25.0)
    assert "Your place: 2." in page(BOARD, bob)
    assert page(BOARD, bob).count('class="winner"') == 1
    assert "Your place" not in page(BOARD)
    assert "1400</b>" in page(BOARDS)
    assert "1500 ± 100" in page(BOARDS)


def test_a_users_own_row_follows_the_top(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "LEADERS_OF_EACH", 1)
    rate(alice, 30.0)
    rate(bob, 25.0)
    mine, visitors = page(BOARDS, bob), page(BOARDS)
    assert rows(mine) == [("1", "alice"), ("2", "bob")]
    assert mine.count('class="winner leaders__below"') == 1
    assert rows(visitors) == [("1", "alice")]


def test_the_page_of_a_user_s_own_row_is_one_click_away(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "ON_A_PAGE", 1)
    rate(alice, 30.0)
    rate(bob, 25.0)
    first, second = page(BOARD, bob), page(f"{BOARD}?page=2", bob)
    assert f'href="?page=2#you-{VARIANT}"' in first
    assert rows(first) == [("1", "alice")]
    assert rows(second) == [("2", "bob")]
    assert f'id="you-{VARIANT}"' in second
    assert "#you-" not in second
    assert "#you-" not in page(BOARD)


def test_a_board_of_friends_has_places_of_its_own(alice: User, bob: User, carol: User) -> None:
    for person, mu in ((alice, 30.0), (bob, 28.0), (carol, 26.0)):
        rate(person, mu)
    Friendship.objects.create(by=bob, to=carol, agreed_at=timezone.now())
    friends = reverse("leaderboard", args=[VARIANT], query={"players": "friends"})
    assert [(each.place, each.user.username) for each in leaderboards.of_friends(VARIANT, carol)] == [
        (1, "bob"),
        (2, "carol"),
    ]
    assert rows(page(friends, carol)) == [("1", "bob"), ("2", "carol")]
    assert rows(page(friends)) == [("1", "alice"), ("2", "bob"), ("3", "carol")]
    assert rows(page(f"{BOARDS}?players=friends", carol)) == [("1", "bob"), ("2", "carol")]


def test_friends_share_a_place_and_the_board_has_pages(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "ON_A_PAGE", 2)
    for person, mu in ((alice, 30.0), (bob, 30.0), (carol, 26.0)):
        rate(person, mu)
    for friend in (alice, bob):
        Friendship.objects.create(by=friend, to=carol, agreed_at=timezone.now())
    friends = f"{BOARD}?players=friends"
    assert rows(page(friends, carol)) == [("1", "alice"), ("1", "bob")]
    assert rows(page(f"{friends}&page=2", carol)) == [("3", "carol")]
    assert "Page 1 of 2" in page(friends, carol)


@pytest.mark.parametrize("players", ["friends", "bots"])
def test_the_whole_board_keeps_the_chosen_players(alice: User, bob: User, players: str) -> None:
    for person, mu in ((alice, 30.0), (bob, 28.0), (bot_of(alice), 26.0)):
        rate(person, mu)
    shown = page(f"{BOARDS}?players={players}", alice)
    href = re.search(r'<p class="after">\s*<a href="([^"]+)"', shown)
    assert href
    assert len(rows(shown)) == 1
    assert rows(page(href[1], alice)) == rows(shown)


def test_the_board_of_bots_is_found_by_the_filter_s_address(alice: User) -> None:
    answer = client_of(alice).get(f"{BOARD}?players=bots")
    assert answer.url == reverse("bots-leaderboard", args=[VARIANT])


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ({"game": VARIANT}, BOARD),
        ({"game": VARIANT, "players": "bots"}, reverse("bots-leaderboard", args=[VARIANT])),
        ({"game": VARIANT, "players": "friends"}, f"{BOARD}?players=friends"),
    ],
)
def test_the_filter_leads_to_the_board_of_a_game(alice: User, query: dict[str, str], leads_to: str) -> None:
    assert client_of(alice).get(BOARDS, query).url == leads_to


@pytest.mark.parametrize("query", [{"game": "bridge"}, {"players": "nobody"}, {"game": "\0", "players": "\0"}])
def test_an_invalid_filter_is_ignored(alice: User, query: dict[str, str]) -> None:
    assert client_of(alice).get(BOARDS, query).status_code == 200


@pytest.mark.django_db
def test_there_is_no_board_of_a_game_that_is_not_here() -> None:
    assert client_of().get("/leaderboards/bridge/").status_code == 404


def test_long_boards_are_paginated_with_a_constant_number_of_queries(alice: User, django_assert_num_queries) -> None:
    for number in range(3):
        rate(User.objects.create_user(f"few{number}"), 25.0 + number)
    client = client_of(alice)
    with django_assert_num_queries(QUERIES):
        client.get(BOARD)
    for number in range(60):
        rate(User.objects.create_user(f"many{number}"), 25.0 + number / 10)
    with django_assert_num_queries(QUERIES):
        assert "Page 1 of 2" in client.get(BOARD).content.decode()
    assert client.get(BOARD, {"page": "nonsense"}).status_code == 200


QUERIES = 7
"""The exact number of queries.

They read the session and the user; the rated users, those who are listed, and the ratings on the page; the user's own
rating; the number of waiting tables.
"""


def test_an_excluded_user_leaves_the_place_to_the_next(
    alice: User, bob: User, carol: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "LISTED", 2)
    for number, person in enumerate((alice, bob, carol, charlie)):
        rate(person, 40.0 - number)
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_active=False)
    assert leaderboards.listed(VARIANT) == [carol.pk, charlie.pk]
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert leaderboards.listed(VARIANT) == [carol.pk]
