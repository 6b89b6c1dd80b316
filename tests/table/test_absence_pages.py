"""A seat played by a substitute, as seen by its owner, the substitute and the others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.computers import players
from games.models import Card, Game, Player, Vote
from games.play.core.vacation_arrangements import today
from tests.cast import client_of, table_of
from tests.normalized import TOKENS
from tests.playing import asked_seat, lose_seat, miss_unforgiven, play_on
from tests.table.pages import HTMX, answer_vote, propose, table, text

# --- at the table and in My tables


def test_a_player_who_missed_a_deadline_is_offered_the_seat_back(duel: Game) -> None:
    me = miss_unforgiven(duel)
    client = client_of(me.user)
    shown = table(client, duel)
    assert "A computer player has been sitting in for you" in shown
    assert "Take my seat back" in shown
    assert "data-your-move" not in shown
    assert "</span>a computer player" in shown
    home = text(client.get("/tables/"))
    assert "Playing for you: a computer player." in home
    assert "is waiting for you" not in home


def test_other_players_see_the_substitute_and_no_offer(duel: Game, charlie: User) -> None:
    me = miss_unforgiven(duel)
    other = duel.players.exclude(pk=me.pk).select_related("user").get()
    for client in (client_of(other.user), client_of(charlie), client_of()):
        shown = table(client, duel)
        assert "</span>a computer player" in shown
        assert "Take my seat back" not in shown


def test_one_request_takes_the_seat_back(duel: Game) -> None:
    me = miss_unforgiven(duel)
    client = client_of(me.user)
    answer = client.post(f"/games/{duel.public_id}/take-back/")
    assert (answer.status_code, answer["Location"]) == (303, duel.get_absolute_url())
    me.refresh_from_db()
    assert me.stand_in == ""
    assert "Take my seat back" not in table(client, duel)
    again = client.post(f"/games/{duel.public_id}/take-back/", headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert 'id="main"' in text(again)


def test_only_the_owner_takes_the_seat_back_on_the_page(duel: Game, charlie: User, staff: User) -> None:
    me = miss_unforgiven(duel)
    address = f"/games/{duel.public_id}/take-back/"
    assert client_of(me.user).get(address)["Location"] == duel.get_absolute_url()
    for stranger in (charlie, staff, None):
        assert client_of(stranger).post(address).status_code == 404
    me.refresh_from_db()
    assert me.stand_in == "computer"


def test_a_move_of_a_replaced_owner_is_refused_with_a_reason(duel: Game) -> None:
    me = miss_unforgiven(duel)
    version = play.version_of(Game.objects.get(pk=duel.pk), me)
    answer = client_of(me.user).post(f"/games/{duel.public_id}/move/", {"version": version, "move": "draw"})
    assert answer.status_code == 409
    assert "A computer is playing for you." in text(answer)


# --- log and recap


def test_the_log_names_who_moved_for_an_absent_player(duel: Game) -> None:
    Game.objects.filter(pk=duel.pk).update(absence=Game.Absence.PLAIN)
    miss_unforgiven(duel)
    log = text(client_of().get(f"/games/{duel.public_id}/log/"))
    assert "by the clock" in log
    assert "missed the deadline. The simplest legal moves were made instead." in log


def test_moves_of_computer_players_are_not_attributed_to_substitutes(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    play_on(game, 20)
    assert "by a computer player" not in text(client_of(alice).get(f"/games/{game.public_id}/log/"))


@pytest.mark.parametrize(
    ("absence", "told", "by"),
    [
        ("computer", "You missed the deadline. A computer plays for you", "by a computer player"),
        ("plain", "You missed the deadline. The simplest legal moves were made for you.", "by the clock"),
    ],
)
def test_the_recap_includes_moves_made_for_an_absent_player(duel: Game, absence: str, told: str, by: str) -> None:
    play_on(duel, 10)
    Game.objects.filter(pk=duel.pk).update(absence=absence)
    me = miss_unforgiven(duel)
    players.move_all(duel.pk)
    assert asked_seat(duel).pk != me.pk
    recap = table(client_of(me.user), duel).split('id="log-h"')[1].split('id="ranks-h"')[0]
    assert told in recap
    assert by in recap


# --- a friend who sits in


@pytest.fixture
def away(duel: Game) -> tuple[Game, Player]:
    """A duel and the seat to move, whose owner is on vacation while carol substitutes."""
    return duel, asked_seat(duel)


def test_a_friend_sees_the_hand_and_moves_for_the_seat(away: tuple[Game, Player], carol: User) -> None:
    game, me = away
    day = today(me.user)
    play.plan_vacation(me.user, day, day + timedelta(days=3), {me.pk: play.ArrangementChoice("friend", "carol")})
    arrangement = me.arrangements.get()
    play.accept_sitting_in(arrangement, carol)
    shown = table(client_of(carol), game)
    assert f"You’re sitting in for {me.user}" in shown
    assert "data-your-move" in shown
    assert "Propose a pause" not in shown
    assert "is on vacation. You play for them." in shown
    assert "You’re on vacation" not in shown
    assert f"for {me.user}</small>" in shown
    assert "played by" not in shown
    home = text(client_of(carol).get("/tables/"))
    assert f"You’re playing for {me.user}" in home
    assert "One table is waiting for you" in home
    owner = table(client_of(me.user), game)
    assert "carol has been sitting in for you" in owner
    assert "</span>carol" in owner
    assert client_of(carol).post(f"/games/{game.public_id}/take-back/").status_code == 404
    version = play.version_of(Game.objects.get(pk=game.pk), Player.objects.get(pk=me.pk))
    moved = client_of(carol).post(f"/games/{game.public_id}/move/", {"version": version, "move": "draw"})
    assert moved.status_code == 303
    assert "by a friend" in text(client_of().get(f"/games/{game.public_id}/log/"))
    client_of(me.user).post(f"/games/{game.public_id}/take-back/")
    assert (
        client_of(carol).post(f"/games/{game.public_id}/move/", {"version": version, "move": "draw"}).status_code == 404
    )


# --- nothing hidden is revealed


def without_token(answer: Any) -> str:
    return TOKENS.sub("", text(answer))


def swap_hidden(game: Game, mine: int | None) -> None:
    """Exchange another player's hand for cards from the deck."""
    held = Card.objects.filter(game=game, zone="hand").exclude(seat=mine).first()
    below = Card.objects.filter(game=game, zone="deck").first()
    assert held is not None
    assert below is not None
    codes = held.code, below.code
    Card.objects.filter(pk=held.pk).update(code="swapping")
    Card.objects.filter(pk=below.pk).update(code=codes[0])
    Card.objects.filter(pk=held.pk).update(code=codes[1])


@time_machine.travel("2026-11-20 12:00Z", tick=False)
def test_a_lost_seat_is_offered_without_its_cards(duel: Game, charlie: User) -> None:
    play_on(duel, 12)
    me = lose_seat(duel)
    addresses = ("/lobby/", f"/games/{duel.public_id}/seats/{me.seat}/", duel.get_absolute_url())
    before = [without_token(client_of(charlie).get(address)) for address in addresses]
    swap_hidden(duel, None)
    assert [without_token(client_of(charlie).get(address)) for address in addresses] == before


@pytest.mark.parametrize("way", ["replaced", "paused"])
@time_machine.travel("2026-11-20 12:00Z", tick=False)
def test_a_player_who_cannot_move_sees_nothing_hidden(duel: Game, alice: User, bob: User, way: str) -> None:
    play_on(duel, 12)
    if way == "replaced":
        me = miss_unforgiven(duel)
    else:
        propose(duel, alice, "pause")
        answer_vote(duel, bob, Vote.objects.get())
        me = asked_seat(duel)
    client = client_of(me.user)
    before = without_token(client.get(duel.get_absolute_url())), without_token(client.get("/tables/"))
    swap_hidden(duel, me.seat)
    assert (without_token(client.get(duel.get_absolute_url())), without_token(client.get("/tables/"))) == before


# --- a seat that is lost


def test_who_has_lost_the_seat_is_told_so(duel: Game, charlie: User) -> None:
    before = asked_seat(duel)
    lose_seat(duel)
    mine = client_of(before.user)
    for shown in (table(mine, duel), text(mine.get(duel.get_absolute_url(), headers=HTMX))):
        assert "You missed the deadline and lost your seat</b>; a computer plays it until someone takes it." in shown
        assert "You can keep watching." in shown
        assert ">New game</a>" in shown
    log = "You missed the deadline and lost your seat. A computer plays it until someone takes it."
    for page in ("", "log/"):
        assert log in text(mine.get(f"{duel.get_absolute_url()}{page}"))
        assert "lost your seat" not in text(client_of(charlie).get(f"{duel.get_absolute_url()}{page}"))
    play.take_over(duel, charlie, before.seat)
    for shown in (table(mine, duel), text(mine.get(duel.get_absolute_url(), headers=HTMX))):
        assert "You missed the deadline and lost your seat</b>; charlie plays it now." in shown


def test_the_loss_of_a_seat_takes_one_query(duel: Game) -> None:
    before = asked_seat(duel)
    lose_seat(duel)
    with CaptureQueriesContext(connection) as queries:
        client_of(before.user).get(duel.get_absolute_url())
    assert sum('\'lost\' AND "games_incident"."seat"' in query["sql"] for query in queries) == 1


def test_a_seat_that_is_played_for_its_owner_says_why(duel: Game) -> None:
    me = miss_unforgiven(duel)
    assert "You missed the deadline.<b>A computer player has been sitting in for you</b>" in table(
        client_of(me.user), duel
    )
