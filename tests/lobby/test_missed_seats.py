"""A visitor who is refused a seat does not become a guest: no account, no session, no announcement."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game
from tests.cast import client_of, table_of
from tests.lobby.test_lobby import filled
from tests.playing import lose_seat

NO_ENTROPY = {"entropy": "not hexadecimal"}


@pytest.fixture
def visitor(db: None) -> Client:
    """A visitor's client; a failed request must leave no guest and no session."""
    return client_of()


def left_behind(visitor: Client) -> tuple[Any, ...]:
    """Return the numbers of guests and sessions, and the visitor's session cookie."""
    return User.objects.filter(is_guest=True).count(), Session.objects.count(), visitor.cookies.get("sessionid")


NOTHING = (0, 0, None)


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("play-now", NO_ENTROPY),
        ("invite-friend", NO_ENTROPY),
        ("open-table", filled(guest_name="Dana", **NO_ENTROPY)),
    ],
)
def test_a_table_that_cannot_be_opened(visitor: Client, address: str, form: dict[str, str]) -> None:
    assert visitor.post(reverse(address), form).status_code == 422
    assert left_behind(visitor) == NOTHING
    assert not Game.objects.exists()


def test_a_seat_that_is_refused(visitor: Client, alice: User) -> None:
    game = table_of(alice, size=3)
    answer = visitor.post(reverse("invited", args=[game.invitation]), {"guest_name": "Dana", **NO_ENTROPY})
    assert (answer.status_code, left_behind(visitor)) == (422, NOTHING)
    assert game.players.count() == 1


def test_a_seat_taken_by_another_user_first(
    visitor: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, join = table_of(alice, size=2), play.join

    def join_late(table: Game, user: User, entropy: str) -> Game:
        join(table, bob)
        return join(table, user, entropy)

    monkeypatch.setattr(play, "join", join_late)
    answer = visitor.post(reverse("invited", args=[game.invitation]), {"guest_name": "Dana"})
    assert answer.status_code == 422
    assert "already started" in answer.content.decode()
    assert left_behind(visitor) == NOTHING


def test_a_lost_seat_taken_by_another_user_first(
    visitor: Client, duel: Game, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, take_over = lose_seat(duel).seat, play.take_over

    def take_over_late(table: Game, user: User, number: int) -> Game:
        take_over(table, charlie, number)
        return take_over(table, user, number)

    monkeypatch.setattr(play, "take_over", take_over_late)
    address = reverse("substitute", args=[duel.public_id, seat])
    assert visitor.post(address, {"guest_name": "Dana"}).status_code == 422
    assert left_behind(visitor) == NOTHING


def test_a_seat_that_is_had_signs_the_guest_in(visitor: Client, alice: User) -> None:
    game = table_of(alice, size=3)
    visitor.post(reverse("invited", args=[game.invitation]), {"guest_name": "Dana"})
    assert visitor.get(game.get_absolute_url()).context["user"] == game.players.get(user__is_guest=True).user
