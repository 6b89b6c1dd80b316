"""Running games to watch, in the lobby and on the front page."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Block, User
from games.lobby.running_tables import MOVED_WITHIN, running_tables
from games.models import Game, Player
from games.rules import RULES
from tests.cast import client_of, table_of
from tests.normalized import compact
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


def test_cards_that_a_spectator_must_not_see_are_not_in_the_list(alice: User, bob: User, carol: User) -> None:
    play_on(table_of(alice, bob), 12)
    (running,) = running_tables(carol, 6)
    assert running.seen.me is None
    assert running.seen.view.seat is None


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
"""The newest games; those listed, their players, cards and tiles."""


def test_the_front_page_shows_three_games(alice: User, bob: User) -> None:
    for number in range(4):
        play_on(table_of(alice, bob, name=f"Table {number}"), 60)
    shown = compact(client_of().get("/").content.decode())
    assert shown.count('class="watch deco"') == 3
