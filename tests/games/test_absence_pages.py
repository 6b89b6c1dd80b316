"""What the table, the lobby, My tables and the profile show of absence, votes, pauses and a game without a result."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import bots, play
from games.models import Card, Game, Incident, Player, Vote
from games.play.vacations import today
from tests.cast import client_of, table_of
from tests.games.playing import play_on

HUGE = 10**30


def asked(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, asked__isnull=False)


def idle(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, asked__isnull=True)


def miss(game: Game) -> Player:
    """Whoever is asked lets the deadline pass, and nothing is forgiven."""
    player = asked(game)
    Game.objects.filter(pk=game.pk).update(free_misses=0)
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert play.time_up(player.pk)
    return Player.objects.select_related("game", "user").get(pk=player.pk)


def lost(game: Game) -> Player:
    Game.objects.filter(pk=game.pk).update(absence=Game.Absence.LOST)
    return miss(game)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def table(client: Client, game: Game) -> str:
    answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200
    return text(answer)


# --- a seat that somebody else plays


def test_who_misses_a_deadline_is_offered_the_seat_at_the_table_and_in_my_tables(duel: Game) -> None:
    me = miss(duel)
    client = client_of(me.user)
    shown = table(client, duel)
    assert "A computer player sits in for you" in shown
    assert "Take my seat back" in shown
    assert "data-your-move" not in shown
    assert "</span> a computer player" in shown
    home = text(client.get("/tables/"))
    assert "Your seat is played by a computer player." in home
    assert "awaits your move" not in home


def test_others_are_told_who_plays_and_offered_nothing(duel: Game, charlie: User) -> None:
    me = miss(duel)
    other = duel.players.exclude(pk=me.pk).select_related("user").get()
    for client in (client_of(other.user), client_of(charlie), client_of()):
        shown = table(client, duel)
        assert "</span> a computer player" in shown
        assert "Take my seat back" not in shown


def test_the_seat_comes_back_by_one_press(duel: Game) -> None:
    me = miss(duel)
    client = client_of(me.user)
    answer = client.post(f"/games/{duel.table}/take-back/")
    assert (answer.status_code, answer["Location"]) == (303, duel.get_absolute_url())
    me.refresh_from_db()
    assert me.stand_in == ""
    assert "Take my seat back" not in table(client, duel)
    again = client.post(f"/games/{duel.table}/take-back/", headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert 'id="main"' in text(again)


def test_only_the_owner_takes_a_seat_back(duel: Game, charlie: User, staff: User) -> None:
    me = miss(duel)
    address = f"/games/{duel.table}/take-back/"
    assert client_of(me.user).get(address).status_code == 405
    for stranger in (charlie, staff, None):
        assert client_of(stranger).post(address).status_code == 404
    me.refresh_from_db()
    assert me.stand_in == "computer"


def test_a_replaced_owner_who_moves_is_told_why_not(duel: Game) -> None:
    me = miss(duel)
    version = play.version_of(Game.objects.get(pk=duel.pk), me)
    answer = client_of(me.user).post(f"/games/{duel.table}/move/", {"version": version, "move": "draw"})
    assert answer.status_code == 409
    assert "A computer player sits in for you." in text(answer)


# --- a lost seat


def test_a_lost_seat_is_offered_in_the_lobby_and_at_the_table(duel: Game, charlie: User) -> None:
    seat = lost(duel).seat
    address = f"/games/{duel.table}/seats/{seat}/"
    for client in (client_of(charlie), client_of()):
        lobby = text(client.get("/lobby/"))
        assert "Seats to take over" in lobby
        assert address in lobby
        assert "cards in hand" in lobby
        assert "2 days a turn" in lobby
        assert "can be taken over" in table(client, duel)
        page = client.get(address)
        assert page.status_code == 200
        assert "What you agree to" in text(page)


def test_whoever_sits_there_or_has_lost_the_seat_is_not_offered_it(duel: Game, alice: User, bob: User) -> None:
    lost(duel)
    for user in (alice, bob):
        assert "Seats to take over" not in text(client_of(user).get("/lobby/"))
        assert "can be taken over" not in table(client_of(user), duel)


def test_somebody_sits_down_and_plays_on(duel: Game, charlie: User, carol: User) -> None:
    seat = lost(duel).seat
    address = f"/games/{duel.table}/seats/{seat}/"
    answer = client_of(charlie).post(address)
    assert (answer.status_code, answer.url) == (302, duel.get_absolute_url())
    assert duel.players.get(user=charlie).seat == seat
    assert client_of(charlie).get(address).status_code == 302
    late = client_of(carol).post(address)
    assert late.status_code == 422
    assert "This seat is no longer free." in text(late)
    assert "Seats to take over" not in text(client_of(carol).get("/lobby/"))


def test_a_visitor_gives_a_name_and_becomes_a_guest(duel: Game) -> None:
    seat = lost(duel).seat
    address = f"/games/{duel.table}/seats/{seat}/"
    client = client_of()
    asked_first = client.post(address)
    assert (asked_first.status_code, asked_first.url) == (302, address)
    assert not User.objects.filter(is_guest=True).exists()
    assert client.post(address, {"guest_name": "Dana"}).url == duel.get_absolute_url()
    assert duel.players.get(seat=seat).shown_name == "Dana"
    assert client_of().post(address, {"guest_name": "Late"}).status_code == 422
    assert User.objects.filter(is_guest=True).count() == 1


def test_the_loser_of_a_seat_is_refused_in_words(duel: Game) -> None:
    loser = asked(duel).user
    seat = lost(duel).seat
    answer = client_of(loser).post(f"/games/{duel.table}/seats/{seat}/")
    assert answer.status_code == 422
    assert "You have lost a seat at this table" in text(answer)


@pytest.mark.parametrize("seat", [7, HUGE])
def test_there_is_no_such_seat(duel: Game, charlie: User, seat: int) -> None:
    lost(duel)
    for client in (client_of(charlie), client_of()):
        address = f"/games/{duel.table}/seats/{seat}/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"guest_name": "Dana"}).status_code == 404


def test_a_seat_that_was_never_lost_is_not_offered(duel: Game, charlie: User) -> None:
    assert client_of(charlie).get(f"/games/{duel.table}/seats/0/").status_code == 404
    assert client_of(charlie).post(f"/games/{duel.table}/seats/0/").status_code == 404


def test_a_lost_seat_at_a_private_table_is_no_business_of_strangers(alice: User, bob: User, charlie: User) -> None:
    game = table_of(alice, bob, public=False)
    seat = lost(game).seat
    assert "Seats to take over" not in text(client_of(charlie).get("/lobby/"))
    for client in (client_of(charlie), client_of()):
        assert client.get(f"/games/{game.table}/seats/{seat}/").status_code == 404
        assert client.post(f"/games/{game.table}/seats/{seat}/").status_code == 404


# --- votes and pauses


def propose(game: Game, user: User, kind: str) -> Any:
    return client_of(user).post(f"/games/{game.table}/vote/", {"vote": kind})


def answer_vote(game: Game, user: User | None, vote: Vote, answer: str = "yes", **fields: str) -> Any:
    return client_of(user).post(f"/games/{game.table}/vote/{vote.pk}/", {"answer": answer} | fields)


def test_the_table_offers_what_makes_sense(duel: Game, alice: User, charlie: User) -> None:
    shown = table(client_of(alice), duel)
    for label in ("Propose a pause", "Propose another day", "Propose an end without a result"):
        assert label in shown
    assert "Propose to go on" not in shown
    for client in (client_of(charlie), client_of()):
        assert "Propose a pause" not in table(client, duel)


def test_a_proposal_waits_for_the_other_at_the_table_and_in_my_tables(duel: Game, alice: User, bob: User) -> None:
    assert propose(duel, alice, "pause").status_code == 303
    mine, theirs = table(client_of(alice), duel), table(client_of(bob), duel)
    assert "Agreed: alice. Not answered yet: bob." in mine
    assert 'value="no"' not in mine
    assert "proposes to pause the game." in theirs
    assert 'value="no"' in theirs
    assert "Propose an end" not in theirs
    home = text(client_of(bob).get("/tables/"))
    assert "Votes that ask for your answer" in home
    assert "proposes to pause the game." in home
    assert "Votes that ask for your answer" not in text(client_of(alice).get("/tables/"))


def test_all_agree_and_the_table_stands_still(duel: Game, alice: User, bob: User, charlie: User) -> None:
    propose(duel, alice, "pause")
    answer = answer_vote(duel, bob, Vote.objects.get(), next="home")
    assert (answer.status_code, answer.url) == (302, "/tables/")
    for user in (alice, bob, charlie, None):
        shown = table(client_of(user), duel)
        assert "This table is paused." in shown
        assert "All players have agreed to it." in shown
        assert "data-your-move" not in shown
    mover = asked(duel)
    assert "You have 2 d 0 h left" in table(client_of(mover.user), duel) or "You have 1 d 23 h left" in table(
        client_of(mover.user), duel
    )
    home = text(client_of(mover.user).get("/tables/"))
    assert "This table is paused." in home
    assert "paused until" in home
    assert "awaits your move" not in home
    version = play.version_of(Game.objects.get(pk=duel.pk), mover)
    refused = client_of(mover.user).post(f"/games/{duel.table}/move/", {"version": version, "move": "draw"})
    assert refused.status_code == 409
    assert "This table is paused. What you have laid out stays" in text(refused)


def test_a_no_ends_the_vote(duel: Game, alice: User, bob: User) -> None:
    propose(duel, alice, "cancel")
    assert answer_vote(duel, bob, Vote.objects.get(), "no").status_code == 303
    assert Vote.objects.get().state == Vote.State.FAILED
    assert "Not answered yet" not in table(client_of(bob), duel)
    late = answer_vote(duel, bob, Vote.objects.get(), "yes")
    assert late.status_code == 422
    assert "This vote is closed." in text(late)


def test_who_has_no_say_is_told_nothing(duel: Game, alice: User, bob: User, charlie: User) -> None:
    propose(duel, alice, "pause")
    vote = Vote.objects.get()
    for stranger in (charlie, None):
        assert propose(duel, stranger, "pause").status_code == 404
        assert answer_vote(duel, stranger, vote).status_code == 404
    assert not vote.ballots.exclude(player__user=alice).exists()
    assert client_of(bob).get(f"/games/{duel.table}/vote/").status_code == 405
    assert client_of(bob).get(f"/games/{duel.table}/vote/{vote.pk}/").status_code == 405


@pytest.mark.parametrize("kind", ["", "coup", "resume"])
def test_a_proposal_that_makes_no_sense_is_refused_in_words(duel: Game, alice: User, kind: str) -> None:
    answer = propose(duel, alice, kind)
    assert answer.status_code == 422
    assert "There is no such vote." in text(answer) or "This table is not paused." in text(answer)
    assert not Vote.objects.exists()


def test_an_answer_that_is_none_and_a_vote_that_is_none(duel: Game, alice: User, bob: User) -> None:
    propose(duel, alice, "pause")
    unclear = answer_vote(duel, bob, Vote.objects.get(), "perhaps")
    assert unclear.status_code == 422
    assert "Answer with yes or no." in text(unclear)
    for key in (Vote.objects.get().pk + 1, HUGE):
        nothing = client_of(bob).post(f"/games/{duel.table}/vote/{key}/", {"answer": "yes"})
        assert nothing.status_code == 422
        assert "There is no such vote." in text(nothing)


# --- a game without a result


@pytest.fixture
def stopped(duel: Game, alice: User, bob: User) -> Game:
    play_on(duel, 12)
    propose(duel, alice, "cancel")
    answer_vote(duel, bob, Vote.objects.get())
    return Game.objects.get(pk=duel.pk)


def test_a_game_without_a_result_says_so_and_lies_open(stopped: Game, alice: User, charlie: User) -> None:
    assert stopped.status == Game.Status.CANCELLED
    for user in (alice, charlie, None):
        shown = table(client_of(user), stopped)
        assert "Ended without a result" in shown
        assert "Check this deal" in shown
        assert "pc--back" not in shown
        assert "formaction" not in shown
    assert client_of(charlie).get(f"/games/{stopped.table}/replay/?cards=up").status_code == 200
    assert client_of(charlie).get(f"/games/{stopped.table}/log/").status_code == 200
    assert client_of(charlie).get(f"/games/{stopped.table}/fair/").status_code == 200


def test_a_game_without_a_result_is_listed_but_not_counted(stopped: Game, alice: User) -> None:
    home = text(client_of(alice).get("/tables/"))
    assert "All players agreed to end it without a result." in home
    assert "/rematch/" not in home
    profile = text(client_of().get("/people/alice/"))
    assert "All players agreed to end it without a result." in profile
    assert "<dt>Finished</dt><dd>0</dd>" in profile
    assert "<dt>Ended without a result</dt><dd>1</dd>" in profile


def test_moving_in_a_game_that_has_ended_is_refused(stopped: Game, alice: User) -> None:
    for address, fields in (
        ("move", {"version": "1.0", "move": "draw"}),
        ("take-back", {}),
        ("vote", {"vote": "pause"}),
    ):
        answer = client_of(alice).post(f"/games/{stopped.table}/{address}/", fields)
        assert answer.status_code == 409, address
        assert "This game is not running." in text(answer)


# --- log and recap


def test_the_log_has_the_incidents_in_their_places(duel: Game, alice: User, bob: User) -> None:
    play_on(duel, 8)
    propose(duel, alice, "pause")
    answer_vote(duel, bob, Vote.objects.get())
    propose(duel, alice, "resume")
    answer_vote(duel, bob, Vote.objects.get(state="open"))
    play_on(duel, 8)
    log = text(client_of().get(f"/games/{duel.table}/log/"))
    told = ["proposes to pause the game.", "All agreed to pause the game.", "The table is paused.", "The game goes on."]
    places = [log.index(sentence) for sentence in told]
    assert places == sorted(places)
    after = Incident.objects.get(kind="paused").after
    assert f"Watch move {after}" in log[: places[2]] or f"Watch move {after - 1}" in log[: places[2]]
    assert "Watch move" in log[places[-1] :]
    recap = table(client_of(alice), duel)
    assert "At the table" in recap or "All agreed" not in recap


def test_the_log_says_who_moved_for_somebody(duel: Game) -> None:
    Game.objects.filter(pk=duel.pk).update(absence=Game.Absence.PLAIN)
    miss(duel)
    log = text(client_of().get(f"/games/{duel.table}/log/"))
    assert "by the clock" in log
    assert "missed the deadline. The plainest legal moves were made instead." in log


def test_computer_players_moves_are_their_own(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    play_on(game, 20)
    assert "by a computer player" not in text(client_of(alice).get(f"/games/{game.table}/log/"))


# --- a friend who sits in


@pytest.fixture
def away(duel: Game) -> tuple[Game, Player]:
    """A duel, and the seat that is asked there; its owner is on vacation, and carol has said that she sits in."""
    return duel, asked(duel)


def test_a_friend_sees_the_hand_and_moves_for_the_seat(away: tuple[Game, Player], carol: User) -> None:
    game, me = away
    day = today(me.user)
    play.plan_vacation(me.user, day, day + timedelta(days=3), {me.pk: play.Meanwhile("friend", "carol")})
    arrangement = me.arrangements.get()
    play.accept_sitting_in(arrangement, carol)
    shown = table(client_of(carol), game)
    assert f"You sit in for {me.user}" in shown
    assert "data-your-move" in shown
    assert "Propose a pause" not in shown
    home = text(client_of(carol).get("/tables/"))
    assert f"You sit in for {me.user}" in home
    assert "One table awaits you" in home
    owner = table(client_of(me.user), game)
    assert "carol sits in for you" in owner
    assert "</span> carol" in owner
    assert client_of(carol).post(f"/games/{game.table}/take-back/").status_code == 404
    version = play.version_of(Game.objects.get(pk=game.pk), Player.objects.get(pk=me.pk))
    moved = client_of(carol).post(f"/games/{game.table}/move/", {"version": version, "move": "draw"})
    assert moved.status_code == 303
    assert "by a friend" in text(client_of().get(f"/games/{game.table}/log/"))
    client_of(me.user).post(f"/games/{game.table}/take-back/")
    assert client_of(carol).post(f"/games/{game.table}/move/", {"version": version, "move": "draw"}).status_code == 404


# --- how much is asked of the database


def test_the_lobby_takes_the_same_number_of_queries_however_many_seats(
    alice: User, bob: User, charlie: User, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _each in range(3):
        lost(table_of(alice, bob))
    client = client_of(charlie)
    with django_assert_max_num_queries(12) as few:
        client.get("/lobby/")
    for _each in range(3):
        lost(table_of(alice, bob))
    with django_assert_max_num_queries(len(few)):
        client.get("/lobby/")


# --- what is news to somebody who comes back


@pytest.mark.parametrize(
    ("absence", "told", "by"),
    [
        ("computer", "You missed the deadline. A computer player sits in", "by a computer player"),
        ("plain", "You missed the deadline. The plainest legal moves were made for you.", "by the clock"),
    ],
)
def test_what_was_done_for_the_absent_is_in_the_recap(duel: Game, absence: str, told: str, by: str) -> None:
    play_on(duel, 10)
    Game.objects.filter(pk=duel.pk).update(absence=absence)
    me = miss(duel)
    bots.move_all(duel.pk)
    assert asked(duel).pk != me.pk
    recap = table(client_of(me.user), duel).split('id="log-h"')[1].split('id="ranks-h"')[0]
    assert told in recap
    assert by in recap


# --- nothing hidden is told


def without_token(answer: Any) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text(answer))


def swap_hidden(game: Game, mine: int | None) -> None:
    """What somebody else holds against what lies in the deck."""
    held = Card.objects.filter(game=game, zone="hand").exclude(seat=mine).first()
    below = Card.objects.filter(game=game, zone="deck").first()
    assert held is not None
    assert below is not None
    codes = held.code, below.code
    Card.objects.filter(pk=held.pk).update(code="swapping")
    Card.objects.filter(pk=below.pk).update(code=codes[0])
    Card.objects.filter(pk=held.pk).update(code=codes[1])


def test_a_lost_seat_is_offered_without_its_cards(duel: Game, charlie: User) -> None:
    play_on(duel, 12)
    me = lost(duel)
    addresses = ("/lobby/", f"/games/{duel.table}/seats/{me.seat}/", duel.get_absolute_url())
    before = [without_token(client_of(charlie).get(address)) for address in addresses]
    swap_hidden(duel, None)
    assert [without_token(client_of(charlie).get(address)) for address in addresses] == before


@pytest.mark.parametrize("way", ["replaced", "paused"])
def test_who_can_not_move_sees_no_more_than_before(duel: Game, alice: User, bob: User, way: str) -> None:
    play_on(duel, 12)
    if way == "replaced":
        me = miss(duel)
    else:
        propose(duel, alice, "pause")
        answer_vote(duel, bob, Vote.objects.get())
        me = asked(duel)
    client = client_of(me.user)
    before = without_token(client.get(duel.get_absolute_url())), without_token(client.get("/tables/"))
    swap_hidden(duel, me.seat)
    assert (without_token(client.get(duel.get_absolute_url())), without_token(client.get("/tables/"))) == before
