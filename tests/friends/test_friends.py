"""Friends: requests, answers, ends of friendships, and pages that only friends see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.friends import friendships
from accounts.models import Friendship, Restriction, User
from accounts.refusals import Refused
from games.friends.page import people_met
from games.models import Game, Invitation, Notice, NotificationKind
from games.notifications.relevance import needed
from games.notifications.text import BUILDERS
from tests.cast import client_of, somebody, table_of
from tests.normalized import seen
from tests.table.pages import page, post

pytestmark = pytest.mark.django_db

FRIENDS = "/friends/"


def ask(user: User, name: str):
    return client_of(user).post(FRIENDS, {"username": name}, follow=True)


def answer(user: User, request: Friendship, what: str):
    return client_of(user).post(reverse("answer-friend", args=[request.pk]), {"answer": what}, follow=True)


def shown(user: User) -> str:
    return client_of(user).get(FRIENDS).content.decode()


def befriend(user: User, other: User) -> Friendship:
    request = friendships.send_request(user, other)
    friendships.accept(other, request)
    return request


def test_each_friend_can_be_challenged(alice: User, bob: User, carol: User) -> None:
    befriend(alice, bob)
    friendships.send_request(alice, carol)
    (address,) = re.findall(r'href="([^"]+)">\s*<span>\s*Challenge<', shown(alice))
    assert "Challenge bob" in client_of(alice).get(address).content.decode()


def test_friend_request_by_name_is_accepted(alice: User, bob: User) -> None:
    assert "Request sent to bob." in ask(alice, " @BOB ").content.decode()
    request = Friendship.objects.get()
    notice = Notice.objects.get(kind=NotificationKind.FRIEND)
    assert notice.user == bob
    assert needed(notice, timezone.now())
    words = BUILDERS[NotificationKind.FRIEND](notice)
    assert (words.title, words.path) == ("alice wants to be your friend", FRIENDS)
    assert "Friend requests" in shown(bob)
    assert "You’re friends now." in answer(bob, request, "accept").content.decode()
    assert [list(friendships.friends_of(user)) for user in (alice, bob)] == [[bob], [alice]]
    assert not needed(notice, timezone.now())
    agreed = Notice.objects.get(user=alice)
    assert BUILDERS[NotificationKind.FRIEND](agreed).title == "You and bob are friends now"
    assert needed(agreed, timezone.now())


def test_asking_back_is_a_yes(alice: User, bob: User) -> None:
    ask(alice, "bob")
    assert "You’re friends now." in ask(bob, "alice").content.decode()
    assert Friendship.objects.get().agreed_at is not None


def test_sending_a_request_is_idempotent(alice: User, bob: User) -> None:
    for _time in range(3):
        ask(alice, "bob")
    assert (Friendship.objects.count(), Notice.objects.count()) == (1, 1)


def test_a_declined_request_sends_no_notice_and_can_be_accepted_later(alice: User, bob: User) -> None:
    client = client_of(alice)
    ask(alice, "bob")
    before = seen(client, FRIENDS)
    request = Friendship.objects.get()
    answer(bob, request, "decline")
    assert seen(client, FRIENDS) == before
    assert not Notice.objects.filter(user=alice).exists()
    assert "Friend requests" not in shown(bob)
    assert "Accept after all" in shown(bob)
    ask(alice, "bob")
    assert "Friend requests" not in shown(bob), "who was declined asks in vain"
    answer(bob, request, "accept")
    assert list(friendships.friends_of(alice)) == [bob]


def test_withdrawing_and_ending(alice: User, bob: User) -> None:
    request = friendships.send_request(alice, bob)
    notice = Notice.objects.get()
    answer(alice, request, "end")
    assert not Friendship.objects.exists()
    assert not needed(notice, timezone.now())
    friendship = befriend(alice, bob)
    answer(bob, friendship, "end")
    assert not friendships.friends_of(alice).exists()


def test_repeated_requests_of_one_day_enqueue_one_notice(alice: User, bob: User) -> None:
    for _time in range(3):
        friendships.delete(friendships.send_request(alice, bob))
    assert Notice.objects.filter(user=bob).count() == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Enter the user name"),
        ("@", "Enter the user name"),
        ("nobody", "Nobody here has this user name."),
        ("b\0b", "Nobody here has this user name."),
        ("x" * 500, "Nobody here has this user name."),
        ("alice", "You can’t be your own friend here."),
        ("guest-Dana", "Dana plays as a guest"),
        ("gone", "Nobody here has this user name."),
    ],
)
def test_requests_that_are_refused(alice: User, guest: User, name: str, says: str) -> None:
    somebody("gone", is_active=False)
    refused = ask(alice, name)
    assert refused.status_code == 422
    assert says in refused.content.decode()
    assert not Friendship.objects.exists()


def test_a_refused_name_is_not_lost(alice: User) -> None:
    assert 'value="nobdy"' in ask(alice, "nobdy").content.decode()


def test_guests_make_an_account_first(guest: User, bob: User) -> None:
    assert "Make an account first" in ask(guest, "bob").content.decode()


def test_a_muted_user_can_not_send_requests(alice: User, bob: User) -> None:
    until = timezone.now() + timedelta(days=2)
    restrict(alice, Restriction.Kind.MUTE, until=until)
    refused = ask(alice, "bob")
    assert refused.status_code == 422
    assert "You can’t write to others until" in refused.content.decode()
    assert "how to appeal" in refused.content.decode()


def test_fifty_wait_at_most(alice: User, bob: User) -> None:
    for number in range(friendships.MAX_PENDING_REQUESTS):
        Friendship.objects.create(by=alice, to=somebody(f"no{number}"))
    with pytest.raises(Refused, match="Withdraw some first"):
        friendships.send_request(alice, bob)


def test_others_answer_nothing_of_theirs(alice: User, bob: User, charlie: User) -> None:
    request = friendships.send_request(alice, bob)
    for what in ("accept", "decline", "end"):
        assert answer(charlie, request, what).status_code == 404
    refused = answer(alice, request, "accept")
    assert refused.status_code == 422
    assert "Something changed in the meantime." in refused.content.decode()
    assert client_of(alice).post(reverse("answer-friend", args=[10**20]), {"answer": "end"}).status_code == 404
    assert Friendship.objects.get().agreed_at is None


def test_visitors_sign_in_first_and_get_changes_nothing(alice: User, bob: User) -> None:
    assert client_of().get(FRIENDS)["Location"].startswith(reverse("account_login"))
    assert client_of().post(FRIENDS, {"username": "bob"}).status_code == 302
    request = friendships.send_request(alice, bob)
    assert client_of(bob).get(reverse("answer-friend", args=[request.pk])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post(reverse("answer-friend", args=[request.pk]), {"answer": "accept"}).status_code == 403


def test_friends_see_where_they_play_together(alice: User, bob: User, charlie: User, duel: Game) -> None:
    befriend(alice, bob)
    befriend(alice, charlie)
    html = shown(alice)
    assert duel.get_absolute_url() in html
    assert "Plays in 1 public game" in html
    assert "You have no game together right now." in html
    secret = table_of(bob, charlie, public=False, name="Hush")
    assert secret.get_absolute_url() not in shown(alice)
    assert "Plays in 2 public games" not in shown(alice)


def test_at_a_paused_table_no_friend_is_to_move(alice: User, bob: User, duel: Game) -> None:
    befriend(alice, bob)
    tags = ("your move", "alice’s move", "bob’s move")
    assert [sum(tag in shown(user) for tag in tags) for user in (alice, bob)] == [1, 1]
    assert sum("your move" in shown(user) for user in (alice, bob)) == 1
    Game.objects.filter(pk=duel.pk).update(paused_at=timezone.now())
    assert duel.get_absolute_url() in shown(alice)
    assert not any(tag in shown(user) for user in (alice, bob) for tag in tags)


def test_friends_are_visible_to_their_owner_only(alice: User, bob: User, carol: User, charlie: User) -> None:
    befriend(alice, bob)
    befriend(carol, bob)
    assert "carol" not in shown(alice)
    for user in (charlie, None):
        html = client_of(user).get(reverse("profile", args=["alice"])).content.decode()
        assert "bob" not in html


def test_a_profile_offers_what_can_be_done(alice: User, bob: User, guest: User) -> None:
    def acts(user: User | None, name: str) -> str:
        return client_of(user).get(reverse("profile", args=[name])).content.decode()

    assert "Add as friend" in acts(alice, "bob")
    assert "Add as friend" not in acts(alice, "alice") + acts(None, "bob") + acts(alice, guest.username)
    request = friendships.send_request(alice, bob)
    assert "Request sent, no answer yet" in acts(alice, "bob")
    assert "Accept as friend" in acts(bob, "alice")
    friendships.accept(bob, request)
    assert "You’re friends" in acts(alice, "bob")
    friendships.block(alice, bob)
    assert "Unblock" in acts(alice, "bob")


def test_friends_are_invited_with_one_press(alice: User, bob: User, carol: User, charlie: User) -> None:
    table = table_of(alice, size=4)
    for friend in (bob, carol):
        befriend(alice, friend)
    post(alice, "invite", table, username="carol")
    html = page(alice, table)
    assert '<option value="bob">' in html
    assert '<option value="carol">' not in html
    assert '<option value="charlie">' not in html
    post(alice, "invite", table, username="bob")
    assert Invitation.objects.filter(user=bob, game=table).exists()
    assert "One of your friends" not in page(alice, table)


def test_people_of_ones_games_are_suggested_as_friends(
    alice: User, bob: User, carol: User, charlie: User, guest: User
) -> None:
    for other in (bob, carol, charlie, guest):
        table_of(alice, other)
    befriend(alice, bob)
    friendships.block(alice, charlie)
    assert people_met(alice) == [carol]
    assert "Add as friend" in client_of(alice).get(FRIENDS).content.decode()
    friendships.send_request(carol, alice)
    assert people_met(alice) == []


def test_the_page_takes_the_same_number_of_queries_however_many_friends(alice: User, bob: User) -> None:
    client = client_of(alice)
    befriend(alice, bob)
    table_of(alice, bob)
    seen(client, FRIENDS)
    few = seen(client, FRIENDS).queries
    for number in range(5):
        other = somebody(f"friend{number}")
        befriend(alice, other)
        table_of(alice, other)
        friendships.send_request(somebody(f"asks{number}"), alice)
        friendships.send_request(alice, somebody(f"asked{number}"))
        friendships.block(alice, somebody(f"blocked{number}"))
    assert seen(client, FRIENDS).queries == few
