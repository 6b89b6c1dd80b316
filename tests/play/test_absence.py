"""A deadline missed without a free miss: a computer player sits in, or default moves are made."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.computers import players
from games.core.waiting_tables import tables_waiting_for
from games.lobby.my_tables.my_tables import my_tables
from games.models import Game, Incident, Move, Notice, NotificationKind, Player
from games.play.tasks import time_up
from games.presentation.incidents import sentence
from games.presentation.narration import Narrator
from games.presentation.view_model import seat_infos, seat_names
from tests.cast import client_of, table_of
from tests.playing import act, asked_seat, incident_kinds, is_right, legal, miss, other, pass_on, play_on, run_out
from tests.queue import Queue


def sentences(game: Game, viewer: int | None) -> list[str]:
    narrator = Narrator(game.rules, seat_names(game, game.players.all()), viewer)
    return [sentence(incident, narrator) for incident in game.incidents.order_by("pk")]


# --- a computer player sits in


def test_a_computer_player_sits_in(strict, queue: Queue, django_capture_on_commit_callbacks) -> None:
    game = strict("computer")
    with django_capture_on_commit_callbacks(execute=True):
        me = miss(game)
    assert (me.stand_in, me.computer, me.mover, me.deadline) == ("computer", "club", None, None)
    assert me.user is not None
    assert incident_kinds(game) == ["computer"]
    assert queue.sent == [("games.move_computers", (game.pk,))]
    players.move_all(game.pk)
    assert asked_seat(game).pk != me.pk
    assert set(game.moves.filter(seat=me.seat).values_list("by", flat=True)) <= {Move.By.COMPUTER, Move.By.FORM}
    assert is_right(game)


def test_free_misses_are_used_first(alice: User, bob: User) -> None:
    game = table_of(alice, bob, free_misses=2)
    assert [miss(game).stand_in for _ in range(3)] == ["", "", "computer"]
    assert incident_kinds(game) == ["forgiven", "forgiven", "computer"]


def test_drafts_of_an_absent_player_are_committed_as_their_own_moves(strict) -> None:
    game = strict("computer")
    pass_on(game)
    me = asked_seat(game)
    act(me, next(move for move in legal(me) if move.startswith("play")))
    me = miss(game)
    assert me.drafts == []
    assert game.moves.last().by == Move.By.PLAYER
    assert game.moves.last().text.startswith("play")


def test_all_players_are_notified_of_an_absence_the_absent_one_first(strict, carol: User) -> None:
    game = strict("computer", carol)
    me = miss(game)
    notices = list(Notice.objects.filter(kind=NotificationKind.ACTED).order_by("due_at"))
    assert notices[0].user == me.user
    assert {notice.user for notice in notices} == set(User.objects.all())
    assert all(notice.due_at > notices[0].due_at for notice in notices[1:])
    assert {notice.data["incident"] for notice in notices} == {game.incidents.get().pk}


def test_the_log_names_the_substitute(strict) -> None:
    game = strict("computer")
    me = miss(game)
    name = seat_names(game, game.players.all())[me.place]
    assert sentences(game, None) == [f"{name} missed the deadline. A computer plays for them."]
    assert sentences(game, me.place)[0].startswith("You missed the deadline.")


def test_the_owner_takes_the_seat_back(strict) -> None:
    game = strict("computer", pace_hours=24)
    me = miss(game)
    play.take_back(me, me.user)
    me.refresh_from_db()
    assert (me.stand_in, me.computer, me.mover) == ("", "", me.user)
    assert me.to_move_since is not None
    assert timedelta(hours=23) < me.deadline - timezone.now() <= timedelta(hours=24)
    assert incident_kinds(game) == ["computer", "returned"]
    act(me, "draw", me.user)


def test_taking_back_is_idempotent(strict) -> None:
    game = strict("computer")
    me = miss(game)
    for _ in range(2):
        play.take_back(me, me.user)
    assert incident_kinds(game) == ["computer", "returned"]


def test_the_owner_takes_the_seat_back_out_of_turn(strict) -> None:
    game = strict("computer")
    me = miss(game)
    players.move_all(game.pk)
    play.take_back(me, me.user)
    me.refresh_from_db()
    assert (me.to_move_since, me.deadline, me.stand_in) == (None, None, "")
    pass_on(game)
    me.refresh_from_db()
    assert me.deadline is not None


def test_only_the_owner_can_take_the_seat_back(strict) -> None:
    game = strict("computer")
    me = miss(game)
    with pytest.raises(play.Replaced):
        play.take_back(me, other(game, me).user)
    me.refresh_from_db()
    assert me.stand_in == "computer"


def test_an_owner_without_reserve_gets_a_day_after_returning(strict) -> None:
    game = strict("computer", clock="bank", bank_hours=24, added_hours=0, cap_hours=24)
    me = asked_seat(game)
    since = timezone.now() - timedelta(hours=25)
    Player.objects.filter(pk=me.pk).update(clock_from=since, deadline=since + timedelta(hours=24))
    assert play.time_up(me.pk)
    play.take_back(me, me.user)
    me.refresh_from_db()
    assert me.bank == 0
    assert me.deadline > timezone.now() + timedelta(hours=23)


def test_a_replaced_owner_cannot_move(strict) -> None:
    game = strict("computer")
    me = miss(game)
    with pytest.raises(play.Replaced, match="Take your seat back first") as refused:
        act(me, "draw", me.user)
    assert refused.value.status == 409
    answer = client_of(me.user).post(
        reverse("move", args=[game.public_id]), {"move": "draw", "version": play.version_of(game, me)}
    )
    assert answer.status_code == 409
    assert "A computer is playing for you" in answer.content.decode()
    assert game.moves.count() == 1


def test_replaced_seats_do_not_count_as_waiting_tables(strict) -> None:
    game = strict("computer")
    me = asked_seat(game)
    assert tables_waiting_for(me.user) == 1
    assert len(my_tables(me.user).to_move) == 1
    me = miss(game)
    assert tables_waiting_for(me.user) == 0
    assert my_tables(me.user).to_move == []


def test_the_seat_names_its_substitute(strict) -> None:
    game = strict("computer")
    me = miss(game)
    game.refresh_from_db()
    assert "computer" in seat_infos(game, [me], None)[0].stand_in
    assert seat_infos(game, [other(game, me)], None)[0].stand_in == ""


def test_a_computer_players_move_after_the_owners_return_is_discarded(strict, monkeypatch: pytest.MonkeyPatch) -> None:
    game = strict("computer")
    me = miss(game)
    choose = players.choose

    def slowly(*args: object) -> str:
        play.take_back(me, me.user)
        return choose(*args)

    monkeypatch.setattr(players, "choose", slowly)
    players.move_all(game.pk)
    assert game.moves.count() == 1


def test_the_owner_can_resign_while_a_computer_player_sits_in(strict, carol: User) -> None:
    game = strict("computer", carol)
    me = miss(game)
    play.resign(me, None, me.user)
    me.refresh_from_db()
    assert (me.stand_in, me.to_move_since) == ("", None)
    game.refresh_from_db()
    assert game.is_running
    assert is_right(game)


def test_the_owner_can_delete_their_account_while_a_computer_player_sits_in(strict, carol: User) -> None:
    game = strict("computer", carol)
    me = miss(game)
    erase_user(me.user)
    me.refresh_from_db()
    assert (me.user, me.stand_in, me.vacant) == (None, "", True)
    players.move_all(game.pk)
    assert asked_seat(game).pk != me.pk


@pytest.mark.slow
def test_a_game_abandoned_by_all_players_ends(strict) -> None:
    game = play_on(strict("computer"), 120)
    miss(game)
    players.move_all(game.pk)
    miss(game)
    players.move_all(game.pk)
    game.refresh_from_db()
    assert game.is_over
    assert not game.players.filter(to_move_since__isnull=False).exists()
    assert is_right(game)


# --- default moves


def test_default_moves_are_made_for_an_absent_player(strict) -> None:
    game = strict("plain")
    me = miss(game)
    assert asked_seat(game).pk != me.pk
    assert set(game.moves.filter(seat=me.seat).values_list("by", flat=True)) == {Move.By.CLOCK}
    assert (me.stand_in, me.misses, me.deadline) == ("", 1, None)
    assert incident_kinds(game) == ["missed"]
    assert game.incidents.get().after == 0
    assert is_right(game)


def test_drafts_are_committed_before_default_moves(strict) -> None:
    game = strict("plain")
    pass_on(game)
    me = asked_seat(game)
    act(me, text := next(move for move in legal(me) if move.startswith("play")))
    before = game.moves.count()
    miss(game)
    made = list(game.moves.filter(number__gte=before, seat=me.seat))
    assert (made[0].text, made[0].by) == (text, Move.By.PLAYER)
    assert {move.by for move in made[1:]} <= {Move.By.CLOCK, Move.By.FORM}
    assert len(made) > 1


def test_a_game_of_default_moves_ends(strict) -> None:
    game = strict("plain")
    for _ in range(400):
        game.refresh_from_db()
        if game.is_over:
            break
        player = Player.objects.filter(game=game, to_move_since__isnull=False).first()
        run_out(player)
        assert play.time_up(player.pk)
    assert game.is_over
    assert is_right(game)


# --- impossible events


@pytest.mark.parametrize("absence", Game.Absence.values)
def test_a_deadline_is_handled_once(strict, absence: str) -> None:
    game = strict(absence)
    me = asked_seat(game)
    run_out(me)
    assert [play.time_up(me.pk) for _ in range(3)] == [True, False, False]
    assert Incident.objects.count() == 1


@pytest.mark.parametrize("absence", Game.Absence.values)
def test_a_move_in_time_leaves_nothing_to_do(strict, absence: str) -> None:
    game = strict(absence)
    me = asked_seat(game)
    pass_on(game)
    assert not play.time_up(me.pk)
    assert incident_kinds(game) == []


def test_a_game_that_is_over_has_no_deadlines(strict) -> None:
    game = strict("computer")
    me = asked_seat(game)
    play.resign(me, None)
    assert not play.time_up(me.pk)
    time_up(me.pk)
    assert not game.players.filter(deadline__isnull=False).exists()
    assert Notice.objects.filter(kind=NotificationKind.OVER).count() == 2


@pytest.mark.parametrize("kind", Incident.Kind.values)
@pytest.mark.parametrize("language", ["en", "xx"])
def test_every_incident_has_a_sentence(duel: Game, kind: str, language: str) -> None:
    details = {"vote": "pause", "why": {"paused": "vote", "computer": "deadline", "friend": "vacation"}.get(kind, "")}
    seat = None if kind in ("agreed", "resumed", "cancelled") else 0
    Incident.objects.create(game=duel, after=0, kind=kind, seat=seat, details=details)
    with translation.override(language):
        for viewer in (None, 0, 1):
            (text,) = sentences(duel, viewer)
            assert text.endswith(".")
            assert "%" not in text
