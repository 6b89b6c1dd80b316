"""Profiles: the view of each visitor."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.rules import RULES
from games.rules.contract import Event
from games.stats.game_list import result
from games.stats.results import DRAWN, LOST, WON, result_of
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import give_up, play_on
from tests.stats.histories import over as finished


def profile(person: User, viewer: User | None = None, **query: str) -> str:
    answer = client_of(viewer).get(reverse("profile", args=[person.username]), query)
    assert answer.status_code == 200
    return compact(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nobody", "a%00b", "%E2%80%AEolleh", "x" * 500, "%ED%A0%80"])
def test_an_unknown_user_has_no_profile(name: str) -> None:
    assert client_of().get(f"/people/{name}/").status_code == 404


def test_an_inactive_user_has_no_profile(charlie: User) -> None:
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert client_of().get(reverse("profile", args=["charlie"])).status_code == 404


def test_a_profile_is_open_to_all_and_leads_only_its_owner_to_the_settings(alice: User, bob: User) -> None:
    settings = f'href="{reverse("settings")}"'
    assert settings in profile(alice, alice)
    assert settings not in profile(alice, bob)
    assert settings not in profile(alice)


def test_a_guest_has_a_profile(guest: User) -> None:
    shown = profile(guest)
    assert "Dana" in shown
    assert "Guest since" in shown


def test_a_profile_never_shows_an_address(alice: User, bob: User) -> None:
    assert alice.email not in profile(alice, bob)


def test_finished_games_are_listed_with_result_and_opponents(duel: Game, alice: User, bob: User) -> None:
    over = give_up(duel)
    winner, loser = (alice, bob) if over.outcome["winners"] == [0] else (bob, alice)
    shown = profile(winner)
    assert over.get_absolute_url() in shown
    assert f"with {loser.username}" in shown
    assert ">won<" in shown
    assert ">lost<" in profile(loser)


def test_a_result_names_the_account_and_not_the_character(duel: Game, alice: User, bob: User, charlie: User) -> None:
    winners = give_up(duel).outcome["winners"]
    winner, loser = (alice, bob) if duel.players.get(seat=winners[0]).user == alice else (bob, alice)
    assert f"Won against {loser}." in profile(winner, winner)
    assert f"Lost to {winner}." in profile(loser, charlie)


def test_a_result_among_several_tells_the_place(alice: User, bob: User, carol: User) -> None:
    def ending(person: User, **how: object) -> str:
        game = finished(alice, bob, carol, **how)
        return result(game, list(game.players.order_by("seat")), person).ending

    assert ending(alice, winners=[0], scores=[9, 2, 5]) == "Won: first of 3."
    assert ending(bob, winners=[0], scores=[9, 2, 5]) == "Place 3 of 3; alice won."
    assert ending(alice, winners=[0, 2], scores=[9, 2, 9]) == "Won together with carol."
    assert ending(bob, winners=[0, 2], scores=[9, 2, 9]) == "Place 3 of 3; alice and carol won."
    assert ending(bob, winners=[], scores=[3, 3, 3]) == "It ended in a tie."


def test_private_games_are_listed_for_their_players_alone(alice: User, bob: User, charlie: User) -> None:
    game = give_up(table_of(alice, bob, public=False, name="Behind the curtain"))
    assert game.name in profile(alice, alice)
    assert game.name in profile(alice, bob)
    assert game.name not in profile(alice, charlie)
    assert game.name not in profile(alice)


def test_running_public_games_are_counted_and_private_ones_are_not(alice: User, bob: User) -> None:
    table_of(alice, bob)
    table_of(alice, bob, public=False)
    assert "<dt>Games running</dt><dd>1</dd>" in profile(alice)
    assert "<dt>Games running</dt><dd>2</dd>" in profile(alice, bob)


def test_an_erased_opponent_is_still_counted(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    bob.delete()
    assert "former player" in profile(alice)


def test_long_histories_come_in_pages(alice: User, bob: User) -> None:
    longest = give_up(table_of(alice, bob, name="The longest"))
    Game.objects.filter(pk=longest.pk).update(started_at=longest.started_at - timedelta(hours=2))
    for number in range(21):
        give_up(table_of(alice, bob, name=f"Game {number}"))
    assert "Game 0<" not in profile(alice)
    assert "Game 0<" in profile(alice, page="2")
    assert "Page 2 of 2" in profile(alice, page="99")
    assert "Page 1 of 2" in profile(alice, page="no number")


def test_a_profile_takes_the_same_number_of_queries_however_many_games(
    alice: User, bob: User, django_assert_num_queries
) -> None:
    client, address = client_of(bob), reverse("profile", args=["alice"])
    give_up(table_of(alice, bob))
    with django_assert_num_queries(QUERIES):
        client.get(address)
    for _ in range(5):
        give_up(table_of(alice, bob))
    with django_assert_num_queries(QUERIES):
        client.get(address)


QUERIES = 17
"""The exact number of queries.

They read the session, the user and the person; packed games, the other tables, their games and seats; the games on the
page, their players and rating changes; the ratings, the longest game and the turns; the most frequent opponents;
friends and blocks; the number of waiting tables.
"""


def test_how_a_game_ended_for_one_seat() -> None:
    assert result_of({"winners": []}, 0) == DRAWN
    assert result_of({"winners": [1]}, 1) == WON
    assert result_of({"winners": [1]}, 0) == LOST


@pytest.mark.parametrize("variant", RULES)
def test_every_game_describes_its_ending_from_the_outcome(variant: str, alice: User, bob: User) -> None:
    give_up(play_on(table_of(alice, bob, variant=variant), 10))
    game = Game.objects.get()
    assert result(game, list(game.players.order_by("seat")), alice).ending
    assert RULES[variant].presentation.sentence(Event("over", "", None, dict(game.outcome)), None)
