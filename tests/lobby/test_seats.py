"""Invitations, joining, leaving, starting, cancelling, personas, computer players, and rematches."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game
from games.play import Refused
from tests.cast import client_of, table_of
from tests.playing import give_up


@pytest.fixture
def table(alice: User) -> Game:
    """A public table of alice with two free seats."""
    return table_of(alice, size=3, name="Halsted Street")


@pytest.fixture
def private(alice: User) -> Game:
    """A private table of alice with two free seats."""
    return table_of(alice, size=3, name="Slow Boil", public=False)


def post(client: Client, name: str, game: Game, **data: object):
    return client.post(reverse(name, args=[game.public_id]), data)


def link(game: Game) -> str:
    return reverse("invited", args=[game.invitation])


def at(game: Game) -> list[str]:
    return [player.shown_name for player in game.players.select_related("user").order_by("pk")]


ACTIONS = ("join", "leave", "start", "cancel", "persona", "add-computer", "rematch")


@pytest.mark.parametrize("name", ACTIONS)
def test_get_leads_to_the_table(name: str, table: Game, alice: User) -> None:
    assert client_of(alice).get(reverse(name, args=[table.public_id]))["Location"] == reverse(
        "table", args=[table.public_id]
    )


@pytest.mark.parametrize("name", ACTIONS)
def test_csrf_is_required(name: str, table: Game, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert post(client, name, table).status_code == 403


@pytest.mark.parametrize("name", [name for name in ACTIONS if name != "join"])
def test_users_without_a_seat_get_404(name: str, table: Game, charlie: User) -> None:
    assert post(client_of(charlie), name, table).status_code == 404
    assert post(client_of(), name, table).status_code == 404


@pytest.mark.parametrize("name", ACTIONS)
def test_an_unknown_table_is_not_found(name: str, alice: User) -> None:
    assert client_of(alice).post(f"/games/nosuch/{name.replace('add-', '')}/").status_code == 404


# --- joining from the lobby


def test_joining(table: Game, bob: User) -> None:
    answer = post(client_of(bob), "join", table, entropy="7d" * 16)
    assert answer.url == table.get_absolute_url()
    assert at(table) == ["alice", "bob"]
    assert table.players.get(user=bob).entropy == "7d" * 16


def test_without_script_the_server_draws_the_entropy(table: Game, bob: User) -> None:
    post(client_of(bob), "join", table, entropy="")
    assert len(table.players.get(user=bob).entropy) == 32


def test_the_last_seat_starts_the_game(table: Game, bob: User, carol: User) -> None:
    for user in (bob, carol):
        post(client_of(user), "join", table)
    table.refresh_from_db()
    assert table.is_running


def test_joining_is_idempotent(table: Game, bob: User) -> None:
    for _ in range(2):
        assert post(client_of(bob), "join", table).url == table.get_absolute_url()
    assert at(table) == ["alice", "bob"]


def test_a_visitor_is_asked_for_a_name_before_joining(table: Game) -> None:
    client = client_of()
    asked = post(client, "join", table)
    assert asked.url == link(table)
    assert 'name="guest_name"' in client.get(asked.url).content.decode()
    assert at(table) == ["alice"]
    client.post(asked.url, {"guest_name": "Dana", "time_zone": "Europe/Oslo"})
    guest = User.objects.get(is_guest=True)
    assert at(table) == ["alice", "Dana"]
    assert guest.time_zone == "Europe/Oslo"


@pytest.mark.parametrize("name", ["x" * 31, "a\u202eb", "\x00", "..."])
def test_an_invalid_guest_name_is_refused(name: str, table: Game) -> None:
    answer = client_of().post(link(table), {"guest_name": name})
    assert answer.status_code == 422
    assert "id_guest_name_error" in answer.content.decode()
    assert at(table) == ["alice"]
    assert not User.objects.filter(is_guest=True).exists()


def test_joining_after_the_start_is_refused(table: Game, bob: User, charlie: User) -> None:
    play.join(table, bob)
    play.start(table, table.host)
    for answer in (post(client_of(charlie), "join", table), client_of().post(link(table), {"guest_name": "Dana"})):
        assert answer.status_code == 422
        assert "already started" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_invalid_entropy_is_refused(table: Game, bob: User) -> None:
    answer = post(client_of(bob), "join", table, entropy="0" * 31 + "G")
    assert answer.status_code == 422
    assert "32 hexadecimal digits" in answer.content.decode()
    assert at(table) == ["alice"]


def test_a_private_table_is_joined_only_by_invitation(private: Game, bob: User) -> None:
    assert post(client_of(bob), "join", private).status_code == 404


# --- invitations


@pytest.mark.django_db
@pytest.mark.parametrize("invitation", ["nosuch", "a%00b", "x" * 400])
def test_an_unknown_invitation_is_not_found(invitation: str) -> None:
    assert client_of().get(f"/join/{invitation}/").status_code == 404


def test_viewing_an_invitation_changes_nothing(private: Game) -> None:
    for client in (client_of(), client_of()):
        answer = client.get(link(private))
        shown = answer.content.decode()
        for said in ("Slow Boil", "alice", "2 days a turn", "English and Polish", private.commitment[:4], "guest_name"):
            assert said in shown
    assert at(private) == ["alice"]
    assert not User.objects.filter(is_guest=True).exists()


def test_an_invitation_never_shows_the_secret(private: Game) -> None:
    assert private.secret not in client_of().get(link(private)).content.decode()


def test_a_visitor_accepts_an_invitation_with_a_name(private: Game) -> None:
    client = client_of()
    answer = client.post(link(private), {"guest_name": "Dana", "entropy": "1c" * 16})
    assert answer.url == private.get_absolute_url()
    assert at(private) == ["alice", "Dana"]
    assert client.get(answer.url).status_code == 200


def test_a_visitor_without_a_name_gets_a_generated_one(private: Game) -> None:
    client_of().post(link(private), {"guest_name": ""})
    assert at(private)[1].startswith("Guest ")


def test_a_user_accepts_an_invitation(private: Game, bob: User) -> None:
    client_of(bob).post(link(private))
    assert at(private) == ["alice", "bob"]


def test_sign_in_returns_to_the_invitation(private: Game) -> None:
    assert f"?next={link(private)}" in client_of().get(link(private)).content.decode()


def test_an_invitation_redirects_players_to_the_table(private: Game, alice: User) -> None:
    assert client_of(alice).get(link(private)).url == private.get_absolute_url()


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Game.Status.CANCELLED, "This table was closed before it started."),
        (Game.Status.RUNNING, "The game at this table has started."),
        (Game.Status.OVER, "The game at this table is over."),
    ],
)
def test_an_invitation_to_a_started_or_closed_table_is_explained(
    status: str, said: str, private: Game, bob: User
) -> None:
    play.join(private, bob)
    if status == Game.Status.CANCELLED:
        play.cancel(private, private.host)
    else:
        play.start(private, private.host)
    if status == Game.Status.OVER:
        give_up(private)
    assert said in client_of().get(link(private)).content.decode()
    answer = client_of().post(link(private), {"guest_name": "Dana"})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert len(at(private)) == 2


# --- before the start


def test_players_see_the_link_and_spectators_do_not(table: Game, alice: User, charlie: User) -> None:
    assert link(table) in client_of(alice).get(table.get_absolute_url()).content.decode()
    assert table.invitation not in client_of(charlie).get(table.get_absolute_url()).content.decode()
    assert table.invitation not in client_of().get(table.get_absolute_url()).content.decode()


def test_the_table_shows_commitment_and_entropy(table: Game, bob: User) -> None:
    shown = client_of(bob).get(table.get_absolute_url()).content.decode()
    assert table.commitment[:4] + " " + table.commitment[4:8] in shown
    assert table.players.get().entropy[-4:] in shown
    assert table.secret not in shown


def test_leaving(table: Game, bob: User) -> None:
    play.join(table, bob)
    answer = post(client_of(bob), "leave", table)
    assert answer.url == reverse("lobby")
    assert at(table) == ["alice"]


def test_leaving_shows_a_message_in_the_lobby(table: Game, bob: User) -> None:
    play.join(table, bob)
    client = client_of(bob)
    post(client, "leave", table)
    assert "You have left the table Halsted Street." in client.get(reverse("lobby")).content.decode()


def test_when_the_host_leaves_the_next_player_is_host_or_the_table_closes(table: Game, bob: User) -> None:
    play.join(table, bob)
    post(client_of(table.host), "leave", table)
    table.refresh_from_db()
    assert table.host == bob
    post(client_of(bob), "leave", table)
    table.refresh_from_db()
    assert table.status == Game.Status.CANCELLED


def test_leaving_a_running_game_is_refused(duel: Game, alice: User) -> None:
    answer = post(client_of(alice), "leave", duel)
    assert answer.status_code == 422
    assert "already started" in answer.content.decode()
    assert len(at(duel)) == 2


def test_the_host_starts_with_the_present_players(table: Game, alice: User, bob: User) -> None:
    play.join(table, bob)
    assert post(client_of(alice), "start", table).url == table.get_absolute_url()
    table.refresh_from_db()
    assert table.is_running
    assert table.size == 2


def test_starting_alone_is_refused(table: Game, alice: User) -> None:
    with pytest.raises(Refused, match="invite a friend or add a computer"):
        play.start(table, alice)
    answer = post(client_of(alice), "start", table)
    assert answer.status_code == 422
    assert at(table) == ["alice"]
    table.refresh_from_db()
    assert table.is_open


@pytest.mark.parametrize("name", ["start", "cancel", "add-computer"])
def test_host_actions_are_refused_to_others(name: str, table: Game, bob: User) -> None:
    play.join(table, bob)
    answer = post(client_of(bob), name, table)
    assert answer.status_code == 422
    assert "Only the table’s host can do that." in answer.content.decode()
    table.refresh_from_db()
    assert table.is_open
    assert at(table) == ["alice", "bob"]


def test_the_host_cancels_the_table(table: Game, alice: User) -> None:
    assert post(client_of(alice), "cancel", table).url == reverse("lobby")
    table.refresh_from_db()
    assert table.status == Game.Status.CANCELLED
    assert "This table is closed" in client_of(alice).get(table.get_absolute_url()).content.decode()


def test_the_host_adds_computers(table: Game, alice: User) -> None:
    shown = client_of(alice).get(table.get_absolute_url()).content.decode()
    assert shown.count('<option value="master"') == 2  # one for each free seat
    post(client_of(alice), "add-computer", table)
    post(client_of(alice), "add-computer", table, level="master")
    table.refresh_from_db()
    assert table.is_running
    assert list(table.players.exclude(bot="").order_by("pk").values_list("bot", flat=True)) == ["casual", "master"]
    assert post(client_of(alice), "add-computer", table).status_code == 422


@pytest.mark.parametrize("level", ["", "steady", "Master", "x" * 5000, "\x00"])
def test_a_level_that_is_not_offered_is_refused(level: str, table: Game, alice: User) -> None:
    answer = post(client_of(alice), "add-computer", table, level=level)
    assert answer.status_code == 422
    assert "Choose a level for the computer players" in answer.content.decode()
    assert not table.players.exclude(bot="").exists()


def test_choosing_a_free_persona(table: Game, alice: User, bob: User) -> None:
    play.join(table, bob)
    assert post(client_of(bob), "persona", table, persona="4").status_code == 302
    assert table.players.get(user=bob).persona == 4
    assert "taken by bob" in client_of(alice).get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize("persona", ["0", "6", "-1", "", "nobody", "1" * 5000, "\x00", "1.5"])
def test_a_taken_or_unknown_persona_is_refused(persona: str, table: Game, bob: User) -> None:
    play.join(table, bob)
    before = table.players.get(user=bob).persona
    answer = post(client_of(bob), "persona", table, persona=persona)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert table.players.get(user=bob).persona == before


# --- rematches


def test_a_rematch_opens_a_table_that_the_others_join(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    first = post(client_of(alice), "rematch", duel, entropy="2a" * 16)
    second = post(client_of(bob), "rematch", duel)
    assert first.url == second.url
    again = Game.objects.get(rematch_of=duel)
    assert again.is_running
    assert again.options == duel.options


def test_a_private_rematch_is_joined_from_the_finished_table(alice: User, bob: User, charlie: User) -> None:
    game = give_up(table_of(alice, bob, size=2, public=False))
    page = client_of(bob).get(game.get_absolute_url()).content.decode()
    assert "Rematch" in page
    post(client_of(alice), "rematch", game)
    again = Game.objects.get(rematch_of=game)
    assert "Join the rematch" in client_of(bob).get(game.get_absolute_url()).content.decode()
    assert again.get_absolute_url() in client_of(alice).get(game.get_absolute_url()).content.decode()
    post(client_of(bob), "rematch", game)
    again.refresh_from_db()
    assert again.is_running
    assert client_of(charlie).get(again.get_absolute_url()).status_code == 404


def test_a_cancelled_rematch_can_be_repeated(alice: User, bob: User) -> None:
    game = give_up(table_of(alice, bob))
    post(client_of(alice), "rematch", game)
    first = Game.objects.get(rematch_of=game)
    post(client_of(alice), "cancel", first)
    assert "Join the rematch" not in client_of(bob).get(game.get_absolute_url()).content.decode()
    post(client_of(bob), "rematch", game)
    second = Game.objects.get(rematch_of=game)
    assert second.pk != first.pk
    assert second.host == bob


def test_a_rematch_of_a_running_game_is_refused(duel: Game, alice: User) -> None:
    answer = post(client_of(alice), "rematch", duel)
    assert answer.status_code == 409
    assert Game.objects.count() == 1
