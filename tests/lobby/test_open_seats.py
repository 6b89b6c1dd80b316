"""Lost seats in the lobby and at the table: offered, taken over, and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests.cast import client_of, table_of
from tests.playing import asked_seat, lose_seat
from tests.table.pages import HUGE, table, text


def test_a_lost_seat_is_offered_in_the_lobby_and_at_the_table(duel: Game, charlie: User) -> None:
    seat = lose_seat(duel).seat
    address = f"/games/{duel.public_id}/seats/{seat}/"
    for client in (client_of(charlie), client_of()):
        lobby = text(client.get("/lobby/"))
        assert "Seats to take over" in lobby
        assert address in lobby
        assert "cards in hand" in lobby
        assert "2 days a turn" in lobby
        assert "’s seat is free" in table(client, duel)
        page = client.get(address)
        assert page.status_code == 200
        assert "What you agree to" in text(page)


def test_players_and_former_owners_are_not_offered_the_seat(duel: Game, alice: User, bob: User) -> None:
    lose_seat(duel)
    for user in (alice, bob):
        assert "Seats to take over" not in text(client_of(user).get("/lobby/"))
        assert "’s seat is free" not in table(client_of(user), duel)


def test_a_user_takes_over_a_seat_and_plays(duel: Game, charlie: User, carol: User) -> None:
    seat = lose_seat(duel).seat
    address = f"/games/{duel.public_id}/seats/{seat}/"
    answer = client_of(charlie).post(address)
    assert (answer.status_code, answer.url) == (302, duel.get_absolute_url())
    assert duel.players.get(user=charlie).seat == seat
    assert client_of(charlie).get(address).status_code == 302
    late = client_of(carol).post(address)
    assert late.status_code == 422
    assert "This seat is no longer free." in text(late)
    assert "Seats to take over" not in text(client_of(carol).get("/lobby/"))


def test_a_visitor_who_takes_over_a_seat_becomes_a_guest(duel: Game) -> None:
    seat = lose_seat(duel).seat
    address = f"/games/{duel.public_id}/seats/{seat}/"
    client = client_of()
    asked_first = client.post(address)
    assert (asked_first.status_code, asked_first.url) == (302, address)
    assert not User.objects.filter(is_guest=True).exists()
    assert client.post(address, {"guest_name": "Dana"}).url == duel.get_absolute_url()
    assert duel.players.get(seat=seat).shown_name == "Dana"
    assert client_of().post(address, {"guest_name": "Late"}).status_code == 422
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_former_owner_is_refused_with_an_explanation(duel: Game) -> None:
    loser = asked_seat(duel).user
    seat = lose_seat(duel).seat
    answer = client_of(loser).post(f"/games/{duel.public_id}/seats/{seat}/")
    assert answer.status_code == 422
    assert "You’ve lost a seat at this table, so you can’t take another one here." in text(answer)


@pytest.mark.parametrize("seat", [7, HUGE])
def test_an_unknown_seat_is_not_found(duel: Game, charlie: User, seat: int) -> None:
    lose_seat(duel)
    for client in (client_of(charlie), client_of()):
        address = f"/games/{duel.public_id}/seats/{seat}/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"guest_name": "Dana"}).status_code == 404


def test_a_seat_that_was_never_lost_is_not_offered(duel: Game, charlie: User) -> None:
    assert client_of(charlie).get(f"/games/{duel.public_id}/seats/0/").status_code == 404
    assert client_of(charlie).post(f"/games/{duel.public_id}/seats/0/").status_code == 404


def test_a_lost_seat_at_a_private_table_is_not_found(alice: User, bob: User, charlie: User) -> None:
    game = table_of(alice, bob, public=False)
    seat = lose_seat(game).seat
    assert "Seats to take over" not in text(client_of(charlie).get("/lobby/"))
    for client in (client_of(charlie), client_of()):
        assert client.get(f"/games/{game.public_id}/seats/{seat}/").status_code == 404
        assert client.post(f"/games/{game.public_id}/seats/{seat}/").status_code == 404


def test_the_lobby_takes_a_constant_number_of_queries_for_lost_seats(
    alice: User, bob: User, charlie: User, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _each in range(3):
        lose_seat(table_of(alice, bob))
    client = client_of(charlie)
    with django_assert_max_num_queries(13) as few:
        client.get("/lobby/")
    for _each in range(3):
        lose_seat(table_of(alice, bob))
    with django_assert_max_num_queries(len(few)):
        client.get("/lobby/")
