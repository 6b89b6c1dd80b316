"""Company at a table: who may what, invitations by name, playing again, the next table, how many tables wait."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games import play
from games.models import Game, Invitation, Kind, Membership, Message, Notice, Player
from games.notifications import messages
from games.realtime import broadcast
from tests.cast import client_of, somebody, table_of
from tests.playing import give_up
from tests.site import ROOT
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db

HOME = "/tables/"


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table of alice's and bob's that waits for two more."""
    return table_of(alice, bob, size=4, name="Halsted Street")


@pytest.fixture
def private(alice: User) -> Game:
    """A table by invitation of alice's that waits for two more."""
    return table_of(alice, size=3, name="Slow Boil", public=False)


def home(user: User) -> str:
    return client_of(user).get(HOME).content.decode()


# --- who may


WRITES = ("talk", "talk-read", "note", "invite", "decline")


@pytest.mark.parametrize("name", WRITES)
def test_strangers_spectators_and_visitors_find_nothing(name: str, table: Game, duel: Game, charlie: User) -> None:
    for game in (table, duel):
        for user in (charlie, None):
            assert post(user, name, game, text="x", note="x", username="bob").status_code == 404
    assert not Message.objects.exists()
    assert not Membership.objects.exists()


@pytest.mark.parametrize("name", WRITES)
def test_there_is_no_such_table(name: str, alice: User) -> None:
    assert client_of(alice).post(f"/games/nosuch/{name.replace('-', '/')}/", {"text": "x"}).status_code == 404


@pytest.mark.parametrize("name", [name for name in WRITES if name != "talk"])
def test_nothing_happens_by_following_a_link(name: str, table: Game, alice: User) -> None:
    assert client_of(alice).get(reverse(name, args=[table.table])).status_code == 405


@pytest.mark.parametrize("name", WRITES)
def test_a_form_from_elsewhere_is_refused(name: str, table: Game, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse(name, args=[table.table]), {"text": "x"}).status_code == 403


def test_whoever_looks_on_hears_nothing(duel: Game, alice: User, charlie: User) -> None:
    post(alice, "talk", duel, text="Bootleg at midnight")
    for user in (charlie, None):
        html = page(user, duel)
        assert "Bootleg" not in html
        assert "Table talk" not in html
        assert client_of(user).get(reverse("talk", args=[duel.table])).status_code == 404
        assert "talk" not in client_of(user).get(reverse("version", args=[duel.table])).json()


# --- invitations


def test_an_invitation_by_name(private: Game, alice: User, bob: User) -> None:
    assert client_of(bob).get(private.get_absolute_url()).status_code == 404
    answer = post(alice, "invite", private, username="BOB ")
    assert (answer.status_code, answer["Location"]) == (302, private.get_absolute_url())
    notice = Notice.objects.get(kind=Kind.INVITED)
    assert (notice.user, notice.game, notice.data) == (bob, private, {"invitation": Invitation.objects.get().pk})
    assert messages.WORDS[Kind.INVITED](notice).title == "alice invites you to Slow Boil"
    html = home(bob)
    assert "alice invites you to Chicago Poker." in html
    assert "Take the seat" in html
    assert "alice invites you to this table." in page(bob, private)
    assert "no answer yet" in page(alice, private)


def test_taking_the_seat(private: Game, alice: User, bob: User) -> None:
    post(alice, "invite", private, username="bob")
    answer = client_of(bob).post(reverse("invited", args=[private.invitation]))
    assert answer["Location"] == private.get_absolute_url()
    assert private.players.filter(user=bob).exists()
    assert "invites you" not in home(bob)
    assert "no answer yet" not in page(alice, private)


def test_declining_tells_no_more_than_that(private: Game, alice: User, bob: User) -> None:
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


def test_whoever_declined_may_still_come_by_the_link(private: Game, alice: User, bob: User) -> None:
    post(alice, "invite", private, username="bob")
    post(bob, "decline", private)
    client_of(bob).post(reverse("invited", args=[private.invitation]))
    assert private.players.filter(user=bob).exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Write the user name"),
        ("nobody", "Nobody has this user name."),
        ("b\0b", "Nobody has this user name."),
        ("x" * 500, "Nobody has this user name."),
        ("alice", "alice already sits here."),
        ("bob", "bob already sits here."),
        ("guest-Dana", "A guest can&#x27;t be invited by name."),
        ("carol", "carol has been invited before."),
        ("gone", "Nobody has this user name."),
    ],
)
def test_invitations_that_are_refused(table: Game, alice: User, carol: User, guest: User, name: str, says: str) -> None:
    somebody("gone", is_active=False)
    post(alice, "invite", table, username="carol")
    answer = post(alice, "invite", table, username=name)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert Invitation.objects.count() == 1


def test_a_refused_name_is_not_lost(table: Game, alice: User) -> None:
    assert 'value="nobdy"' in post(alice, "invite", table, username="nobdy").content.decode()


def test_every_player_may_invite_but_not_to_a_game_that_runs(table: Game, duel: Game, bob: User, carol: User) -> None:
    assert post(bob, "invite", table, username="carol").status_code == 302
    answer = post(bob, "invite", duel, username="carol")
    assert answer.status_code == 422
    assert "already started" in answer.content.decode()
    assert Invitation.objects.count() == 1


def test_twenty_at_most(table: Game, alice: User, carol: User) -> None:
    for number in range(20):
        Invitation.objects.create(game=table, user=somebody(f"no{number}"), by=alice)
    answer = post(alice, "invite", table, username="carol")
    assert answer.status_code == 422
    assert "at most" in answer.content.decode() or "can invite 20 people" in answer.content.decode()


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


def test_an_invited_person_sees_the_table_but_not_whom_else_it_asked(
    private: Game, alice: User, bob: User, carol: User
) -> None:
    for name in ("bob", "carol"):
        post(alice, "invite", private, username=name)
    post(alice, "talk", private, text="Bootleg at midnight")
    html = page(bob, private)
    assert "carol" not in html
    assert "Bootleg" not in html


def test_who_may_not_write_invites_nobody(private: Game, alice: User, bob: User) -> None:
    restrict(alice, Restriction.Kind.SUSPENSION)
    with pytest.raises(play.Refused, match=r"You may not write to others\."):
        play.invite(private.players.get(), "bob")
    assert not Invitation.objects.exists()


# --- playing again


def test_a_rematch_asks_the_others(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    Notice.objects.all().delete()
    post(alice, "rematch", duel)
    again = Game.objects.get(rematch_of=duel)
    notice = Notice.objects.get(kind=Kind.INVITED)
    assert (notice.user, notice.game) == (bob, again)
    assert "alice wants to play Chicago Poker with you again." in home(bob)
    assert messages.WORDS[Kind.INVITED](notice).title == "alice wants to play again: Duel"
    assert not again.invitations.filter(user=alice).exists()
    post(bob, "rematch", duel)
    assert "wants to play" not in home(bob)


def test_the_page_of_the_finished_table_learns_of_the_rematch(
    duel: Game, alice: User, bob: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is at a new version; the number of tables that wait counts the invitation until it is answered."""
    said: list[tuple[str, object]] = []
    monkeypatch.setattr(broadcast, "_send", lambda group, **message: said.append((group, message.get("version"))))
    before = give_up(duel).version
    assert client_of(bob).get(reverse("waiting")).json()["waiting"] == 0
    with django_capture_on_commit_callbacks(execute=True):
        post(alice, "rematch", duel)
    assert (broadcast.table_group(duel.table), before + 1) in said
    assert client_of(bob).get(reverse("version", args=[duel.table])).json()["version"] == before + 1
    fragment = page(bob, duel, HTMX)
    assert "Join the rematch" in fragment
    assert 'aria-label="1 awaits you">1</span>' in fragment
    assert client_of(bob).get(reverse("waiting")).json() == {"waiting": 1, "says": "1 awaits you"}
    assert client_of(alice).get(reverse("waiting")).json()["waiting"] == 0
    post(bob, "decline", Game.objects.get(rematch_of=duel))
    assert client_of(bob).get(reverse("waiting")).json()["waiting"] == 0


def test_a_private_rematch_is_seen_by_whoever_is_asked(alice: User, bob: User, charlie: User) -> None:
    game = give_up(table_of(alice, bob, public=False))
    post(alice, "rematch", game)
    again = Game.objects.get(rematch_of=game)
    assert "No thanks" in page(bob, again)
    assert client_of(charlie).get(again.get_absolute_url()).status_code == 404


# --- the next table


def waits_for(game: Game, user: User, hours: float | None) -> None:
    """Let it be this user's move there, with so much time left."""
    now = timezone.now()
    game.players.update(asked=None, asked_at=None, deadline=None)
    due = None if hours is None else now + timedelta(hours=hours)
    game.players.filter(user=user).update(asked=0, asked_at=now, deadline=due)


def next_of(html: str) -> str | None:
    found = re.search(r'class="btn btn--small btn--main nextgame" href="([^"]+)"', html)
    return found[1] if found else None


def test_the_next_table_is_the_most_urgent(alice: User, bob: User) -> None:
    here, soon, later, never = (table_of(alice, bob) for _ in range(4))
    waits_for(here, bob, 1)
    waits_for(never, alice, None)
    waits_for(later, alice, 30)
    waits_for(soon, alice, 3)
    for headers in (None, HTMX):
        assert next_of(page(alice, here, headers)) == soon.get_absolute_url()
    waits_for(soon, bob, 3)
    assert next_of(page(alice, here)) == later.get_absolute_url()
    waits_for(later, bob, 3)
    assert next_of(page(alice, here)) == never.get_absolute_url()
    waits_for(never, bob, 3)
    assert next_of(page(alice, here)) is None
    assert "No other table waits for you." in page(alice, here)


def test_while_it_is_my_move_no_other_table_is_pressed_on_me(duel: Game, alice: User, bob: User) -> None:
    other = table_of(alice, bob)
    for game in (duel, other):
        waits_for(game, alice, 5)
    html = page(alice, duel)
    assert next_of(html) is None
    assert "No other table" not in html


def test_a_table_where_i_sit_in_is_my_next_and_one_where_somebody_sits_in_for_me_is_not(
    duel: Game, alice: User, bob: User, carol: User
) -> None:
    other = table_of(alice, bob)
    waits_for(duel, bob, 5)
    waits_for(other, bob, 3)
    other.players.filter(user=bob).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    third = table_of(carol, alice)
    waits_for(third, alice, 9)
    assert next_of(page(carol, third)) == other.get_absolute_url()
    waits_for(duel, alice, 5)
    assert next_of(page(bob, duel)) is None


def test_a_paused_table_waits_for_nobody(duel: Game, alice: User, bob: User) -> None:
    other = table_of(alice, bob)
    waits_for(duel, bob, 5)
    waits_for(other, alice, None)
    Game.objects.filter(pk=other.pk).update(paused_at=timezone.now())
    assert next_of(page(alice, duel)) is None
    assert client_of(alice).get(reverse("waiting")).json()["waiting"] == 0


# --- how many tables wait


def test_the_number_is_in_the_title_and_the_icon_of_every_page(duel: Game, alice: User, bob: User) -> None:
    asked = duel.players.select_related("user").get(asked__isnull=False).user
    other = bob if asked == alice else alice
    for address in (HOME, "/lobby/", "/people/bob/", duel.get_absolute_url()):
        html = client_of(asked).get(address).content.decode()
        assert re.search(r"<title>\s*\(1\) ", html), address
        assert "favicon-move" in html.split("</head>")[0].split('rel="icon"')[1].split(">")[0]
        theirs = client_of(other).get(address).content.decode()
        assert not re.search(r"<title>\s*\(", theirs), address
        assert "favicon-move" not in theirs.split("</head>")[0].split('rel="icon"')[1].split(">")[0]


def test_pages_can_ask_again(duel: Game, alice: User) -> None:
    waits_for(duel, alice, 5)
    answer = client_of(alice).get(reverse("waiting"))
    assert answer.json() == {"waiting": 1, "says": "1 awaits you"}
    assert "no-store" in answer["Cache-Control"]
    assert client_of().get(reverse("waiting")).json()["waiting"] == 0
    assert client_of(alice).post(reverse("waiting")).status_code == 405


def test_nothing_asks_for_permission_by_itself() -> None:
    """Only the settings page's button asks for notifications; the service worker renews what was allowed."""
    asks = re.compile(r"requestPermission|new Notification\(|pushManager\.subscribe")
    asking = {path.name for path in _scripts() if asks.search(path.read_text())}
    assert asking == {"destinations.js", "service_worker.js"}


def _scripts() -> list[Path]:
    """Our own: what others wrote lies in a folder of its own, and collected copies in another."""
    apps = ("accounts", "chicago", "games")
    return [path for app in apps for path in ROOT.glob(f"{app}/static/**/*.js") if "vendor" not in path.parts]


# --- cost


def test_my_tables_takes_the_same_number_of_queries_however_many_invite(
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
