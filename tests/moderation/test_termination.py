"""Games ended by moderators: hidden while they may be reopened, reopening, and revoked extensions."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import moderation, play, tasks
from games.chat.rooms import may_read_gallery
from games.core.access import is_closed
from games.models import Appeal, Card, Game, ModerationAction, Notice, NotificationKind, Player
from games.play.core.vacation_arrangements import today
from games.replay.records import of_game
from tests.cast import client_of, somebody, table_of
from tests.moderation.test_actions import seat, told_of
from tests.playing import act, asked_seat, incident_kinds, is_right, legal, lose_seat, play_on, run_out
from tests.table.pages import text
from tests.vacations.vacation_steps import DAY, NOON, away, friend


@pytest.fixture
def game(alice: User, bob: User, carol: User) -> Game:
    """A game of three after a few moves."""
    return play_on(table_of(alice, bob, carol), 6)


def ended(moderator: User, game: Game) -> ModerationAction:
    done = moderation.end(moderator, game, "Three friends against one")
    game.refresh_from_db()
    assert game.is_stopped
    assert not game.players.filter(to_move_since__isnull=False).exists()
    return done


def goes_on(moderator: User, game: Game, end: ModerationAction) -> ModerationAction:
    undo = moderation.take_back(moderator, end, "It was another table")
    game.refresh_from_db()
    assert game.is_running
    assert game.finished_at is None
    assert is_right(game)
    return undo


def test_all_players_are_notified_and_cannot_move(moderator, duel, alice, bob) -> None:
    me = asked_seat(duel)
    end = ended(moderator, duel)
    assert told_of(alice, end)
    assert told_of(bob, end)
    assert not Notice.objects.filter(kind=NotificationKind.OVER).exists()
    with pytest.raises(play.Over):
        act(me, "draw", me.user)
    with pytest.raises(play.Refused):
        moderation.end(moderator, duel, "why")


def test_cards_stay_hidden_while_the_game_may_be_reopened(moderator, game, alice, charlie) -> None:
    ended(moderator, game)
    assert not is_closed(game)
    assert of_game(game, list(game.players.order_by("seat")), None).secret is None
    shown = text(client_of(charlie).get(game.get_absolute_url()))
    assert "hidden cards stay hidden until then" in shown
    with time_machine.travel(game.opens_at - timedelta(minutes=1)):
        assert not play.reveal_stopped(game.pk)
    assert Card.objects.filter(game=game, face_up=False).exists()


def test_cards_are_revealed_once_the_game_cannot_be_reopened(moderator, game, charlie, queue) -> None:
    end = ended(moderator, game)
    version = game.version
    with time_machine.travel(game.opens_at):
        tasks.sweep_deadlines()
        queue.run()
        game.refresh_from_db()
        assert game.status == Game.Status.CANCELLED
        assert game.version > version
        assert of_game(game, list(game.players.order_by("seat")), None).secret is not None
        assert "all cards are open" in text(client_of(charlie).get(game.get_absolute_url()))
        with pytest.raises(play.Refused, match="are open now"):
            moderation.take_back(moderator, end, "why")
        with pytest.raises(play.Over):
            play.reopen_game(game)
        assert not play.reveal_stopped(game.pk)


def test_a_reopened_game_continues_unchanged(moderator, game, alice, bob, carol) -> None:
    before = asked_seat(game)
    seen = dict(game.players.values_list("pk", "last_turn_end"))
    end = ended(moderator, game)
    with time_machine.travel(timezone.now() + 5 * DAY, tick=False):
        undo = goes_on(moderator, game, end)
        me = asked_seat(game)
        assert me == before
        assert me.deadline == timezone.now() + timedelta(hours=game.pace_hours)
        assert dict(game.players.values_list("pk", "last_turn_end")) == seen
        assert incident_kinds(game)[-2:] == ["cancelled", "resumed"]
        for person in (alice, bob, carol):
            assert told_of(person, undo)
        assert Notice.objects.filter(user=me.user, kind=NotificationKind.TURN, data__asked=me.to_move_since).exists()
        act(me, legal(me)[0], me.user)
    with pytest.raises(play.Refused, match="already been taken back"):
        moderation.take_back(moderator, end, "why")


def test_reopening_in_the_same_night_moves_the_reminders(moderator) -> None:
    with time_machine.travel(timezone.now().replace(hour=14), tick=False) as clock:
        people = (somebody(name, night_from=time(13), night_until=time(19)) for name in ("alice", "bob"))
        game = table_of(*people, nights_off=True)
        me, end = asked_seat(game), ended(moderator, game)
        reminders = Notice.objects.filter(kind=NotificationKind.NEAR)
        reminders.update(due_at=timezone.now(), state=Notice.State.DROPPED)
        clock.shift(timedelta(hours=1))
        goes_on(moderator, game, end)
        assert asked_seat(game).deadline == me.deadline
        assert reminders.filter(due_at__gt=timezone.now(), state=Notice.State.PENDING).count() == reminders.count() == 2


def test_it_can_be_ended_again(moderator, game) -> None:
    goes_on(moderator, game, ended(moderator, game))
    goes_on(moderator, game, ended(moderator, game))


def test_a_seat_that_was_free_is_so_again(moderator, game, charlie) -> None:
    lost = lose_seat(game)
    end = ended(moderator, game)
    with pytest.raises(play.Over):
        play.take_over(game, charlie, lost.place)
    goes_on(moderator, game, end)
    play.take_over(game, charlie, lost.place)
    assert is_right(game)


def test_an_agreed_pause_continues(moderator, game, alice, bob, carol) -> None:
    vote = play.propose(seat(game, alice), "pause")
    for person in (bob, carol):
        play.cast(seat(game, person), vote.pk, yes=True)
    end = ended(moderator, game)
    assert not game.is_paused
    goes_on(moderator, game, end)
    assert game.is_paused
    assert asked_seat(game).deadline is None
    assert incident_kinds(game)[-3:] == ["cancelled", "resumed", "paused"]
    page = text(client_of(alice).get(game.get_absolute_url()))
    assert "paused" in page


def test_a_player_erased_since_is_replaced(moderator, game, alice, bob, carol) -> None:
    end = ended(moderator, game)
    erase_user(bob)
    moderation.ban(moderator, carol, "why")
    goes_on(moderator, game, end)
    assert game.players.get(lost_by=bob).vacant
    assert game.players.get(lost_by=carol).vacant
    assert game.players.get(user=alice).stand_in == ""


def test_a_computer_player_sits_in_for_a_suspended_player(moderator, game, bob) -> None:
    end = ended(moderator, game)
    moderation.suspend(moderator, bob, 3, "why")
    goes_on(moderator, game, end)
    assert seat(game, bob).stand_in == "computer"


def test_a_game_without_players_is_not_reopened(moderator, duel, alice, bob) -> None:
    end = ended(moderator, duel)
    erase_user(alice)
    erase_user(bob)
    with pytest.raises(play.Refused, match="Nobody who played at this table is still here"):
        moderation.take_back(moderator, end, "why")
    duel.refresh_from_db()
    assert duel.is_stopped
    assert not ModerationAction.objects.filter(undoes=end).exists()


def test_a_vacation_that_began_since_counts(moderator, game, bob) -> None:
    end = ended(moderator, game)
    first = today(bob)
    play.plan_vacation(bob, first, first + 9 * DAY, {})
    goes_on(moderator, game, end)
    assert seat(game, bob).stand_in == "computer"


@pytest.mark.parametrize("later", [0, 20])
def test_a_friend_sits_in_for_the_rest_of_the_arrangement(moderator, game, charlie, later) -> None:
    me = asked_seat(game)
    with time_machine.travel(NOON, tick=False):
        vacation = away(me, friend(charlie), days=7)
        play.accept_sitting_in(vacation.arrangements.get(player=me), charlie)
        end = ended(moderator, game)
    with time_machine.travel(NOON + later * DAY, tick=False):
        assert play.end_vacation(vacation.pk) is (later > 0)
        goes_on(moderator, game, end)
        assert asked_seat(game).mover == (me.user if later else charlie)


def test_players_cannot_read_the_gallery_while_the_game_may_be_reopened(moderator, duel, alice, charlie, queue) -> None:
    ended(moderator, duel)
    assert may_read_gallery(duel, charlie, None)
    assert not may_read_gallery(duel, alice, seat(duel, alice))
    with time_machine.travel(duel.opens_at):
        play.reveal_stopped(duel.pk)
        duel.refresh_from_db()
        assert may_read_gallery(duel, alice, seat(duel, alice))


def test_a_look_at_its_cards_is_logged_like_any(moderator, duel) -> None:
    ended(moderator, duel)
    assert moderation.reveal(moderator, duel, "why").kind == ModerationAction.Kind.REVEAL


def test_a_seat_is_not_returned_while_the_game_may_continue(moderator, game, bob) -> None:
    ban = moderation.ban(moderator, bob, "why")
    end = ended(moderator, game)
    assert not moderation.take_back(moderator, ban, "why").details["restored"]
    goes_on(moderator, game, end)
    assert game.players.get(lost_by=bob).vacant


def test_a_terminated_game_is_listed_among_the_ended_ones(moderator, game, alice, bob) -> None:
    ended(moderator, game)
    for address in (reverse("home"), reverse("profile", args=["bob"])):
        page = text(client_of(alice).get(address))
        assert game.name in page
        assert "without a result" in page


# --- appeals


def test_one_of_the_players_appeals_for_all(moderator, second, game, alice, bob, charlie) -> None:
    end = ended(moderator, game)
    with pytest.raises(play.Refused) as refused:
        moderation.appeal(charlie, end, "I was watching")
    assert refused.value.status == 404
    appeal = moderation.appeal(alice, end, "We are a family")
    with pytest.raises(play.Refused) as refused:
        moderation.appeal(bob, end, "So are we")
    assert refused.value.status == 409
    moderation.answer(second, appeal, True, "They are")
    game.refresh_from_db()
    assert game.is_running


def test_the_appellant_is_notified_of_the_refusal(moderator, second, game, alice, bob) -> None:
    end = ended(moderator, game)
    upheld = moderation.answer(second, moderation.appeal(alice, end, "We are a family"), False, "No proof of that")
    assert told_of(alice, upheld)
    assert not told_of(bob, upheld)
    page = reverse("decision", args=[end.pk])
    mine, others = (text(client_of(user).get(page)) for user in (alice, bob))
    assert "We are a family" in mine
    assert "The moderators have looked at this decision again." in mine
    assert "We are a family" not in others
    assert "No proof of that" not in mine + others
    assert "Somebody else at the table has already appealed." in others


def test_an_appeal_is_erased_with_its_author(moderator, game, alice, bob) -> None:
    end = ended(moderator, game)
    moderation.appeal(alice, end, "We are a family")
    erase_user(alice)
    assert not Appeal.objects.exists()
    moderation.appeal(bob, end, "We were")


# --- time that is taken back


def test_time_that_is_taken_back_leaves_enough_for_a_move(moderator, duel) -> None:
    run_out(asked_seat(duel))
    given = moderation.extend(moderator, asked_seat(duel), "why")
    with time_machine.travel(given.created_at + timedelta(hours=2), tick=False):
        assert moderation.take_back(moderator, given, "why").details["restored"]
        assert asked_seat(duel).deadline == timezone.now() + timedelta(hours=12)


def test_less_than_that_is_left_as_it_is(moderator, duel) -> None:
    run_out(asked_seat(duel))
    given = moderation.extend(moderator, asked_seat(duel), "why")
    deadline = asked_seat(duel).deadline
    with time_machine.travel(given.created_at + timedelta(hours=20), tick=False):
        moderation.take_back(moderator, given, "why")
        assert asked_seat(duel).deadline == deadline


def test_time_of_a_stopped_clock_is_reverted(moderator, duel, alice, bob) -> None:
    vote = play.propose(seat(duel, alice), "pause")
    play.cast(seat(duel, bob), vote.pk, yes=True)
    before = asked_seat(duel).left
    given = moderation.extend(moderator, asked_seat(duel), "why")
    assert asked_seat(duel).left == before + 24 * 3600
    assert moderation.take_back(moderator, given, "why").details["restored"]
    assert asked_seat(duel).left == before


def test_time_that_was_used_is_not_taken_back(moderator, duel) -> None:
    me = asked_seat(duel)
    given = moderation.extend(moderator, me, "why")
    play_on(duel, 4)
    deadlines = list(Player.objects.filter(game=duel).order_by("pk").values_list("deadline"))
    assert not moderation.take_back(moderator, given, "why").details["restored"]
    assert list(Player.objects.filter(game=duel).order_by("pk").values_list("deadline")) == deadlines
    assert "shortened" not in incident_kinds(duel)
