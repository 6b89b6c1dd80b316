"""Challenging a user from their profile: a table for two with an invitation by name."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.friends import friendships
from accounts.models import User
from games import play
from games.models import Game, Invitation, Notice, NotificationKind
from tests.cast import client_of
from tests.normalized import compact

pytestmark = [pytest.mark.django_db, pytest.mark.both]

SWEDISH = {"game": "swedish_chicago", "quick": ""}


def address(person: User) -> str:
    return reverse("challenge", args=[person.username])


def profile(person: User, viewer: User | None) -> str:
    return client_of(viewer).get(reverse("profile", args=[person.username])).content.decode()


def test_a_challenge_seats_one_and_invites_the_other(alice: User, bob: User) -> None:
    assert f'href="{address(bob)}"' in profile(bob, alice)
    assert "Challenge bob" in client_of(alice).get(address(bob)).content.decode()
    answer = client_of(alice).post(address(bob), SWEDISH)
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.size, game.public, game.variant) == (2, False, "swedish_chicago")
    assert [player.user for player in game.players.all()] == [alice]
    assert game.invitations.get().user == bob
    assert Notice.objects.filter(user=bob, kind=NotificationKind.INVITED).count() == 1
    play.join(game, bob, "")
    assert Game.objects.get().is_running


def test_a_challenge_sent_twice_is_one(alice: User, bob: User) -> None:
    for _time in range(2):
        client_of(alice).post(address(bob), SWEDISH)
    assert Invitation.objects.count() == 1
    client_of(alice).post(reverse("invite-friend"), SWEDISH)
    assert Game.objects.count() == 2, "the link for somebody else is another table"
    play.decline(Invitation.objects.get())
    client_of(alice).post(address(bob), SWEDISH)
    assert Invitation.objects.count() == 2, "bob may have changed his mind"


def test_two_people_get_two_challenges(alice: User, bob: User, carol: User) -> None:
    for person in (bob, carol):
        client_of(alice).post(address(person), SWEDISH)
    assert sorted(Invitation.objects.values_list("user__username", "game__size")) == [("bob", 2), ("carol", 2)]
    assert Game.objects.count() == 2


def test_a_refused_challenge_leaves_no_table(alice: User, bob: User) -> None:
    friendships.block(alice, bob)
    answer = client_of(alice).post(address(bob), SWEDISH)
    assert answer.status_code == 422
    assert "You’ve blocked bob. Unblock them first." in compact(answer.content.decode())
    assert not Game.objects.exists()
    assert address(bob) not in profile(bob, alice)


def test_who_blocks_a_challenger_is_not_bothered(alice: User, bob: User) -> None:
    friendships.block(bob, alice)
    assert client_of(alice).post(address(bob), SWEDISH).status_code == 302
    assert alice.username not in client_of(bob).get(reverse("home")).content.decode()


def test_guests_and_oneself_cannot_be_challenged(alice: User, guest: User) -> None:
    for person in (alice, guest):
        assert address(person) not in profile(person, alice)
        assert client_of(alice).get(address(person)).status_code == 404
