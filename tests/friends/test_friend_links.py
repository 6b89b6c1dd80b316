"""Friend links: the new friends and their notices, and the pages of old, altered or unwanted links."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.friends import friend_links, friendships
from accounts.models import Friendship, Restriction, User
from games.models import Notice
from games.notifications.text import BUILDERS
from tests.cast import client_of
from tests.normalized import compact

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def link_of(user: User) -> str:
    return reverse("friend-link", args=[friend_links.token_of(user)])


def page(link: str, viewer: User | None, status: int = 200) -> str:
    answer = client_of(viewer).get(link)
    assert answer.status_code == status
    return compact(answer.content.decode())


def test_a_link_makes_friends_at_once(alice: User, bob: User) -> None:
    shown = client_of(alice).get(reverse("friends")).content.decode()
    assert "/friends/with/" in shown
    assert "Become friends" in page(link_of(alice), bob)
    assert not Friendship.objects.exists(), "to open a link changes nothing"
    for _time in range(2):
        answer = client_of(bob).post(link_of(alice), follow=True)
        assert "You and alice are friends now." in answer.content.decode()
    assert [list(friendships.friends_of(user)) for user in (alice, bob)] == [[bob], [alice]]
    notice = Notice.objects.get()
    assert notice.user == alice
    assert BUILDERS["friend"](notice).title == "You and bob are friends now"
    assert "friends already" in page(link_of(alice), bob)


def test_a_link_answers_requests_in_both_directions(alice: User, bob: User, carol: User) -> None:
    friendships.decline(friendships.send_request(alice, bob))
    friendships.send_request(carol, alice)
    for user in (bob, carol):
        client_of(user).post(link_of(alice))
    assert set(friendships.friends_of(alice)) == {bob, carol}


@pytest.mark.parametrize("days", [6, 8])
def test_a_link_expires(alice: User, bob: User, days: int) -> None:
    link = link_of(alice)
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        if days < friend_links.VALID.days:
            assert "Become friends" in page(link, bob)
        else:
            assert "This link has expired" in page(link, bob, 410)
            assert client_of(bob).post(link).status_code == 410
    assert not Friendship.objects.exists()


def test_an_altered_link_says_so(alice: User, bob: User) -> None:
    token = friend_links.token_of(alice)
    for altered in (token[:-1], f"x{token}", "nonsense", "a:b:c"):
        assert "This link has expired" in page(reverse("friend-link", args=[altered]), bob, 410)


def test_a_blocked_user_learns_nothing(alice: User, bob: User) -> None:
    friendships.block(alice, bob)
    assert "alice" not in page(link_of(alice), bob, 410)
    assert client_of(bob).post(link_of(alice)).status_code == 410


def test_who_blocks_the_sender_is_told_so(alice: User, bob: User) -> None:
    friendships.block(bob, alice)
    answer = client_of(bob).post(link_of(alice))
    assert answer.status_code == 422
    assert "You’ve blocked alice. Unblock them first." in compact(answer.content.decode())


def test_visitors_and_guests_are_led_to_an_account(alice: User, guest: User) -> None:
    for viewer in (None, guest):
        shown = page(link_of(alice), viewer)
        assert "Make an account" in shown
        assert "Become friends" not in shown
        client_of(viewer).post(link_of(alice))
    assert "/friends/with/" not in client_of(guest).get(reverse("friends")).content.decode()
    assert not Friendship.objects.exists()


def test_ones_own_link_says_what_it_is_for(alice: User) -> None:
    assert "This is your own link." in page(link_of(alice), alice)
    assert client_of(alice).post(link_of(alice)).status_code == 422


def test_who_may_not_write_makes_no_friends(alice: User, bob: User) -> None:
    restrict(bob, Restriction.Kind.MUTE)
    assert client_of(bob).post(link_of(alice)).status_code == 422
    assert not Friendship.objects.exists()


def test_an_erased_users_link_has_expired(alice: User, bob: User) -> None:
    link = link_of(alice)
    User.objects.filter(pk=alice.pk).update(erased_at=timezone.now(), is_active=False)
    page(link, bob, 410)
