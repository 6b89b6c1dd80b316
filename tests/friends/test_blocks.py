"""Blocks: the limits of a blocked user, who can't find out about them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.friends import friendships
from accounts.models import Block, Friendship, User
from games import play
from games.chat import rooms
from games.core.access import may_see
from games.models import Game, Invitation, Message, Notice, NotificationKind
from games.notifications.relevance import needed
from tests.cast import client_of, somebody, table_of
from tests.normalized import Answer, asked, seen
from tests.playing import give_up
from tests.table.pages import page, post

pytestmark = pytest.mark.django_db

FRIENDS = "/friends/"


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table of alice and bob that waits for one more player."""
    return table_of(alice, bob, size=3, name="Halsted Street")


@pytest.fixture
def charlies(charlie: User) -> Game:
    """A private table of charlie that waits for two more players."""
    return table_of(charlie, size=3, name="Slow Boil", public=False)


def shown(user: User, address: str) -> str:
    return client_of(user).get(address).content.decode()


# --- the pages


def test_blocking_is_explained_and_confirmed(alice: User, charlie: User) -> None:
    address = reverse("block", args=["charlie"])
    html = shown(alice, address)
    assert "charlie will never find out." in html
    assert not Block.objects.exists()
    answer = client_of(alice).post(address, follow=True)
    assert "You’ve blocked charlie. They won’t be told." in answer.content.decode()
    client_of(alice).post(address)
    assert [(block.by, block.who) for block in Block.objects.all()] == [(alice, charlie)]
    assert "charlie is blocked" in shown(alice, address)
    client_of(alice).post(reverse("unblock", args=["charlie"]))
    assert not Block.objects.exists()


def test_blocking_oneself_or_an_unknown_user_is_refused(alice: User) -> None:
    for name in ("alice", "nobody", "\x01"):
        assert client_of(alice).post(reverse("block", args=[name])).status_code == 404
    assert client_of().post(reverse("block", args=["alice"])).status_code == 302
    assert client_of(alice).get(reverse("unblock", args=["alice"])).status_code == 405
    assert not Block.objects.exists()


def test_blocking_ends_a_friendship_and_leaves_a_pending_request(alice: User, bob: User, carol: User) -> None:
    friendships.accept(alice, friendships.send_request(bob, alice))
    request = friendships.send_request(carol, alice)
    for other in (bob, carol):
        friendships.block(alice, other)
    assert not friendships.friends_of(bob).exists()
    assert list(friendships.sent_requests(carol)) == [request]
    assert not friendships.pending_requests(alice).exists()
    friendships.unblock(alice, carol)
    assert list(friendships.pending_requests(alice)) == [request]


def test_guests_may_block_and_be_blocked(guest: User, alice: User) -> None:
    for by, who in ((guest, alice), (alice, guest)):
        client_of(by).post(reverse("block", args=[who.username]))
    assert Block.objects.count() == 2


# --- a blocked user can not find out


def test_a_blocked_user_is_refused_a_free_seat_like_a_reserved_one(
    table: Game, alice: User, charlie: User, carol: User
) -> None:
    client, address = client_of(charlie), reverse("join", args=[table.public_id])
    invitation = Invitation.objects.create(game=table, user=carol, by=alice)
    kept = asked(client, address)
    assert kept.status == 422
    assert "You can’t take a seat here right now." in kept.text
    invitation.delete()
    friendships.block(alice, charlie)
    assert asked(client, address) == kept
    friendships.unblock(alice, charlie)
    assert asked(client, address).status == 200
    assert table.players.filter(user=charlie).exists()


def test_a_blocked_user_gets_the_same_refusal_by_invitation_link(alice: User, charlie: User, carol: User) -> None:
    table = table_of(alice, size=2, public=False)
    address = reverse("invited", args=[table.invitation])
    invitation = Invitation.objects.create(game=table, user=carol, by=alice)
    client = client_of(charlie)
    before, kept = seen(client, address), asked(client, address)
    assert kept.status == 422
    invitation.delete()
    friendships.block(alice, charlie)
    assert seen(client, address) == before
    assert asked(client, address) == kept


def test_an_invitation_from_a_blocked_user_seems_sent_and_is_not_delivered(
    charlies: Game, alice: User, charlie: User
) -> None:
    client, address = client_of(charlie), reverse("invite", args=[charlies.public_id])

    def invited() -> Answer:
        Game.objects.filter(pk=charlies.pk).update(version=1)
        return asked(client, address, username="alice")

    invited()
    Invitation.objects.all().delete()
    sent = invited()
    assert "alice is invited." in sent.text
    assert "charlie invites you" in shown(alice, "/tables/")
    Invitation.objects.all().delete()
    friendships.block(alice, charlie)
    assert invited() == sent
    assert "charlie invites you" not in shown(alice, "/tables/")
    assert client_of(alice).get(charlies.get_absolute_url()).status_code == 404
    assert not needed(Notice.objects.latest("pk"), timezone.now())
    again = invited()
    friendships.unblock(alice, charlie)
    assert invited() == again
    assert "charlie invites you" in shown(alice, "/tables/")


def test_a_user_blocked_by_a_player_of_the_table_can_not_be_seated_by_invitation(
    table: Game, alice: User, bob: User, charlie: User
) -> None:
    friendships.block(alice, charlie)
    play.invite(table.players.get(user=bob), "charlie")
    assert "invites you" not in shown(charlie, "/tables/")
    assert not needed(Notice.objects.get(kind=NotificationKind.INVITED), timezone.now())


def test_a_friend_request_from_a_blocked_user_seems_sent_and_is_not_delivered(alice: User, charlie: User) -> None:
    client = client_of(charlie)
    sent, page_then = asked(client, FRIENDS, username="alice"), seen(client, FRIENDS)
    assert "Request sent to alice." in sent.text
    assert "charlie" in shown(alice, FRIENDS)
    Friendship.objects.all().delete()
    friendships.block(alice, charlie)
    assert asked(client, FRIENDS, username="alice") == sent
    assert seen(client, FRIENDS) == page_then
    assert not friendships.pending_requests(alice).exists()
    assert not needed(Notice.objects.latest("pk"), timezone.now())


def test_a_profile_is_the_same_for_a_blocked_user(alice: User, charlie: User) -> None:
    client, address = client_of(charlie), reverse("profile", args=["alice"])
    before = seen(client, address)
    friendships.block(alice, charlie)
    assert seen(client, address) == before


def test_a_blocked_user_can_still_post_messages(duel: Game, alice: User, bob: User) -> None:
    client, address = client_of(bob), reverse("chat", args=[duel.public_id])
    client.post(address, {"text": "@alice good evening"})
    friendships.block(alice, bob)
    assert client.post(address, {"text": "@alice good night"}).status_code == 302
    assert "@alice good night" in shown(bob, address)
    assert Notice.objects.filter(kind=NotificationKind.MENTION).count() == 1
    assert not needed(Notice.objects.get(kind=NotificationKind.MENTION), timezone.now())


# --- secrecy


def test_tables_of_users_who_block_the_viewer_are_not_listed(table: Game, alice: User, charlie: User) -> None:
    for address in ("/", "/lobby/"):
        assert "Halsted Street" in shown(charlie, address)
    friendships.block(alice, charlie)
    for address in ("/", "/lobby/"):
        assert "Halsted Street" not in shown(charlie, address)
        assert "Halsted Street" in client_of().get(address).content.decode()
    assert "Halsted Street" in page(charlie, table), "a public table may still be looked at"


def test_where_both_sit_already_nothing_changes(table: Game, alice: User, bob: User) -> None:
    friendships.block(alice, bob)
    assert "Halsted Street" in shown(bob, "/lobby/")
    assert post(bob, "join", table).status_code == 302
    assert post(alice, "invite", table, username="bob").status_code == 422


def test_the_blocking_user_may_still_join_tables_of_the_blocked_one(charlies: Game, alice: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    assert play.join(charlies, alice).players.filter(user=alice).exists()


def test_a_running_game_continues(duel: Game, alice: User, bob: User) -> None:
    friendships.block(alice, bob)
    for user in (alice, bob):
        assert client_of(user).get(duel.get_absolute_url()).status_code == 200
    give_up(duel)
    post(alice, "rematch", duel)
    again = Game.objects.get(rematch_of=duel)
    assert "wants to play" not in shown(bob, "/tables/")
    assert "You can’t take a seat here right now." in post(bob, "rematch", duel).content.decode()
    assert not again.players.filter(user=bob).exists()


def test_a_vacant_seat_is_not_offered_to_a_blocked_user(duel: Game, alice: User, bob: User, charlie: User) -> None:
    seat = duel.players.get(user=bob)
    duel.players.filter(pk=seat.pk).update(user=None, bot="steady", vacant=True, lost_by=bob)
    address = reverse("substitute", args=[duel.public_id, seat.seat])
    assert "Take over" in shown(charlie, address)
    friendships.block(alice, charlie)
    assert "This seat is no longer free" in shown(charlie, address)
    assert "’s seat is free" not in page(charlie, duel)
    answer = client_of(charlie).post(address)
    assert (answer.status_code, duel.players.filter(user=charlie).exists()) == (422, False)
    assert "Seats to take over" not in shown(charlie, "/lobby/")


def test_messages_of_a_blocked_user_are_collapsed_and_not_unread(duel: Game, alice: User, bob: User) -> None:
    post(bob, "chat", duel, text="Remember me?")
    assert "1 new message" in page(alice, duel)
    friendships.block(alice, bob)
    html = page(alice, duel)
    assert "new message" not in html
    assert html.index("A message you’ve hidden") < html.index("Remember me?")
    assert "A message you’ve hidden" in shown(alice, reverse("chat", args=[duel.public_id]))
    assert "A message you’ve hidden" not in page(bob, duel)


def test_a_blocked_user_can_be_invited_only_after_unblocking(table: Game, alice: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    for answer in (
        post(alice, "invite", table, username="charlie"),
        client_of(alice).post(FRIENDS, {"username": "charlie"}),
    ):
        assert answer.status_code == 422
        assert "You’ve blocked charlie. Unblock them first." in answer.content.decode()
    assert not Invitation.objects.exists()


def test_blocks_are_visible_to_their_owner_only(alice: User, bob: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    for user in (bob, charlie):
        for address in (FRIENDS, reverse("profile", args=["alice"])):
            assert "Unblock" not in shown(user, address)


# --- reserved seats


def test_an_invited_user_has_a_seat_reserved_for_a_day(table: Game, alice: User, carol: User, charlie: User) -> None:
    play.invite(table.players.get(user=alice), "carol")
    with pytest.raises(play.Refused, match="may be kept"):
        play.join(table, charlie)
    Invitation.objects.update(sent_at=timezone.now() - timedelta(days=2))
    assert play.join(table, charlie).is_running


def test_a_no_frees_the_seat_and_the_invited_take_theirs(alice: User, carol: User, charlie: User, bob: User) -> None:
    table = table_of(alice, size=3)
    for name in ("carol", "bob"):
        play.invite(table.players.get(), name)
    play.decline(Invitation.objects.get(user=carol))
    play.join(table, charlie)
    assert play.join(table, bob).is_running


# --- cost


def test_lists_take_the_same_number_of_queries_however_many_are_blocked(duel: Game, alice: User, bob: User) -> None:
    client = client_of(alice)
    friendships.block(alice, bob)

    def queries() -> list[int]:
        return [seen(client, address).queries for address in ("/lobby/", FRIENDS, duel.get_absolute_url())]

    queries()
    few = queries()
    me = duel.players.get(user=bob)
    for number in range(8):
        friendships.block(alice, somebody(f"no{number}"))
    Message.objects.bulk_create(Message(game=duel, player=me, user=bob, text=f"no {n}") for n in range(8))
    Game.objects.filter(pk=duel.pk).update(chat_version=8)
    talked = queries()
    assert talked[:2] == few[:2]
    assert talked[2] <= few[2] + 2
    assert rooms.chat_for(duel, rooms.membership_of(duel, alice)).unread == 0
    assert may_see(duel, alice)
