"""A friend as substitute: the request, moving, and the return of the seat."""

from __future__ import annotations

import pytest
import time_machine
from django.core.management import call_command
from django.http import Http404
from django.urls import reverse

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.core.access import my_seat_or_404, own_seat_or_404, seat_of
from games.core.waiting_tables import tables_waiting_for
from games.lobby.my_tables.my_tables import my_tables
from games.models import Arrangement, Game, Move, Notice, NotificationKind, Player, Vacation
from games.play import ArrangementChoice
from games.presentation.view_model import seat_infos
from tests.cast import client_of, some_guest, table_of
from tests.playing import act, asked_seat, incident_kinds, legal, miss, pass_on
from tests.queue import Queue
from tests.vacations.vacation_steps import DAY, NOON, TODAY, away, fresh, friend, mine, sweep


def test_a_computer_player_sits_in_until_the_friend_accepts(game: Game, carol: User) -> None:
    me = asked_seat(game)
    away(me, friend(carol))
    arrangement = Arrangement.objects.get(player=me)
    assert arrangement.answer == "asked"
    assert Notice.objects.filter(kind=NotificationKind.INVITED, user=carol, data__arrangement=arrangement.pk).exists()
    assert fresh(me).stand_in == "computer"
    assert seat_of(game, carol) is None


def test_without_computer_players_the_clock_runs_until_the_friend_accepts(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, away=["friend"])
    me = asked_seat(game)
    away(me, friend(carol))
    assert (fresh(me).stand_in, fresh(me).deadline) == ("", me.deadline)
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == "friend"
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == ""
    assert fresh(me).deadline is not None


def test_a_friend_sits_in(sitting: Player, game: Game, carol: User) -> None:
    assert (sitting.stand_in, sitting.friend, sitting.mover) == ("friend", carol, carol)
    assert sitting.deadline == NOON + 2 * DAY
    assert incident_kinds(game)[-1] == "friend"
    assert seat_of(game, carol) == sitting
    assert tables_waiting_for(carol) == 1
    assert tables_waiting_for(sitting.user) == 0
    assert [table.me for table in my_tables(carol).to_move] == [sitting]
    assert Notice.objects.filter(kind=NotificationKind.TURN, user=carol).exists()
    assert "carol" in seat_infos(game, [sitting], None)[0].stand_in


def test_a_friend_moves(sitting: Player, game: Game, carol: User) -> None:
    act(sitting, "draw", carol)
    assert game.moves.last().by in (Move.By.FRIEND, Move.By.FORM)
    assert game.moves.filter(by=Move.By.FRIEND, seat=sitting.seat).exists()
    call_command("verify", game.public_id)


def test_a_friend_moves_in_the_browser_and_sees_the_hand(sitting: Player, game: Game, carol: User) -> None:
    client = client_of(carol)
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert page.context["view"].seat == sitting.seat
    game.refresh_from_db()
    answer = client.post(
        reverse("move", args=[game.public_id]), {"move": "draw", "version": play.version_of(game, sitting)}
    )
    assert answer.status_code == 303


def test_the_owner_sees_the_table_but_cannot_move(sitting: Player, game: Game) -> None:
    with pytest.raises(play.Replaced, match="carol is playing for you"):
        act(sitting, "draw", sitting.user)
    assert seat_of(game, sitting.user) == sitting


def test_a_friend_does_not_give_up_for_the_owner(sitting: Player, game: Game, carol: User) -> None:
    with pytest.raises(play.Replaced, match="owner"):
        play.move(sitting, "resign", play.version_of(sitting.game, sitting), carol)
    assert my_seat_or_404(game.public_id, carol) == sitting
    with pytest.raises(Http404):
        own_seat_or_404(game.public_id, carol)
    answer = client_of(carol).post(reverse("rematch", args=[game.public_id]))
    assert answer.status_code == 404


def test_the_owner_takes_the_seat_back_from_a_friend(sitting: Player, game: Game, carol: User) -> None:
    pass_on(game)
    pass_on(game)
    act(sitting, next(move for move in legal(sitting) if move.startswith("play")), carol)
    play.take_back(sitting, sitting.user)
    me = fresh(sitting)
    assert (me.stand_in, me.friend, me.drafts, me.mover) == ("", None, [], sitting.user)
    assert seat_of(game, carol) is None
    with pytest.raises(play.Replaced, match="no longer"):
        act(me, "draw", carol)


def test_the_seat_returns_from_a_friend(
    sitting: Player, game: Game, queue: Queue, clock: time_machine.Traveller
) -> None:
    pass_on(game)
    Player.objects.update(deadline=None)
    clock.shift(3 * DAY)
    sweep(queue)
    assert fresh(sitting).stand_in == ""
    assert incident_kinds(game)[-1] == "returned"


def test_a_friend_who_declines(game: Game, carol: User) -> None:
    me = asked_seat(game)
    away(me, friend(carol))
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert fresh(me).stand_in == "computer"
    assert Arrangement.objects.get().answer == "declined"


def test_a_friend_who_no_longer_wants_to(sitting: Player, game: Game, carol: User) -> None:
    play.decline_sitting_in(Arrangement.objects.get(), carol)
    assert (fresh(sitting).stand_in, fresh(sitting).friend) == ("computer", None)
    assert seat_of(game, carol) is None


def test_only_the_requested_friend_can_answer(game: Game, carol: User, charlie: User) -> None:
    away(asked_seat(game), friend(carol))
    for answer in (play.accept_sitting_in, play.decline_sitting_in):
        with pytest.raises(play.Refused, match="Nobody needs you"):
            answer(Arrangement.objects.get(), charlie)


def test_a_friend_gets_one_request(alice: User, game: Game, carol: User) -> None:
    me = mine(game, alice)
    vacation = play.plan_vacation(alice, TODAY + DAY, TODAY + DAY, {me.pk: friend(carol)})
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    play.change_vacation(vacation, TODAY + DAY, TODAY + 2 * DAY, {me.pk: friend(carol)})
    assert Arrangement.objects.get().answer == "accepted"
    assert Notice.objects.filter(user=carol).count() == 1


def test_users_who_cannot_sit_in(game: Game, alice: User, bob: User) -> None:
    guest = some_guest("Dana")
    for name in ("bob", "alice", "nobody", "", "\0", guest.username):
        with pytest.raises(play.Refused):
            away(mine(game, alice), ArrangementChoice("friend", name))


def test_a_substitute_cannot_sit_in_for_a_second_seat(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    away(mine(game, alice), friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    with pytest.raises(play.Refused, match="charlie has seen another player’s cards"):
        away(mine(game, bob), friend(charlie))


def test_a_former_substitute_cannot_take_a_seat_over(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    late = asked_seat(game)
    other = game.players.exclude(pk=late.pk).select_related("user").first()
    away(other, friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    play.take_back(other, other.user)
    late = miss(game)
    with pytest.raises(play.Refused, match="You’ve played for someone else at this table and seen their cards"):
        play.take_over(game, charlie, late.seat)


def test_a_friend_who_misses_the_deadline(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, free_misses=0)
    me = asked_seat(game)
    away(me, friend(carol))
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    me = miss(game)
    assert (me.stand_in, me.friend) == ("computer", None)
    assert {notice.user for notice in Notice.objects.filter(kind=NotificationKind.ACTED)} == {alice, bob, carol}


def test_a_friend_who_deletes_their_account(
    sitting: Player, game: Game, carol: User, queue: Queue, clock: time_machine.Traveller
) -> None:
    erase_user(carol)
    assert (fresh(sitting).stand_in, fresh(sitting).friend) == ("computer", None)
    clock.shift(3 * DAY)
    Player.objects.update(deadline=None)
    sweep(queue)
    assert fresh(sitting).stand_in == ""


def test_an_owner_who_deletes_their_account(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    me = mine(game, alice)
    away(me, friend(charlie))
    play.accept_sitting_in(Arrangement.objects.get(), charlie)
    erase_user(alice)
    me = fresh(me)
    assert (me.user, me.friend, me.stand_in, me.vacant) == (None, None, "", True)
    game.refresh_from_db()
    assert game.is_running
    assert not Vacation.objects.exists()


def test_a_private_table_is_visible_to_the_friend_only(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, public=False)
    me = asked_seat(game)
    away(me, friend(carol))
    assert client_of(carol).get(game.get_absolute_url()).status_code == 404
    play.accept_sitting_in(Arrangement.objects.get(), carol)
    assert client_of(carol).get(game.get_absolute_url()).status_code == 200
    assert client_of(charlie).get(game.get_absolute_url()).status_code == 404
    play.take_back(me, me.user)
    assert client_of(carol).get(game.get_absolute_url()).status_code == 404
