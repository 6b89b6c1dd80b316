"""Profiles, head to head, and the punctuality of users who wait in the lobby."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.friends import friendships
from accounts.models import User
from games.lobby.forms import OpenTableForm
from games.models import Game
from games.rules import RULES
from games.stats import ratings
from tests.cast import client_of, table_of
from tests.lobby.test_lobby import filled
from tests.normalized import compact
from tests.stats.histories import NOON, over, rated, took

pytestmark = pytest.mark.both

OTHER = "swedish_chicago"


def page(address: str, viewer: User | None = None, **query: str) -> str:
    answer = client_of(viewer).get(address, query)
    assert answer.status_code == 200
    return compact(unescape(answer.content.decode()))


def profile(person: User, viewer: User | None = None, **query: str) -> str:
    return page(reverse("profile", args=[person.username]), viewer, **query)


def between(person: User, rival: User, viewer: User | None = None, **query: str) -> str:
    return page(reverse("head-to-head", args=[person.username, rival.username]), viewer, **query)


# --- profiles


def test_a_rating_is_shown_with_its_band_and_each_game_with_what_it_brought(alice: User, bob: User) -> None:
    rated(alice, bob)
    ratings.rate("chicago_poker")
    shown = profile(alice)
    assert "<b>1566</b><span>± 403</span>" in shown
    assert "between 1163 and 1969" in shown
    assert "1 rated game." in shown
    assert "</span>+66</b>" in shown
    assert "</span>−66</b>" in profile(bob)


def test_an_unrated_user_has_no_rating(alice: User, bob: User) -> None:
    over(alice, bob)
    assert ">Rating<" not in profile(alice)


def test_results_by_option_use_the_labels_of_the_rules(alice: User, bob: User) -> None:
    over(alice, bob, options={"short": True})
    over(alice, bob, winners=[1])
    shown = profile(alice)
    row = r'<th scope="row">{}</th><td class="num">{}</td><td class="num">{}</td><td class="num">50%</td>'
    assert re.search(row.format("Short game", 1, r"1 \(100%\)"), shown)
    assert re.search(row.format("Full game", 1, r"0 \(0%\)"), shown)
    assert re.search(row.format("All of them", 2, r"1 \(50%\)"), shown)
    assert "French" not in shown


def test_filters_survive_the_turning_of_pages(alice: User, bob: User, carol: User) -> None:
    for _ in range(21):
        over(alice, bob)
    over(alice, carol, name="The odd one")
    shown = profile(alice, opponent="bob", result="won")
    assert ">The odd one</a></h3>" not in shown
    assert "Page 1 of 2" in shown
    assert "?opponent=bob&result=won&page=2" in shown
    assert 'value="bob"' in shown
    assert "Page 2 of 2" in profile(alice, opponent="bob", page="99")


def test_a_filter_without_results_shows_a_message_and_a_link_back(alice: User, bob: User) -> None:
    over(alice, bob)
    assert f'No games match.<a href="{reverse("profile", args=["alice"])}">' in profile(alice, opponent="nobody")
    assert "No games to show." in profile(User.objects.create_user("fresh"))


@pytest.mark.parametrize(
    "query", [{"year": "²"}, {"game": "\0"}, {"opponent": "a\0"}, {"result": "?" * 9999}, {"page": "-1"}]
)
def test_nothing_in_the_address_breaks_a_profile(alice: User, bob: User, query: dict[str, str]) -> None:
    game = over(alice, bob)
    assert f">{game.name}<" in profile(alice, **query)


def test_punctuality_is_public_and_answer_hours_are_private(duel: Game, alice: User, bob: User) -> None:
    took(duel.players.get(user=alice), [2] * 20, missed=1)
    shown = profile(alice, bob)
    assert "<dt>Usually answers within</dt><dd>2 hours</dd>" in shown
    assert "<dt>Missed deadlines in the last 20 turns</dt><dd>1</dd>" in shown
    assert "<dt>Reliability: turns played on time</dt><dd>95%</dd>" in shown
    assert "by hour" not in shown
    assert "When you play, by hour" in profile(alice, alice)


def test_an_erased_user_has_no_profile_and_no_link(alice: User, bob: User) -> None:
    over(alice, bob)
    User.objects.filter(pk=bob.pk).update(erased_at=NOON, is_active=False)
    assert client_of().get(reverse("profile", args=["bob"])).status_code == 404
    shown = profile(alice)
    assert re.search(r"</span>\s*former player\s*</th>", shown)
    assert "/with/" not in shown


# --- two people


def test_two_users_have_a_head_to_head_page(alice: User, bob: User, carol: User) -> None:
    over(alice, bob)
    over(bob, alice, carol, winners=[2], scores=[3, 1, 5], name="The long one")
    over(alice, carol, name="Without bob")
    over(alice, bob, public=False, name="Behind the curtain")
    shown = between(alice, bob)
    assert "2 games with a result." in shown
    cells = '<td class="num">1</td><td class="num">1</td><td class="num">0</td>'
    assert f'<th scope="row">All of them</th>{cells}' in shown
    assert "The long one<" in shown
    assert "Without bob" not in shown
    assert "Behind the curtain" not in shown
    assert "Behind the curtain" in between(alice, bob, bob)
    assert "The long one<" not in between(alice, bob, result="won")


def test_head_to_head_says_whose_results_it_lists(alice: User, bob: User) -> None:
    over(alice, bob)
    shown = between(alice, bob)
    assert "From<b>alice</b>’s side:" in shown
    assert "From bob’s side" in shown
    assert reverse("head-to-head", args=["bob", "alice"]) in shown


def test_one_of_the_two_may_challenge_the_other(alice: User, bob: User, carol: User, guest: User) -> None:
    address, challenge = reverse("head-to-head", args=["alice", "bob"]), reverse("challenge", args=["bob"])
    assert challenge in client_of(alice).get(address).content.decode()
    for other in (carol, None):
        assert "/challenge/" not in client_of(other).get(address).content.decode()
    with_guest = reverse("head-to-head", args=["alice", guest.username])
    assert "/challenge/" not in client_of(alice).get(with_guest).content.decode()


def test_a_blocked_user_is_not_offered_as_an_opponent(alice: User, bob: User) -> None:
    """The blocked user must not see any difference, because blocks are secret."""
    friendships.block(alice, bob)
    address = reverse("head-to-head", args=["alice", "bob"])
    assert "/challenge/" not in client_of(alice).get(address).content.decode()
    assert reverse("challenge", args=["alice"]) in client_of(bob).get(address).content.decode()


def test_head_to_head_needs_two_different_users(alice: User, bob: User) -> None:
    assert "0 games with a result." in between(alice, bob)
    for address in ("/people/alice/with/alice/", "/people/alice/with/nobody/", "/people/a%00/with/bob/"):
        assert client_of(alice).get(address).status_code == 404


def test_a_long_rivalry_takes_no_more_queries(alice: User, bob: User, django_assert_num_queries) -> None:
    client, address = client_of(alice), reverse("head-to-head", args=["alice", "bob"])
    over(alice, bob)
    with django_assert_num_queries(QUERIES):
        client.get(address)
    for number in range(6):
        over(alice, bob, variant=(OTHER if number % 2 else "chicago_poker"))
    with django_assert_num_queries(QUERIES):
        client.get(address)


QUERIES = 11
"""The exact number of queries.

They read the session, the user, both people and the user's blocks; the seats and the games; the games on the page,
their players and rating changes; the number of waiting tables.
"""


# --- before one sits down


def test_the_lobby_the_set_up_and_an_invitation_show_punctuality(
    duel: Game, alice: User, bob: User, carol: User
) -> None:
    took(duel.players.get(user=alice), [4] * 100, missed=2)
    game = table_of(alice, size=3, least_reliable=90, rated=True)
    says = "usually answers within 4 hours; 98 of the last 100 turns on time"
    assert f"opened by alice{says}" in compact(strip_tags(page("/lobby/", carol)))
    assert says in page(game.get_absolute_url(), carol)
    assert says in page(f"/join/{game.invitation}/")


def test_required_reliability_and_rating_are_shown_before_joining(alice: User, bob: User) -> None:
    game = table_of(alice, size=3, least_reliable=90, rated=True)
    for shown in (page("/lobby/", bob), page(game.get_absolute_url(), bob)):
        assert "The game is rated if only people with an account sit down" in shown
        assert "at least 90 of 100 turns on time" in shown
    assert "90% of turns on time" in page("/lobby/", bob)


def test_a_running_table_shows_whether_it_is_rated(alice: User, bob: User) -> None:
    for wish, sentence in ((True, "The game is rated: its result counts"), (False, "The game isn’t rated.")):
        assert sentence in page(table_of(alice, bob, rated=wish).get_absolute_url(), alice)


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"rated": "on"}, (True, 0)),
        ({"rated": None}, (False, 0)),
        ({"rated": "on", "least_reliable": "95"}, (True, 95)),
        ({"rated": "on", "least_reliable": "95", "public": "invited"}, (False, 0)),
        ({"rated": "on", "computers": "1"}, (False, 0)),
    ],
)
def test_required_reliability_is_chosen_when_a_table_is_opened(
    alice: User, changes: dict[str, str], kept: tuple[bool, int]
) -> None:
    variant = next(iter(RULES))
    client_of(alice).post(f"/lobby/open/?game={variant}", filled(variant, **changes))
    game = Game.objects.get()
    assert (game.rated, game.least_reliable) == kept


@pytest.mark.parametrize("least", ["94", "-1", "none", "1000"])
def test_only_offered_reliabilities_can_be_required(alice: User, least: str) -> None:
    variant = next(iter(RULES))
    answer = client_of(alice).post(f"/lobby/open/?game={variant}", filled(variant, least_reliable=least))
    assert answer.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize("variant", RULES)
def test_a_new_table_is_rated_by_default(variant: str) -> None:
    form = OpenTableForm(RULES[variant], "A table")
    assert (form["rated"].initial, form["least_reliable"].initial) == (True, 0)
