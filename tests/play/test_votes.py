"""Votes on a pause, on resuming, on more time and on ending without a result; all must be unanimous."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games import play, tasks
from games.computers import players
from games.lobby.my_tables.my_tables import my_tables
from games.models import Ballot, Game, Notice, NotificationKind, Player, Vote
from games.replay import records
from tests.cast import table_of
from tests.playing import act, asked_seat, incident_kinds, legal, miss, pass_on, run_out
from tests.queue import Queue

DAY = timedelta(days=1)


@pytest.fixture
def game(alice: User, bob: User, carol: User) -> Game:
    """A running game of three."""
    return table_of(alice, bob, carol)


def seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user=user)


def agree(game: Game, kind: str, by: User, *others: User) -> Vote:
    """Let ``by`` propose, and the others agree."""
    vote = play.propose(seat(game, by), kind)
    for user in others:
        vote = play.cast(seat(game, user), vote.pk, True)
    game.refresh_from_db()
    return vote


# --- voting


def test_all_have_to_agree(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "pause", bob, alice)
    assert vote.state == Vote.State.OPEN
    assert not game.is_paused
    play.cast(seat(game, carol), vote.pk, True)
    vote.refresh_from_db()
    game.refresh_from_db()
    assert vote.state == Vote.State.CARRIED
    assert game.is_paused
    assert incident_kinds(game) == ["proposed", "agreed", "paused"]


def test_the_hosts_vote_counts_like_any_other(game: Game, alice: User, bob: User) -> None:
    agree(game, "cancel", alice, bob)
    game.refresh_from_db()
    assert game.is_running
    with pytest.raises(play.Refused):
        play.cancel(game, alice)


def test_one_no_ends_the_vote(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "cancel", alice)
    play.cast(seat(game, bob), vote.pk, False)
    vote.refresh_from_db()
    assert vote.state == Vote.State.FAILED
    assert incident_kinds(game) == ["proposed", "declined"]
    with pytest.raises(play.Refused, match="closed"):
        play.cast(seat(game, carol), vote.pk, True)


def test_a_yes_can_be_taken_back_while_the_vote_is_open(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "pause", alice, bob)
    assert play.cast(seat(game, alice), vote.pk, False).state == Vote.State.FAILED
    assert Ballot.objects.get(vote=vote, player=seat(game, alice)).yes is False
    assert incident_kinds(game) == ["proposed", "declined"]
    with pytest.raises(play.Refused, match="closed"):
        play.cast(seat(game, bob), vote.pk, False)
    game.refresh_from_db()
    assert not game.is_paused


def test_a_yes_repeated_after_the_vote_is_carried_is_no_error(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "pause", alice, bob, carol)
    assert play.cast(seat(game, bob), vote.pk, True).state == Vote.State.CARRIED
    with pytest.raises(play.Refused, match="closed"):
        play.cast(seat(game, bob), vote.pk, False)
    assert incident_kinds(game) == ["proposed", "agreed", "paused"]


def test_a_proposal_notifies_the_others(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "extend", bob)
    asked = Notice.objects.filter(kind=NotificationKind.VOTE, data__vote=vote.pk)
    assert {notice.user for notice in asked} == {alice, carol}


def test_voting_twice_is_idempotent(game: Game, alice: User, bob: User) -> None:
    first = agree(game, "pause", alice)
    assert agree(game, "pause", alice) == first
    for _ in range(2):
        play.cast(seat(game, bob), first.pk, True)
    assert Ballot.objects.filter(vote=first).count() == 2
    assert incident_kinds(game) == ["proposed"]


def test_one_vote_at_a_time(game: Game, alice: User, bob: User) -> None:
    agree(game, "pause", alice)
    for user, kind in ((bob, "pause"), (alice, "cancel")):
        with pytest.raises(play.Refused, match="already"):
            play.propose(seat(game, user), kind)


def test_proposals_that_are_not_possible_are_refused(game: Game, alice: User, bob: User, carol: User) -> None:
    for kind in ("resume", "nonsense"):
        with pytest.raises(play.Refused):
            play.propose(seat(game, alice), kind)
    agree(game, "pause", alice, bob, carol)
    for kind in ("pause", "extend"):
        with pytest.raises(play.Refused):
            play.propose(seat(game, alice), kind)


def test_a_vote_of_another_table(game: Game, duel: Game, alice: User) -> None:
    vote = agree(game, "pause", alice)
    with pytest.raises(play.Refused, match="no such vote"):
        play.cast(seat(duel, alice), vote.pk, True)


def test_a_single_voter_decides_alone(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    agree(game, "pause", alice)
    assert game.is_paused


def test_a_vote_lapses_after_three_days(game: Game, alice: User, queue: Queue) -> None:
    vote = agree(game, "pause", alice)
    assert vote.closes_at - timezone.now() <= 3 * DAY
    tasks.sweep_deadlines()
    assert not play.expire_vote(vote.pk)
    with time_machine.travel(vote.closes_at + timedelta(minutes=1), tick=False):
        Player.objects.update(deadline=None)
        queue.sent.clear()
        tasks.sweep_deadlines()
        queue.run()
        vote.refresh_from_db()
        assert vote.state == Vote.State.FAILED
        assert incident_kinds(game) == ["proposed", "declined"]
        assert not play.expire_vote(vote.pk)
        agree(game, "pause", alice)


def test_a_resigned_player_has_no_vote(game: Game, alice: User, bob: User, carol: User) -> None:
    vote = agree(game, "pause", alice, bob)
    play.resign(seat(game, carol), None)
    vote.refresh_from_db()
    game.refresh_from_db()
    assert vote.state == Vote.State.CARRIED
    assert game.is_paused
    with pytest.raises(play.Refused, match="Only players still in the game have a say"):
        play.propose(seat(game, carol), "resume")


def test_a_lost_seat_has_no_vote(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    late = asked_seat(game)
    present = [user for user in (alice, bob, carol) if user != late.user]
    vote = agree(game, "cancel", *present)
    miss(game)
    vote.refresh_from_db()
    game.refresh_from_db()
    assert vote.state == Vote.State.CARRIED
    assert game.status == Game.Status.CANCELLED


def test_a_substitute_has_a_vote(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    late = miss(game)
    first, second = [player.user for player in game.players.filter(user__isnull=False)]
    vote = agree(game, "pause", first)
    play.take_over(game, charlie, late.seat)
    assert Notice.objects.filter(kind=NotificationKind.VOTE, user=charlie).exists()
    play.cast(seat(game, second), vote.pk, True)
    vote.refresh_from_db()
    assert vote.state == Vote.State.OPEN
    play.cast(seat(game, charlie), vote.pk, True)
    vote.refresh_from_db()
    assert vote.state == Vote.State.CARRIED


def test_the_ballot_of_a_seats_previous_owner_does_not_count(
    alice: User, bob: User, carol: User, charlie: User
) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    late = asked_seat(game)
    assert late.user is not None
    others = [user for user in (alice, bob, carol) if user != late.user]
    vote = agree(game, "extend", late.user)
    miss(game)
    play.take_over(game, charlie, late.place)
    for user in others:
        vote = play.cast(seat(game, user), vote.pk, True)
    vote.refresh_from_db()
    assert vote.state == Vote.State.OPEN
    play.cast(seat(game, charlie), vote.pk, True)
    vote.refresh_from_db()
    assert vote.state == Vote.State.CARRIED


def test_an_absent_owner_still_has_a_vote(alice: User, bob: User) -> None:
    game = table_of(alice, bob, free_misses=0)
    late = miss(game)
    present = bob if late.user == alice else alice
    vote = agree(game, "cancel", present)
    assert vote.state == Vote.State.OPEN
    play.cast(late, vote.pk, True)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_a_game_that_ends_closes_its_vote(duel: Game, alice: User) -> None:
    vote = agree(duel, "pause", alice)
    play.resign(asked_seat(duel), None)
    vote.refresh_from_db()
    assert vote.state == Vote.State.FAILED
    with pytest.raises(play.Over):
        play.cast(seat(duel, alice), vote.pk, True)
    assert not play.expire_vote(vote.pk)


# --- pause


def test_a_paused_table_takes_no_moves_and_keeps_drafts(duel: Game, alice: User, bob: User) -> None:
    pass_on(duel)
    me = asked_seat(duel)
    act(me, next(move for move in legal(me) if move.startswith("play")))
    agree(duel, "pause", alice, bob)
    with pytest.raises(play.Paused) as refused:
        act(me, "draw", me.user)
    assert refused.value.status == 409
    me.refresh_from_db()
    with pytest.raises(play.Paused):
        play.undo(me, play.version_of(duel, me), me.user)
    assert me.drafts
    assert (me.deadline, me.auto_at) == (None, None)
    assert not play.make_automatic_move(me.pk)


def test_clocks_stop_and_resume(duel: Game, alice: User, bob: User) -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False) as clock:
        left = asked_seat(duel).deadline - timezone.now()
        agree(duel, "pause", alice, bob)
        assert asked_seat(duel).left == left // timedelta(seconds=1)
        clock.shift(timedelta(days=9))
        agree(duel, "resume", bob, alice)
        me = asked_seat(duel)
        assert me.left is None
        assert abs(me.deadline - timezone.now() - left) < timedelta(seconds=1)
        assert Notice.objects.filter(kind=NotificationKind.NEAR, data__deadline=me.deadline.isoformat()).exists()
        assert incident_kinds(duel) == ["proposed", "agreed", "paused", "proposed", "agreed", "resumed"]


def test_a_bank_does_not_burn_during_a_pause(alice: User, bob: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = table_of(alice, bob, clock="bank", bank_hours=48, added_hours=0, cap_hours=48)
        clock.shift(timedelta(hours=10))
        agree(game, "pause", alice, bob)
        assert asked_seat(game).bank == 38 * 3600
        clock.shift(timedelta(days=3))
        agree(game, "resume", alice, bob)
        clock.shift(timedelta(hours=5))
        me = asked_seat(game)
        pass_on(game)
        me.refresh_from_db()
        assert me.bank == 33 * 3600


def test_a_turn_about_to_end_by_itself_waits_again(duel: Game, alice: User, bob: User) -> None:
    me = asked_seat(duel)
    act(me, next(move for move in legal(me) if move.startswith("play")))
    agree(duel, "pause", alice, bob)
    agree(duel, "resume", alice, bob)
    me.refresh_from_db()
    assert me.auto_at > timezone.now()


def test_a_pause_ends_by_itself_after_thirty_days(duel: Game, alice: User, bob: User, queue: Queue) -> None:
    agree(duel, "pause", alice, bob)
    assert duel.paused_until - timezone.now() <= 30 * DAY
    tasks.sweep_deadlines()
    assert not play.end_pause(duel.pk)
    with time_machine.travel(duel.paused_until + timedelta(minutes=1), tick=False):
        queue.sent.clear()
        tasks.sweep_deadlines()
        queue.run()
        duel.refresh_from_db()
        assert (duel.paused_at, duel.paused_until, duel.agreed_until) == (None, None, None)
        assert asked_seat(duel).deadline > timezone.now()
        assert incident_kinds(duel)[-1] == "resumed"
        assert not play.end_pause(duel.pk)


def test_computer_players_pause_too(alice: User) -> None:
    game = table_of(alice, bots=("steady", "steady"))
    while asked_seat(game).user == alice:
        pass_on(game)
    agree(game, "pause", alice)
    moves = game.moves.count()
    players.move_all(game.pk)
    assert game.moves.count() == moves
    agree(game, "resume", alice)
    players.move_all(game.pk)
    assert game.moves.count() > moves


def test_one_may_resign_while_the_table_is_paused(game: Game, alice: User, bob: User, carol: User) -> None:
    agree(game, "pause", alice, bob, carol)
    leaver = asked_seat(game)
    play.resign(leaver, None, leaver.user)
    game.refresh_from_db()
    assert game.is_paused
    me = asked_seat(game)
    assert me.deadline is None
    assert me.left is not None


# --- more time


def test_another_day_for_those_who_are_to_move(duel: Game, alice: User, bob: User) -> None:
    before = asked_seat(duel).deadline
    agree(duel, "extend", alice, bob)
    me = asked_seat(duel)
    assert me.deadline == before + DAY
    assert Notice.objects.filter(kind=NotificationKind.NEAR, data__deadline=me.deadline.isoformat()).count() == 2
    assert incident_kinds(duel) == ["proposed", "agreed", "extended"]


def test_another_day_agreed_on_while_the_table_is_paused(duel: Game, alice: User, bob: User) -> None:
    agree(duel, "extend", alice)
    me = asked_seat(duel)
    today = timezone.now().astimezone(alice.zone).date()
    play.plan_vacation(alice, today, today, {seat(duel, alice).pk: play.ArrangementChoice("pause")})
    left = asked_seat(duel).left
    play.cast(seat(duel, bob), duel.votes.get().pk, True)
    me.refresh_from_db()
    assert me.left == left + 24 * 3600
    assert incident_kinds(duel)[-2:] == ["agreed", "extended"]
    play.cancel_vacation(alice.vacations.get())
    me.refresh_from_db()
    assert me.deadline - timezone.now() > timedelta(hours=71)


def test_a_deadline_that_has_just_passed_gets_a_day_from_now_on(duel: Game, alice: User, bob: User) -> None:
    run_out(asked_seat(duel))
    agree(duel, "extend", alice, bob)
    assert asked_seat(duel).deadline > timezone.now() + DAY - timedelta(minutes=1)


# --- an end without a result


def test_a_cancelled_game_is_closed_and_open_to_all(duel: Game, alice: User, bob: User) -> None:
    pass_on(duel)
    agree(duel, "cancel", alice, bob)
    assert (duel.status, duel.outcome) == (Game.Status.CANCELLED, None)
    assert duel.finished_at is not None
    assert not duel.players.filter(to_move_since__isnull=False).exists()
    assert not duel.players.filter(deadline__isnull=False).exists()
    call_command("verify", duel.public_id)
    record = records.of_game(duel, list(duel.players.select_related("user").order_by("seat")), None)
    assert record.secret is not None
    assert record.outcome is None


def test_a_cancelled_game_leaves_my_tables_and_takes_no_moves(duel: Game, alice: User, bob: User) -> None:
    me = asked_seat(duel)
    agree(duel, "cancel", alice, bob)
    mine = my_tables(alice)
    assert not (mine.to_move or mine.waiting or mine.open)
    with pytest.raises(play.Over):
        act(me, "draw", me.user)
    assert {notice.user for notice in Notice.objects.filter(kind=NotificationKind.OVER)} == {alice, bob}
