"""Blocks: what no longer reaches whom, and that nobody can tell that he is blocked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.friends import friendships
from accounts.models import Block, Friendship, User
from games import play
from games.access import may_see
from games.chat import rooms
from games.models import Game, Invitation, Kind, Message, Notice
from games.notifications.relevance import needed
from tests.cast import client_of, somebody, table_of
from tests.normalized import Answer, asked, seen
from tests.playing import give_up
from tests.table.pages import page, post

pytestmark = pytest.mark.django_db

FRIENDS = "/friends/"


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table of alice's and bob's that waits for one more."""
    return table_of(alice, bob, size=3, name="Halsted Street")


@pytest.fixture
def his(charlie: User) -> Game:
    """A private table of charlie's that waits for two more."""
    return table_of(charlie, size=3, name="Slow Boil", public=False)


def shown(user: User, address: str) -> str:
    return client_of(user).get(address).content.decode()


# --- the pages


def test_blocking_says_what_it_means_and_is_done_by_a_press(alice: User, charlie: User) -> None:
    address = reverse("block", args=["charlie"])
    html = shown(alice, address)
    assert "charlie is never told." in html
    assert not Block.objects.exists()
    answer = client_of(alice).post(address, follow=True)
    assert "You have blocked charlie. Nobody is told." in answer.content.decode()
    client_of(alice).post(address)
    assert [(block.by, block.who) for block in Block.objects.all()] == [(alice, charlie)]
    assert "charlie is blocked" in shown(alice, address)
    client_of(alice).post(reverse("unblock", args=["charlie"]))
    assert not Block.objects.exists()


def test_nobody_blocks_himself_or_nobody(alice: User) -> None:
    for name in ("alice", "nobody", "\x01"):
        assert client_of(alice).post(reverse("block", args=[name])).status_code == 404
    assert client_of().post(reverse("block", args=["alice"])).status_code == 302
    assert client_of(alice).get(reverse("unblock", args=["alice"])).status_code == 405
    assert not Block.objects.exists()


def test_a_friendship_ends_with_it_and_what_was_asked_stays_as_he_sees_it(alice: User, bob: User, carol: User) -> None:
    friendships.accept(alice, friendships.ask(bob, alice))
    request = friendships.ask(carol, alice)
    for other in (bob, carol):
        friendships.block(alice, other)
    assert not friendships.friends_of(bob).exists()
    assert list(friendships.asked_by(carol)) == [request]
    assert not friendships.asking(alice).exists()
    friendships.unblock(alice, carol)
    assert list(friendships.asking(alice)) == [request]


def test_guests_may_block_and_be_blocked(guest: User, alice: User) -> None:
    for by, who in ((guest, alice), (alice, guest)):
        client_of(by).post(reverse("block", args=[who.username]))
    assert Block.objects.count() == 2


# --- nobody can tell


def test_a_free_seat_is_refused_like_one_that_is_kept(table: Game, alice: User, charlie: User, carol: User) -> None:
    client, address = client_of(charlie), reverse("join", args=[table.table])
    invitation = Invitation.objects.create(game=table, user=carol, by=alice)
    kept = asked(client, address)
    assert kept.status == 422
    assert "No seat can be taken here just now." in kept.text
    invitation.delete()
    friendships.block(alice, charlie)
    assert asked(client, address) == kept
    friendships.unblock(alice, charlie)
    assert asked(client, address).status == 200
    assert table.players.filter(user=charlie).exists()


def test_who_comes_by_the_link_is_answered_alike_too(alice: User, charlie: User, carol: User) -> None:
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


def test_an_invitation_looks_sent_and_never_arrives(his: Game, alice: User, charlie: User) -> None:
    client, address = client_of(charlie), reverse("invite", args=[his.table])

    def invited() -> Answer:
        Game.objects.filter(pk=his.pk).update(version=1)
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
    assert client_of(alice).get(his.get_absolute_url()).status_code == 404
    assert not needed(Notice.objects.latest("pk"), timezone.now())
    again = invited()
    friendships.unblock(alice, charlie)
    assert invited() == again
    assert "charlie invites you" in shown(alice, "/tables/")


def test_who_is_avoided_at_a_table_is_invited_there_in_vain(table: Game, alice: User, bob: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    play.invite(table.players.get(user=bob), "charlie")
    assert "invites you" not in shown(charlie, "/tables/")
    assert not needed(Notice.objects.get(kind=Kind.INVITED), timezone.now())


def test_a_request_looks_asked_and_never_arrives(alice: User, charlie: User) -> None:
    client = client_of(charlie)
    sent, page_then = asked(client, FRIENDS, username="alice"), seen(client, FRIENDS)
    assert "alice is asked." in sent.text
    assert "charlie" in shown(alice, FRIENDS)
    Friendship.objects.all().delete()
    friendships.block(alice, charlie)
    assert asked(client, FRIENDS, username="alice") == sent
    assert seen(client, FRIENDS) == page_then
    assert not friendships.asking(alice).exists()
    assert not needed(Notice.objects.latest("pk"), timezone.now())


def test_a_profile_is_the_same_for_who_is_blocked(alice: User, charlie: User) -> None:
    client, address = client_of(charlie), reverse("profile", args=["alice"])
    before = seen(client, address)
    friendships.block(alice, charlie)
    assert seen(client, address) == before


def test_a_message_is_said_as_ever(duel: Game, alice: User, bob: User) -> None:
    client, address = client_of(bob), reverse("talk", args=[duel.table])
    client.post(address, {"text": "@alice good evening"})
    friendships.block(alice, bob)
    assert client.post(address, {"text": "@alice good night"}).status_code == 302
    assert "@alice good night" in shown(bob, address)
    assert Notice.objects.filter(kind=Kind.MENTION).count() == 1
    assert not needed(Notice.objects.get(kind=Kind.MENTION), timezone.now())


# --- what is hidden


def test_tables_of_who_avoids_him_are_in_no_list_of_his(table: Game, alice: User, charlie: User) -> None:
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


def test_i_may_still_sit_down_where_he_is(his: Game, alice: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    assert play.join(his, alice).players.filter(user=alice).exists()


def test_a_running_game_goes_on(duel: Game, alice: User, bob: User) -> None:
    friendships.block(alice, bob)
    for user in (alice, bob):
        assert client_of(user).get(duel.get_absolute_url()).status_code == 200
    give_up(duel)
    post(alice, "rematch", duel)
    again = Game.objects.get(rematch_of=duel)
    assert "wants to play" not in shown(bob, "/tables/")
    assert "No seat can be taken here just now." in post(bob, "rematch", duel).content.decode()
    assert not again.players.filter(user=bob).exists()


def test_a_seat_that_was_lost_is_not_free_for_him(duel: Game, alice: User, bob: User, charlie: User) -> None:
    seat = duel.players.get(user=bob)
    duel.players.filter(pk=seat.pk).update(user=None, bot="steady", vacant=True, lost_by=bob)
    address = reverse("substitute", args=[duel.table, seat.seat])
    assert "Take over" in shown(charlie, address)
    friendships.block(alice, charlie)
    assert "This seat is no longer free" in shown(charlie, address)
    assert "can be taken over" not in page(charlie, duel)
    answer = client_of(charlie).post(address)
    assert (answer.status_code, duel.players.filter(user=charlie).exists()) == (422, False)
    assert "Seats to take over" not in shown(charlie, "/lobby/")


def test_his_messages_are_folded_up_and_not_new(duel: Game, alice: User, bob: User) -> None:
    post(bob, "talk", duel, text="Remember me?")
    assert "1 new message" in page(alice, duel)
    friendships.block(alice, bob)
    html = page(alice, duel)
    assert "new message" not in html
    assert html.index("A message that you have hidden") < html.index("Remember me?")
    assert "A message that you have hidden" in shown(alice, reverse("talk", args=[duel.table]))
    assert "A message that you have hidden" not in page(bob, duel)


def test_whom_i_have_blocked_i_invite_only_after_unblocking(table: Game, alice: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    for answer in (
        post(alice, "invite", table, username="charlie"),
        client_of(alice).post(FRIENDS, {"username": "charlie"}),
    ):
        assert answer.status_code == 422
        assert "You have blocked charlie. Unblock first." in answer.content.decode()
    assert not Invitation.objects.exists()


def test_blocks_are_in_nobody_elses_pages(alice: User, bob: User, charlie: User) -> None:
    friendships.block(alice, charlie)
    for user in (bob, charlie):
        for address in (FRIENDS, reverse("profile", args=["alice"])):
            assert "Unblock" not in shown(user, address)


# --- seats that are kept


def test_a_seat_is_kept_for_a_day_for_who_was_invited(table: Game, alice: User, carol: User, charlie: User) -> None:
    play.invite(table.players.get(user=alice), "carol")
    with pytest.raises(play.Refused, match="may be kept"):
        play.join(table, charlie)
    Invitation.objects.update(at=timezone.now() - timedelta(days=2))
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
    Game.objects.filter(pk=duel.pk).update(talk=8)
    talked = queries()
    assert talked[:2] == few[:2]
    assert talked[2] <= few[2] + 2
    assert rooms.hear(duel, rooms.membership_of(duel, alice)).unread == 0
    assert may_see(duel, alice)
