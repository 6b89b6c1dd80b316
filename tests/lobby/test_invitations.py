"""Access to a table, invitations by name, and rematches."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Block, Friendship, Restriction, User
from games import play
from games.core import broadcast
from games.models import Game, Invitation, Membership, Message, Notice, NotificationKind
from games.notifications.text import BUILDERS
from tests.cast import PASSWORD, client_of, somebody, table_of
from tests.normalized import compact
from tests.playing import give_up
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db

HOME = "/tables/"


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table of alice and bob with two free seats."""
    return table_of(alice, bob, size=4, name="Halsted Street")


@pytest.fixture
def private(alice: User) -> Game:
    """A private table of alice with two free seats."""
    return table_of(alice, size=3, name="Slow Boil", public=False)


def home(user: User) -> str:
    return compact(client_of(user).get(HOME).content.decode())


# --- access


WRITES = ("chat", "chat-read", "note", "invite", "decline")


@pytest.mark.parametrize("name", WRITES)
def test_users_without_a_seat_get_404(name: str, table: Game, duel: Game, charlie: User) -> None:
    for game in (table, duel):
        for user in (charlie, None):
            assert post(user, name, game, text="x", note="x", username="bob").status_code == 404
    assert not Message.objects.exists()
    assert not Membership.objects.exists()


@pytest.mark.parametrize("name", WRITES)
def test_an_unknown_table_is_not_found(name: str, alice: User) -> None:
    assert client_of(alice).post(f"/games/nosuch/{name.replace('-', '/')}/", {"text": "x"}).status_code == 404


@pytest.mark.parametrize("name", [name for name in WRITES if name != "chat"])
def test_get_leads_to_the_table(name: str, table: Game, alice: User) -> None:
    assert client_of(alice).get(reverse(name, args=[table.public_id]))["Location"] == table.get_absolute_url()


@pytest.mark.parametrize("name", WRITES)
def test_csrf_is_required(name: str, table: Game, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse(name, args=[table.public_id]), {"text": "x"}).status_code == 403


def test_spectators_read_no_table_chat(duel: Game, alice: User, charlie: User) -> None:
    post(alice, "chat", duel, text="Bootleg at midnight")
    for user in (charlie, None):
        html = page(user, duel)
        assert "Bootleg" not in html
        assert "Table talk" not in html
        assert client_of(user).get(reverse("chat", args=[duel.public_id])).status_code == 404
        assert "chat" not in client_of(user).get(reverse("version", args=[duel.public_id])).json()


# --- invitations


def test_inviting_by_name(private: Game, alice: User, bob: User) -> None:
    assert client_of(bob).get(private.get_absolute_url()).status_code == 404
    answer = post(alice, "invite", private, username="BOB ")
    assert (answer.status_code, answer["Location"]) == (302, private.get_absolute_url())
    notice = Notice.objects.get(kind=NotificationKind.INVITED)
    assert (notice.user, notice.game, notice.data) == (bob, private, {"invitation": Invitation.objects.get().pk})
    assert BUILDERS[NotificationKind.INVITED](notice).title == "alice invites you to Slow Boil"
    html = home(bob)
    assert "alice invites you to Chicago Poker." in html
    assert "Take the seat" in html
    assert "alice invites you to this table." in page(bob, private)
    assert "no answer yet" in page(alice, private)


def test_friends_to_invite_are_in_the_order_of_the_readers_alphabet(private: Game, alice: User) -> None:
    """In Swedish, Ö comes last; sorting by user names would give another order."""
    for number, name in enumerate(("Örjan", "Zed", "anna")):
        friend = somebody(f"u{number}", display_name=name)
        Friendship.objects.create(by=alice, to=friend, agreed_at=timezone.now())
    User.objects.filter(pk=alice.pk).update(language="sv")
    assert re.findall(r'<option value="u\d">(\w+)<', page(alice, private)) == ["anna", "Zed", "Örjan"]


def test_accepting_an_invitation(private: Game, alice: User, bob: User) -> None:
    post(alice, "invite", private, username="bob")
    answer = client_of(bob).post(reverse("invited", args=[private.invitation]))
    assert answer["Location"] == private.get_absolute_url()
    assert private.players.filter(user=bob).exists()
    assert "invites you" not in home(bob)
    assert "no answer yet" not in page(alice, private)


def test_my_tables_shows_the_invitation_that_was_open_before_signing_in(private: Game, bob: User) -> None:
    browser = client_of()
    browser.get(reverse("invited", args=[private.invitation]))
    browser.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})
    shown = compact(browser.get(HOME).content.decode())
    assert "alice invites you to Chicago Poker." in shown and "No thanks" not in shown
    browser.post(reverse("invited", args=[private.invitation]))
    assert "invites you" not in compact(browser.get(HOME).content.decode())
    assert "invites you" not in home(bob)


@pytest.mark.parametrize("reason", ["over", "blocked", "by name"])
def test_an_obsolete_invitation_is_not_shown(private: Game, alice: User, bob: User, reason) -> None:
    browser = client_of()
    browser.get(reverse("invited", args=[private.invitation]))
    browser.force_login(bob)
    if reason == "over":
        play.cancel(private, alice)
    elif reason == "blocked":
        Block.objects.create(by=alice, who=bob)
    else:
        post(alice, "invite", private, username="bob")
    assert compact(browser.get(HOME).content.decode()).count("invites you") == (reason == "by name")


def test_an_invitation_link_explains_the_game_and_links_to_its_lessons(private: Game) -> None:
    shown = compact(client_of().get(reverse("invited", args=[private.invitation])).content.decode())
    assert "Bosses build poker hands" in shown
    assert reverse("lessons", args=[private.variant]) in shown


def test_declining_an_invitation(private: Game, alice: User, bob: User) -> None:
    post(alice, "invite", private, username="bob")
    version = Game.objects.get(pk=private.pk).version
    answer = post(bob, "decline", private)
    assert answer["Location"] == HOME
    assert "invites you" not in home(bob)
    assert client_of(bob).get(private.get_absolute_url()).status_code == 404
    assert "declined" in page(alice, private)
    assert Game.objects.get(pk=private.pk).version > version, "the pages of the table hear of it"
    assert post(bob, "decline", private).status_code == 302, "once more changes nothing"
    assert not Notice.objects.filter(user=alice).exists()


@pytest.mark.parametrize("answer", ["waits", "declined", "a day has passed"])
def test_a_seat_is_kept_until_the_invitation_is_declined(
    answer: str, table: Game, alice: User, carol: User, charlie: User
) -> None:
    """Two seats are free; a stranger takes the first one."""
    play.join(table, somebody("erin"))
    post(alice, "invite", table, username="carol")
    if answer == "waits":
        with pytest.raises(play.Refused, match="You can’t take a seat here right now"):
            play.join(table, charlie)
        play.join(table, carol)
        return
    if answer == "declined":
        post(carol, "decline", table)
    with time_machine.travel(timezone.now() + timedelta(hours=25 if answer == "a day has passed" else 0)):
        play.join(table, charlie)
    assert table.players.filter(user=charlie).exists()


def test_no_second_seat_is_kept_for_an_invited_user_who_has_come(
    table: Game, alice: User, carol: User, charlie: User
) -> None:
    post(alice, "invite", table, username="carol")
    play.join(table, carol)
    play.join(table, charlie)
    assert table.players.filter(user=charlie).exists()


def test_a_user_who_declined_may_join_by_the_link(private: Game, alice: User, bob: User) -> None:
    post(alice, "invite", private, username="bob")
    post(bob, "decline", private)
    client_of(bob).post(reverse("invited", args=[private.invitation]))
    assert private.players.filter(user=bob).exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Enter the user name of the person you want to invite."),
        ("nobody", "Nobody here has this user name."),
        ("b\0b", "Nobody here has this user name."),
        ("x" * 500, "Nobody here has this user name."),
        ("alice", "alice already sits here."),
        ("bob", "bob already sits here."),
        ("guest-Dana", "A guest can’t be invited by name."),
        ("carol", "carol has already been invited."),
        ("gone", "Nobody here has this user name."),
    ],
)
def test_invalid_invitations_are_refused(
    table: Game, alice: User, carol: User, guest: User, name: str, says: str
) -> None:
    somebody("gone", is_active=False)
    post(alice, "invite", table, username="carol")
    answer = post(alice, "invite", table, username=name)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert Invitation.objects.count() == 1


def test_a_refused_name_remains_in_the_field(table: Game, alice: User) -> None:
    assert 'value="nobdy"' in post(alice, "invite", table, username="nobdy").content.decode()


def test_every_player_may_invite_until_the_start(table: Game, duel: Game, bob: User, carol: User) -> None:
    assert post(bob, "invite", table, username="carol").status_code == 302
    answer = post(bob, "invite", duel, username="carol")
    assert answer.status_code == 422
    assert "already started" in answer.content.decode()
    assert Invitation.objects.count() == 1


def test_the_number_of_invitations_is_limited(table: Game, alice: User, carol: User) -> None:
    for number in range(20):
        Invitation.objects.create(game=table, user=somebody(f"no{number}"), by=alice)
    answer = post(alice, "invite", table, username="carol")
    assert answer.status_code == 422
    assert "A table can invite 20 people. Send others the link." in answer.content.decode()


def test_an_invitation_to_a_table_that_has_started(private: Game, alice: User, bob: User, carol: User) -> None:
    for name in ("bob", "carol"):
        post(alice, "invite", private, username=name)
    client_of(bob).post(reverse("invited", args=[private.invitation]))
    play.start(private, alice)
    assert "invites you" not in home(carol)
    assert client_of(carol).get(private.get_absolute_url()).status_code == 404
    late = client_of(carol).post(reverse("invited", args=[private.invitation]))
    assert late.status_code == 422
    assert "already started" in late.content.decode()
    assert post(carol, "decline", private).status_code == 302


def test_an_invited_user_sees_the_table_but_no_other_invitations(
    private: Game, alice: User, bob: User, carol: User
) -> None:
    for name in ("bob", "carol"):
        post(alice, "invite", private, username=name)
    post(alice, "chat", private, text="Bootleg at midnight")
    html = page(bob, private)
    assert "carol" not in html
    assert "Bootleg" not in html


def test_a_suspended_user_can_not_invite(private: Game, alice: User, bob: User) -> None:
    restrict(alice, Restriction.Kind.SUSPENSION)
    with pytest.raises(play.Refused, match=r"You can’t write to others\."):
        play.invite(private.players.get(), "bob")
    assert not Invitation.objects.exists()


# --- rematches


def test_a_rematch_invites_the_others(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    Notice.objects.all().delete()
    post(alice, "rematch", duel)
    again = Game.objects.get(rematch_of=duel)
    notice = Notice.objects.get(kind=NotificationKind.INVITED)
    assert (notice.user, notice.game) == (bob, again)
    assert "alice wants to play Chicago Poker with you again." in home(bob)
    assert BUILDERS[NotificationKind.INVITED](notice).title == "alice wants to play again: Duel"
    assert not again.invitations.filter(user=alice).exists()
    post(bob, "rematch", duel)
    assert "wants to play" not in home(bob)


def test_the_finished_table_shows_the_rematch(
    duel: Game, alice: User, bob: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version increases; the number of waiting tables includes the invitation until it is answered."""
    said: list[tuple[str, object]] = []
    monkeypatch.setattr(broadcast, "_send", lambda group, **message: said.append((group, message.get("version"))))
    before = give_up(duel).version
    assert client_of(bob).get(reverse("waiting")).json()["waiting"] == 0
    with django_capture_on_commit_callbacks(execute=True):
        post(alice, "rematch", duel)
    assert (broadcast.table_group(duel.public_id), before + 1) in said
    assert client_of(bob).get(reverse("version", args=[duel.public_id])).json()["version"] == before + 1
    fragment = page(bob, duel, HTMX)
    assert "Join the rematch" in fragment
    assert 'aria-label="1 table waiting">1</span>' in fragment
    assert client_of(bob).get(reverse("waiting")).json() == {"waiting": 1, "says": "1 table waiting"}
    assert client_of(alice).get(reverse("waiting")).json()["waiting"] == 0
    post(bob, "decline", Game.objects.get(rematch_of=duel))
    assert client_of(bob).get(reverse("waiting")).json()["waiting"] == 0


def test_a_private_rematch_is_visible_to_invited_players(alice: User, bob: User, charlie: User) -> None:
    game = give_up(table_of(alice, bob, public=False))
    post(alice, "rematch", game)
    again = Game.objects.get(rematch_of=game)
    assert "No thanks" in page(bob, again)
    assert client_of(charlie).get(again.get_absolute_url()).status_code == 404


def test_my_tables_takes_a_constant_number_of_queries_for_invitations(
    alice: User, bob: User, django_assert_max_num_queries
) -> None:
    client = client_of(bob)

    def queries() -> int:
        with django_assert_max_num_queries(15) as counted:
            client.get(HOME)
        return len(counted)

    def invited() -> None:
        game = table_of(alice, size=3)
        play.invite(game.players.get(user=alice), "bob")

    invited()
    queries()
    one = queries()
    for _ in range(4):
        invited()
    assert queries() == one
    assert home(bob).count("invites you") == 5
