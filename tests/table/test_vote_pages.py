"""Votes, pauses and a game without a result at the table, in My tables, in the log and on the profile."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import play
from games.models import Game, Vote
from games.presentation.view_model import seat_infos
from tests.cast import client_of
from tests.playing import asked_seat, other, play_on
from tests.table.pages import HUGE, answer_vote, propose, table, text

# --- votes and pauses


def test_the_table_offers_what_makes_sense(duel: Game, alice: User, charlie: User) -> None:
    shown = table(client_of(alice), duel)
    for label in ("Propose a pause", "Propose more time", "Propose an end without a result"):
        assert label in shown
    assert "Propose to resume" not in shown
    for client in (client_of(charlie), client_of()):
        assert "Propose a pause" not in table(client, duel)


def test_a_proposal_waits_for_the_other_at_the_table_and_in_my_tables(duel: Game, alice: User, bob: User) -> None:
    assert propose(duel, alice, "pause").status_code == 303
    mine, theirs = table(client_of(alice), duel), table(client_of(bob), duel)
    players = list(duel.players.select_related("user"))
    bosses = {info.user_name: info.short for info in seat_infos(duel, players, None)}
    assert f"Agreed: you. Not answered yet: {bosses['bob']}." in mine
    assert f"Agreed: {bosses['alice']}. Not answered yet: you." in theirs
    assert 'value="no"' not in mine
    assert "proposes to pause the game." in theirs
    assert 'value="no"' in theirs
    assert "Propose an end" not in theirs
    home = text(client_of(bob).get("/tables/"))
    assert "Votes waiting for you" in home
    assert "proposes to pause the game." in home
    assert "Votes waiting for you" not in text(client_of(alice).get("/tables/"))


def test_an_agreed_pause_stops_the_table(duel: Game, alice: User, bob: User, charlie: User) -> None:
    propose(duel, alice, "pause")
    answer = answer_vote(duel, bob, Vote.objects.get(), next="home")
    assert (answer.status_code, answer.url) == (302, "/tables/")
    for user in (alice, bob, charlie, None):
        shown = table(client_of(user), duel)
        assert "This table is paused." in shown
        assert "Paused until" in shown
        assert "The game resumes automatically then, or as soon as everyone agrees." in shown
        assert ("Propose to resume" in shown) == (user in (alice, bob))
        assert "data-your-move" not in shown
    mover = asked_seat(duel)
    assert "You’ll have 2 d 0 h left" in table(client_of(mover.user), duel) or "You’ll have 1 d 23 h left" in table(
        client_of(mover.user), duel
    )
    home = text(client_of(mover.user).get("/tables/"))
    assert "This table is paused." in home
    assert "paused until" in home
    assert "is waiting for you" not in home
    version = play.version_of(Game.objects.get(pk=duel.pk), mover)
    refused = client_of(mover.user).post(f"/games/{duel.public_id}/move/", {"version": version, "move": "draw"})
    assert refused.status_code == 409
    assert "This table is paused. Your cards stay where you put them" in text(refused)


def test_a_no_ends_the_vote(duel: Game, alice: User, bob: User) -> None:
    propose(duel, alice, "cancel")
    assert answer_vote(duel, bob, Vote.objects.get(), "no").status_code == 303
    assert Vote.objects.get().state == Vote.State.FAILED
    assert "Not answered yet" not in table(client_of(bob), duel)
    late = answer_vote(duel, bob, Vote.objects.get(), "yes")
    assert late.status_code == 422
    assert "This vote is closed." in text(late)


def test_users_without_a_vote_see_no_vote(duel: Game, alice: User, bob: User, charlie: User) -> None:
    propose(duel, alice, "pause")
    vote = Vote.objects.get()
    for stranger in (charlie, None):
        assert propose(duel, stranger, "pause").status_code == 404
        assert answer_vote(duel, stranger, vote).status_code == 404
    assert not vote.ballots.exclude(player__user=alice).exists()
    for address in ("vote/", f"vote/{vote.pk}/"):
        assert client_of(bob).get(f"/games/{duel.public_id}/{address}")["Location"] == duel.get_absolute_url()


@pytest.mark.parametrize("kind", ["", "coup", "resume"])
def test_an_impossible_proposal_is_refused_with_a_reason(duel: Game, alice: User, kind: str) -> None:
    answer = propose(duel, alice, kind)
    assert answer.status_code == 422
    assert "There’s no such vote." in text(answer) or "This table isn’t paused." in text(answer)
    assert not Vote.objects.exists()


def test_an_invalid_answer_and_a_missing_vote(duel: Game, alice: User, bob: User) -> None:
    propose(duel, alice, "pause")
    unclear = answer_vote(duel, bob, Vote.objects.get(), "perhaps")
    assert unclear.status_code == 422
    assert "Answer with yes or no." in text(unclear)
    for key in (Vote.objects.get().pk + 1, HUGE):
        nothing = client_of(bob).post(f"/games/{duel.public_id}/vote/{key}/", {"answer": "yes"})
        assert nothing.status_code == 422
        assert "There’s no such vote." in text(nothing)


# --- a game without a result


@pytest.fixture
def stopped(duel: Game, alice: User, bob: User) -> Game:
    play_on(duel, 12)
    propose(duel, alice, "cancel")
    answer_vote(duel, bob, Vote.objects.get())
    return Game.objects.get(pk=duel.pk)


def test_a_game_without_a_result_shows_all_cards(stopped: Game, alice: User, charlie: User) -> None:
    assert stopped.status == Game.Status.CANCELLED
    for user in (alice, charlie, None):
        shown = table(client_of(user), stopped)
        assert "Ended without a result" in shown
        assert "Check this deal" in shown
        assert "playing-card--back" not in shown
        assert "formaction" not in shown
    assert client_of(charlie).get(f"/games/{stopped.public_id}/replay/?cards=up").status_code == 200
    assert client_of(charlie).get(f"/games/{stopped.public_id}/log/").status_code == 200
    assert client_of(charlie).get(f"/games/{stopped.public_id}/fair/").status_code == 200


def test_a_game_without_a_result_is_listed_but_not_counted(stopped: Game, alice: User) -> None:
    home = text(client_of(alice).get("/tables/"))
    assert "It ended without a result." in home
    assert "/rematch/" not in home
    profile = text(client_of().get("/people/alice/"))
    assert "It ended without a result." in profile
    assert "<dt>Finished</dt><dd>0</dd>" in profile
    assert "<dt>Ended without a result</dt><dd>1</dd>" in profile


def test_moving_in_a_game_that_has_ended_is_refused(stopped: Game, alice: User) -> None:
    for address, fields in (
        ("move", {"version": "1.0", "move": "draw"}),
        ("take-back", {}),
        ("vote", {"vote": "pause"}),
    ):
        answer = client_of(alice).post(f"/games/{stopped.public_id}/{address}/", fields)
        assert answer.status_code == 409, address
        assert "This game isn’t running." in text(answer)


# --- the log


def test_the_log_has_the_incidents_in_their_places(duel: Game, alice: User, bob: User) -> None:
    play_on(duel, 8)
    propose(duel, alice, "pause")
    answer_vote(duel, bob, Vote.objects.get())
    propose(duel, alice, "resume")
    answer_vote(duel, bob, Vote.objects.get(state="open"))
    play_on(duel, 8)
    log = text(client_of().get(f"/games/{duel.public_id}/log/"))
    told = ["proposes to pause the game.", "Everyone agreed to pause", "The table is paused.", "The game goes on."]
    places = [log.index(sentence) for sentence in told]
    assert places == sorted(places)
    assert "Watch this turn" in log[: places[2]]
    assert "Watch this turn" in log[places[-1] :]
    recap = table(client_of(alice), duel)
    assert "At the table" in recap or "Everyone agreed" not in recap


def test_a_pause_is_read_out(duel: Game, alice: User, bob: User) -> None:
    propose(duel, alice, "pause")
    answer_vote(duel, bob, Vote.objects.get())
    me = asked_seat(duel)
    rival = other(duel, me)
    for user, says in ((me.user, "Your move when the game resumes."), (rival.user, " to move when the game resumes.")):
        read_out = table(client_of(user), duel).split('data-key="t"')[1].split("</dd>")[0]
        assert "This table is paused." in read_out
        assert says in read_out
        assert " to move.<" not in read_out
