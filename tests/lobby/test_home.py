"""The front page, Play now, My tables, and the number of waiting tables."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.lobby.time_controls import PRESETS
from games.models import Card, Game, Player
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.normalized import TOKENS, compact
from tests.playing import give_up, play_on

pytestmark = pytest.mark.both

FRONT, HOME, PLAY_NOW = "/", "/tables/", "/play-now/"


def page(client, address: str = HOME) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return TOKENS.sub("", compact(answer.content.decode()))


# --- the front page


@pytest.mark.django_db
def test_front_page_offers_visitors_play_now_and_sign_in() -> None:
    shown = page(client_of(), FRONT)
    assert reverse("play-now") in shown
    assert reverse("account_login") in shown
    assert HOME not in shown


def test_front_page_shows_play_now_to_users(alice: User) -> None:
    shown = page(client_of(alice), FRONT)
    assert reverse("play-now") in shown
    assert f'href="{HOME}"' in shown


def test_front_page_shows_a_public_game_below_the_film(duel: Game) -> None:
    play_on(duel, 20)
    shown = page(client_of(), FRONT)
    assert shown.index("A recorded game") < shown.index("Live now") < shown.index(duel.name)


def test_front_page_shows_no_private_game(alice: User, bob: User) -> None:
    game = table_of(alice, bob, public=False, name="Behind the curtain")
    assert game.name not in page(client_of(bob), FRONT)


def test_front_page_lists_open_tables(alice: User) -> None:
    table_of(alice, size=3, name="Halsted Street")
    assert "Halsted Street" in page(client_of(), FRONT)


def test_front_page_takes_a_constant_number_of_queries(alice: User, bob: User, django_assert_max_num_queries) -> None:
    for number in range(5):
        table_of(alice, bob, size=4, name=f"Open {number}")
        table_of(alice, bob)
    with django_assert_max_num_queries(7):
        client_of().get(FRONT)


# --- My tables


def test_who_sits_at_no_table_is_offered_both_games(alice: User, bob: User) -> None:
    shown = page(client_of(alice))
    assert all(f'name="game" value="{variant}"' in shown for variant in RULES)
    table_of(alice, bob)
    assert 'name="game"' not in page(client_of(alice))


# --- Play now


@pytest.mark.django_db
def test_play_now_creates_a_guest_who_is_to_move() -> None:
    client = client_of()
    answer = client.post(PLAY_NOW, {"entropy": "ab" * 16})
    game = Game.objects.get()
    me = Player.objects.select_related("user").get(game=game, bot="")
    assert answer.status_code == 302
    assert answer.url == f"{game.get_absolute_url()}?card=any"
    assert me.user.is_guest
    assert me.to_move_since is not None
    assert me.entropy == "ab" * 16
    assert list(game.players.exclude(bot="").values_list("bot", flat=True)) == ["novice"]
    assert not game.public
    page = client.get(answer.url)
    assert page.status_code == 200
    assert compact(page.content.decode()).count(" checked") == 1


def test_play_now_works_for_users(alice: User) -> None:
    client_of(alice).post(PLAY_NOW)
    assert Game.objects.get().host == alice


def test_play_now_is_idempotent(alice: User) -> None:
    first, second = client_of(alice).post(PLAY_NOW), client_of(alice).post(PLAY_NOW)
    assert first.url == second.url
    assert Game.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("variant", RULES)
def test_play_now_starts_each_game_of_the_front_page(variant: str) -> None:
    client = client_of()
    assert f'name="game" value="{variant}"' in client.get(FRONT).content.decode()
    client.post(PLAY_NOW, {"game": variant})
    game = Game.objects.get()
    assert (game.variant, game.is_running) == (variant, True)
    assert game.players.get(user__isnull=False).to_move_since is not None
    client.post(PLAY_NOW, {"game": variant})
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_play_now_with_an_unknown_game_is_not_found() -> None:
    assert client_of().post(PLAY_NOW, {"game": "whist"}).status_code == 404
    assert not User.objects.exists()


def test_play_now_opens_a_new_table_after_a_move(alice: User) -> None:
    client_of(alice).post(PLAY_NOW)
    play_on(Game.objects.get(), 3)
    client_of(alice).post(PLAY_NOW)
    assert Game.objects.count() == 2


@pytest.mark.django_db
def test_invite_a_friend_opens_a_table_for_two_with_a_link() -> None:
    mine, theirs = client_of(), client_of()
    answer = mine.post("/invite/", {"entropy": "ab" * 16})
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.size, game.public, game.is_open) == (2, False, True)
    link = reverse("invited", args=[game.invitation])
    assert link in mine.get(answer.url).content.decode()
    assert theirs.post(link, {"guest_name": "Bea"}).url == game.get_absolute_url()
    game.refresh_from_db()
    assert game.is_running
    assert mine.post("/invite/").url != answer.url


def test_inviting_a_friend_twice_shows_the_same_table(alice: User) -> None:
    first, second = client_of(alice).post("/invite/"), client_of(alice).post("/invite/")
    assert first.url == second.url


@pytest.mark.django_db
@pytest.mark.parametrize("variant", RULES)
def test_inviting_a_friend_asks_which_game_and_how_quick(variant: str) -> None:
    client = client_of()
    shown = page(client, f"/invite/?game={variant}")
    assert f'value="{variant}" class="vh" id="id_game_{list(RULES).index(variant)}" checked' in shown
    for preset in PRESETS.values():
        assert str(preset.help) in unescape(shown)
    client.post("/invite/", {"game": variant, "quick": "tonight", "guest_name": "Dana"})
    game = Game.objects.get()
    assert (game.variant, game.size, game.public, game.host.shown_name) == (variant, 2, False, "Dana")
    assert game.terms.turn == timedelta(minutes=15)


def test_another_pace_is_another_table(alice: User) -> None:
    client = client_of(alice)
    addresses = {client.post("/invite/", {"quick": quick}).url for quick in (*PRESETS, *PRESETS)}
    assert len(addresses) == len(PRESETS)


@pytest.mark.parametrize("form", [{"game": "bridge"}, {"quick": "soon"}, {"quick": "own"}, {"guest_name": "\u200b"}])
def test_an_invitation_that_makes_no_sense_is_refused(form: dict[str, str], alice: User) -> None:
    assert client_of(alice).post("/invite/", form).status_code == 422
    assert client_of(alice).get("/invite/?game=bridge").status_code == 404
    assert not Game.objects.exists()


def test_inviting_a_friend_refuses_invalid_entropy(alice: User) -> None:
    assert client_of(alice).post("/invite/", {"entropy": "zz"}).status_code == 422
    assert not Game.objects.exists()


def test_play_now_refuses_get(alice: User) -> None:
    assert client_of(alice).get(PLAY_NOW).status_code == 405
    assert not Game.objects.exists()


def test_play_now_explains_invalid_entropy(alice: User) -> None:
    answer = client_of(alice).post(PLAY_NOW, {"entropy": "not hex"})
    assert answer.status_code == 422
    assert "32 hexadecimal digits" in answer.content.decode()
    assert not Game.objects.exists()


# --- My tables


@pytest.mark.django_db
def test_my_tables_redirects_visitors_to_sign_in() -> None:
    answer = client_of().get(HOME)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))


def test_my_tables_without_tables_offers_play_now(charlie: User) -> None:
    shown = page(client_of(charlie))
    assert "Nothing to do right now." in shown
    assert reverse("play-now") in shown


def test_my_tables_to_move_are_sorted_by_deadline(alice: User, bob: User) -> None:
    games = [table_of(alice, bob, name=name) for name in ("Late", "Soon")]
    for game, days in zip(games, (5, 1), strict=True):
        asked = game.players.get(to_move_since__isnull=False)
        Player.objects.filter(pk=asked.pk).update(user=None)
        game.players.exclude(pk=asked.pk).update(user=bob)
        Player.objects.filter(pk=asked.pk).update(user=alice, deadline=timezone.now() + timedelta(days=days))
    shown = page(client_of(alice))
    assert "2 tables are waiting for you" in shown
    assert shown.index("Soon") < shown.index("Late")


def test_my_tables_names_the_players_to_move(duel: Game, alice: User, bob: User) -> None:
    asked = duel.players.select_related("user").get(to_move_since__isnull=False)
    other = bob if asked.user == alice else alice
    assert "Waiting for" in page(client_of(other))
    assert "One table is waiting for you" in page(client_of(asked.user))


def test_my_tables_shows_news_since_my_last_turn(duel: Game, bob: User) -> None:
    play_on(duel, 12)
    shown = page(client_of(bob))
    assert re.search(r'<p class="move__what">|<p>[^<]+\.</p>', shown)


def test_my_tables_shows_a_missed_deadline(duel: Game) -> None:
    asked = duel.players.select_related("user").get(to_move_since__isnull=False)
    Player.objects.filter(pk=asked.pk).update(deadline=timezone.now() - timedelta(hours=1))
    assert "Time is up" in page(client_of(asked.user))


def test_my_tables_shows_tables_that_wait_for_players(alice: User, bob: User) -> None:
    table_of(alice, bob, size=4, public=False, name="Slow Boil")
    assert "Slow Boil" in page(client_of(bob))


def test_my_tables_shows_results_and_a_rematch(duel: Game, alice: User) -> None:
    give_up(duel)
    shown = page(client_of(alice))
    assert re.search(r"(Won against|Lost to) bob\.", shown)
    assert reverse("rematch", args=[duel.public_id]) in shown


def test_my_tables_links_to_a_rematch(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    client_of(bob).post(reverse("rematch", args=[duel.public_id]))
    again = Game.objects.get(rematch_of=duel)
    assert reverse("invited", args=[again.invitation]) in page(client_of(alice))


def test_my_tables_takes_a_constant_number_of_queries(
    alice: User, bob: User, carol: User, django_assert_num_queries
) -> None:
    def fill() -> None:
        play_on(table_of(alice, bob), 15)
        play_on(table_of(bob, alice, carol), 20)
        give_up(table_of(alice, bob))
        table_of(alice, bob, size=4)

    fill()
    client = client_of(alice)
    client.get(HOME)
    with django_assert_num_queries(QUERIES_OF_HOME):
        client.get(HOME)
    for _ in range(3):
        fill()
    with django_assert_num_queries(QUERIES_OF_HOME):
        client.get(HOME)


QUERIES_OF_HOME = 20
"""The exact number of queries of My tables.

The session and the user. The user's seats, and those where they play for friends. These games with players, cards and
tiles, moves, votes. Invitations, requests to play for a friend, the user's vacation. Finished games: seats, recent
ones, archived ones and their number, results with their players. The number of waiting tables.
"""


def test_my_tables_does_not_depend_on_hidden_cards(duel: Game, alice: User, bob: User) -> None:
    play_on(duel, 30)
    seat = duel.players.get(user=alice).seat
    with time_machine.travel(timezone.now(), tick=False):  # pages say how much time is left
        before = page(client_of(alice))
        exchange(duel, seat)
        assert page(client_of(alice)) == before


def exchange(game: Game, seat: int) -> None:
    first = Card.objects.filter(game=game, zone="hand").exclude(seat=seat).first()
    second = Card.objects.filter(game=game, zone__in=["deck", "stock"]).first()
    assert first is not None and second is not None
    Card.objects.filter(pk=first.pk).update(code="swapping")
    Card.objects.filter(pk=second.pk).update(code=first.code)
    Card.objects.filter(pk=first.pk).update(code=second.code)


# --- the number of waiting tables


def test_every_page_shows_the_number_of_waiting_tables(duel: Game) -> None:
    asked = duel.players.select_related("user").get(to_move_since__isnull=False)
    assert "1 table waiting" in page(client_of(asked.user), reverse("lobby"))


def test_a_finished_game_is_no_waiting_table(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    for user in (alice, bob):
        assert "table waiting" not in page(client_of(user), reverse("lobby"))


def test_my_tables_omits_games_left_for_good(duel: Game, alice: User) -> None:
    play.leave_all(alice)
    assert duel.get_absolute_url() not in page(client_of(alice))
