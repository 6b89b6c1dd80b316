"""Running games to watch, in the lobby and on the front page."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Block, User
from games.lobby.running_tables import MOVED_WITHIN, SHARED_FOR, running_tables
from games.lobby.views.lobby import TABLES_A_PAGE
from games.models import Game, Player
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.lobby.test_home import exchange
from tests.normalized import TOKENS, compact
from tests.playing import play_on


def lobby(user: User | None = None) -> str:
    return compact(client_of(user).get("/lobby/").content.decode())


def watched(user: User) -> list[str]:
    return [running.game.name for running in running_tables(user, 6)]


@pytest.mark.parametrize("variant", RULES)
def test_the_lobby_lists_running_games_with_players_and_progress(
    variant: str, alice: User, bob: User, carol: User
) -> None:
    game = play_on(table_of(alice, bob, name="Halsted Street", variant=variant), 12)
    shown = lobby(carol)
    assert "Games to watch" in shown
    assert f'href="{game.get_absolute_url()}"' in shown
    (running,) = running_tables(carol, 6)
    assert running.progress in shown
    assert all(way in shown and nearest in shown for way, nearest in running.goal)
    assert "alice" in shown and "bob" in shown


@pytest.mark.parametrize("address", ["/lobby/", "/"])
@pytest.mark.parametrize("variant", RULES)
def test_boards_do_not_depend_on_hidden_cards(variant: str, address: str, alice: User, bob: User, carol: User) -> None:
    """Compares the page before and after a card in a hand is exchanged with a card of the deck."""
    game = play_on(table_of(alice, bob, name="Halsted Street", variant=variant), 60)
    client = client_of(carol)
    with time_machine.travel(timezone.now(), tick=False):
        before = TOKENS.sub("", client.get(address).content.decode())
        assert "Halsted Street" in before
        exchange(game, seat=0)
        assert TOKENS.sub("", client.get(address).content.decode()) == before


def test_filtered_lists_and_further_pages_of_the_lobby_have_no_games_to_watch(
    alice: User, bob: User, carol: User
) -> None:
    play_on(table_of(alice, bob, name="Halsted Street"), 12)
    for number in range(TABLES_A_PAGE + 1):
        table_of(alice, size=3, name=f"Open {number}")
    client = client_of(carol)
    for query, shown in (("", True), ("?page=1", True), ("?page=2", False), ("?free=2", False)):
        assert ("Halsted Street" in client.get(f"/lobby/{query}").content.decode()) == shown


@pytest.mark.parametrize("address", ["/lobby/", "/"])
def test_boards_are_drawn_once_a_minute_for_all_visitors(address: str, alice: User, bob: User, carol: User) -> None:
    game = play_on(table_of(alice, bob, name="Halsted Street"), 60)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client_of().get(address)
        Game.objects.filter(pk=game.pk).update(name="Clark Street")
        assert "Halsted Street" in client_of().get(address).content.decode()
        assert "Halsted Street" not in client_of(carol).get(address).content.decode()
        clock.shift(SHARED_FOR + 1)
        assert "Clark Street" in client_of().get(address).content.decode()


def test_what_visitors_share_contains_no_list_of_a_user(alice: User, bob: User, carol: User) -> None:
    game = play_on(table_of(alice, bob, name="Halsted Street"), 12)
    assert "Halsted Street" not in lobby(alice)
    assert "Halsted Street" in lobby()
    assert "Halsted Street" not in lobby(alice)
    Block.objects.create(by=bob, who=carol)
    assert game.name not in lobby(carol)


def test_private_paused_and_old_games_are_not_listed(alice: User, bob: User, carol: User) -> None:
    now = timezone.now()
    play_on(table_of(alice, bob, name="Private", public=False), 8)
    Game.objects.filter(pk=play_on(table_of(alice, bob, name="Paused"), 8).pk).update(paused_at=now)
    old = play_on(table_of(alice, bob, name="Old"), 8)
    Player.objects.filter(game=old, turn_started_at__isnull=False).update(turn_started_at=now - 2 * MOVED_WITHIN)
    assert watched(carol) == []


def test_own_games_and_those_of_users_who_block_the_viewer_are_not_listed(alice: User, bob: User, carol: User) -> None:
    play_on(table_of(alice, bob, name="Halsted Street"), 8)
    assert watched(carol) == ["Halsted Street"]
    assert watched(alice) == []
    Block.objects.create(by=bob, who=carol)
    assert watched(carol) == []


def test_listing_takes_a_constant_number_of_queries(
    alice: User, bob: User, carol: User, django_assert_num_queries
) -> None:
    for number in range(1, 4):
        play_on(table_of(alice, bob, name=f"Table {number}"), 8)
        with django_assert_num_queries(QUERIES):
            assert len(running_tables(carol, 6)) == number


QUERIES = 5
"""The queries of a list: the newest games; the listed ones with their players, cards and tiles."""


def test_the_front_page_shows_three_games(alice: User, bob: User) -> None:
    for number in range(4):
        play_on(table_of(alice, bob, name=f"Table {number}"), 60)
    shown = compact(client_of().get("/").content.decode())
    assert shown.count('class="watch deco"') == 3
