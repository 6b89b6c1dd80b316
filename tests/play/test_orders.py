"""Standing orders: given, cancelled, carried out after a random wait, lapsed, suspended, and secret."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Move, Notice, Player
from games.play.core import automatic
from games.play.core.automatic import LATEST, SOONEST, UNDO_TIME
from games.rules.contract import State
from games.tasks import sweep
from tests.cast import table_of
from tests.playing import lay_out
from tests.queue import Queue
from tests.rules.chicago_poker.tables import FRENCH, table

LEVEL = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}
MAKE = {"only_move": "make"}
SWEEP = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only moves wait as briefly as other orders; tests/play/test_answer_times.py has their own waits."""
    monkeypatch.setattr(automatic, "_delay_of_own_answers", lambda _player: automatic._quick_delay())


def seat(game: Game, number: int) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, seat=number)


def act(player: Player, text: str) -> Game:
    player = seat(player.game, player.seat)
    return play.move(player, text, play.version_of(player.game, player)).game


def texts(game: Game) -> list[tuple[int | None, str, str]]:
    return list(game.moves.filter(number__gt=0).values_list("seat", "text", "by"))


def in_time(player: Player, later: timedelta = LATEST + SWEEP) -> bool:
    """Return whether the player's automatic move is made once the time ``later`` has passed."""
    with time_machine.travel(timezone.now() + later):
        return play.make_automatic_move(player.pk)


def stalemate(game: Game, hands: tuple[str, str], **facts: object) -> Game:
    """Return a game where alice's turn ends in a tie with bob."""
    lay_out(game, table(list(hands), LEVEL, active=0, due=0, **facts))
    return Game.objects.get(pk=game.pk)


def only_draw() -> State:
    """Return a state in which alice's only move is to draw."""
    return table(["raid1", "2R"], {"jazz1": ["", ""]})


def nothing_to_draw(game: Game, hand: str) -> None:
    """Set up alice's turn with one business and without a deck."""
    state = table([hand, "2R"], {"jazz1": ["", ""]}, deck="")
    lay_out(game, state)
    game.cards.exclude(code__in=[piece.code for piece in state.pieces()]).delete()


def test_a_tie_is_answered_as_ordered_after_a_while(duel: Game) -> None:
    stalemate(duel, ("2S 12R", "4S 13M"))
    play.give_order(seat(duel, 1), "tie", "lowest")
    assert seat(duel, 1).auto_at is None
    act(seat(duel, 0), "end")
    bob = seat(duel, 1)
    assert bob.turn_started_at is not None and bob.auto_at is not None
    assert SOONEST <= bob.auto_at - bob.turn_started_at <= LATEST
    assert not in_time(bob, SOONEST - SWEEP)
    assert in_time(bob)
    assert texts(duel)[-1] == (1, "send 4S", Move.By.ORDER)
    assert not in_time(bob), "once"
    assert seat(duel, 1).orders == {"tie": "lowest"}, "it stands for the next tie"


def test_the_wait_is_never_the_same(duel: Game) -> None:
    lay_out(duel, only_draw())
    waits = set()
    for _ in range(12):
        with time_machine.travel("2026-11-20 12:00Z", tick=False):
            play.give_order(seat(duel, 0), "only_move", "make")
        at = seat(duel, 0).auto_at
        assert at is not None
        waits.add(at)
    assert len(waits) == 12


def test_an_order_given_while_to_move_is_carried_out(duel: Game) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    assert in_time(seat(duel, 0))
    assert texts(duel)[0] == (0, "draw", Move.By.ORDER)


def test_a_player_with_several_moves_is_not_moved_for(duel: Game) -> None:
    lay_out(duel, table(["2S 12R", "4S"], {"jazz1": ["", ""]}))
    play.give_order(seat(duel, 0), "only_move", "make")
    play.give_order(seat(duel, 0), "tie", "highest")
    assert seat(duel, 0).auto_at is None


def test_a_cancelled_order_is_not_carried_out(duel: Game) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    play.cancel_order(seat(duel, 0), "only_move")
    assert (seat(duel, 0).orders, seat(duel, 0).auto_at) == ({}, None)
    assert not in_time(seat(duel, 0))
    play.cancel_order(seat(duel, 0), "only_move")
    play.cancel_order(seat(duel, 0), "dance")
    assert texts(duel) == []


def test_a_later_order_replaces_an_earlier_one(duel: Game) -> None:
    stalemate(duel, ("2S 12R", "4S"))
    play.give_order(seat(duel, 0), "tie", "12R")
    play.give_order(seat(duel, 0), "only_move", "make")
    play.give_order(seat(duel, 0), "tie", "lowest")
    assert seat(duel, 0).orders == {"tie": "lowest"} | MAKE


@pytest.mark.parametrize(
    ("name", "value"),
    [("tie", "decline"), ("tie", "4S"), ("tie", "99X"), ("tie", ""), ("", ""), ("only_move", "no"), ("resign", "make")],
)
def test_an_order_that_is_not_offered_is_refused(duel: Game, name: str, value: str) -> None:
    stalemate(duel, ("2S 12R", "4S"))
    play.give_order(seat(duel, 0), "tie", "2S")
    with pytest.raises(play.Refused) as refused:
        play.give_order(seat(duel, 0), name, value)
    assert refused.value.status == 422
    assert seat(duel, 0).orders == {"tie": "2S"}


def test_the_french_edition_offers_to_decline(alice: User, bob: User) -> None:
    game = table_of(alice, bob, options=FRENCH)
    lay_out(game, table(["2S", "4S"], LEVEL, options=FRENCH, active=0, due=0))
    play.give_order(seat(game, 1), "tie", "decline")
    act(seat(game, 0), "end")
    assert in_time(seat(game, 1))
    assert texts(game)[-1] == (1, "decline", Move.By.ORDER)


def test_an_order_lapses_when_its_gangster_leaves_the_hand(duel: Game) -> None:
    lay_out(duel, table(["2S 12R", "4S"], {"jazz1": ["", ""]}))
    play.give_order(seat(duel, 0), "tie", "12R")
    act(seat(duel, 0), "play 12R jazz1")
    assert seat(duel, 0).orders == {"tie": "12R"}, "a draft can be undone"
    act(seat(duel, 0), "draw")
    assert seat(duel, 0).orders == {}


def test_a_drafted_card_cannot_be_ordered(duel: Game) -> None:
    lay_out(duel, table(["2S 12R", "4S"], {"jazz1": ["", ""]}))
    act(seat(duel, 0), "play 12R jazz1")
    with pytest.raises(play.Refused):
        play.give_order(seat(duel, 0), "tie", "12R")


def test_an_ordered_end_does_not_wait_two_minutes(duel: Game) -> None:
    nothing_to_draw(duel, "")
    play.give_order(seat(duel, 0), "only_move", "make")
    assert in_time(seat(duel, 0))
    assert texts(duel) == [(0, "end", Move.By.ORDER)]


def test_drafts_wait_two_minutes_in_spite_of_orders(duel: Game) -> None:
    nothing_to_draw(duel, "2S")
    play.give_order(seat(duel, 0), "only_move", "make")
    play.cancel_order(seat(duel, 0), "only_move")
    act(seat(duel, 0), "play 2S jazz1")
    play.give_order(seat(duel, 0), "only_move", "make")
    assert not in_time(seat(duel, 0))
    assert in_time(seat(duel, 0), UNDO_TIME + SWEEP)
    assert texts(duel) == [(0, "play 2S jazz1", Move.By.PLAYER), (0, "end", Move.By.ORDER)]


def test_an_only_move_that_reveals_nothing_remains_a_draft_until_the_turn_ends(duel: Game) -> None:
    """If it were committed before the end of the turn, it would reveal that it was automatic."""
    nothing_to_draw(duel, "2S")
    play.give_order(seat(duel, 0), "only_move", "make")
    version = Game.objects.get(pk=duel.pk).version
    assert in_time(seat(duel, 0))
    assert seat(duel, 0).drafts == ["play 2S jazz1"]
    assert (texts(duel), Game.objects.get(pk=duel.pk).version) == ([], version)
    assert in_time(seat(duel, 0), LATEST + UNDO_TIME + 2 * SWEEP)
    assert [text for _seat, text, _by in texts(duel)] == ["play 2S jazz1", "end"]


def test_an_undone_automatic_move_is_left_to_the_player(duel: Game) -> None:
    nothing_to_draw(duel, "2S")
    play.give_order(seat(duel, 0), "only_move", "make")
    assert in_time(seat(duel, 0))
    me = seat(duel, 0)
    play.undo(me, play.version_of(me.game, me))
    assert seat(duel, 0).auto_at is None
    assert not in_time(seat(duel, 0), UNDO_TIME * 2)


def test_other_players_answers_do_not_restart_the_wait(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    tie = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C", "1S 3S 5S 7F 9S"], "jazz1": ["", "", ""]}
    lay_out(game, table(["2S", "4S 6R", "6S"], tie, active=2, due=0))
    play.give_order(seat(game, 1), "tie", "highest")
    act(seat(game, 2), "end")
    before = seat(game, 1).auto_at
    assert before is not None
    act(seat(game, 0), "send 2S")
    assert seat(game, 1).auto_at == before


def test_another_round_of_a_tie_restarts_the_wait(duel: Game) -> None:
    stalemate(duel, ("12R 9S", "12C 2C"))
    play.give_order(seat(duel, 0), "tie", "highest")
    act(seat(duel, 0), "end")
    assert in_time(seat(duel, 0))
    act(seat(duel, 1), "send 12C")
    again = seat(duel, 0)
    assert again.turn_started_at is not None and again.auto_at is not None
    assert SOONEST <= again.auto_at - again.turn_started_at <= LATEST


def test_no_mail_is_due_while_an_order_waits(duel: Game) -> None:
    stalemate(duel, ("2S", "4S 6R"))
    play.give_order(seat(duel, 1), "tie", "lowest")
    act(seat(duel, 0), "end")
    bob = seat(duel, 1)
    assert bob.auto_at is not None
    assert Notice.objects.get(player=bob, kind="turn").due_at > bob.auto_at


def test_orders_are_suspended_while_a_substitute_plays(duel: Game, carol: User) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    for facts in ({"stand_in": "computer"}, {"stand_in": "friend", "friend": carol}):
        Player.objects.filter(game=duel, seat=0).update(**facts)
        assert not in_time(seat(duel, 0))
        for change in (lambda me: play.give_order(me, "tie", "highest"), lambda me: play.cancel_order(me, "only_move")):
            with pytest.raises(play.Replaced) as refused:
                change(seat(duel, 0))
            assert refused.value.status == 409
    assert texts(duel) == []
    assert seat(duel, 0).orders == MAKE


def late(player: Player) -> None:
    """Move the player's deadline into the past, before any other due time."""
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now(), auto_at=None)
    assert play.time_up(player.pk)


def test_orders_are_unchanged_after_taking_the_seat_back(alice: User, bob: User) -> None:
    game = table_of(alice, bob, absence="computer", free_misses=0)
    lay_out(game, table(["2S", "2R"], {"jazz1": ["", ""]}, options=game.options))
    play.give_order(seat(game, 0), "only_move", "make")
    late(seat(game, 0))
    lay_out(game, table(["", "2S 2R"], {"jazz1": ["", ""]}, options=game.options))
    assert (seat(game, 0).stand_in, seat(game, 0).auto_at) == ("computer", None)
    play.take_back(seat(game, 0), alice)
    assert seat(game, 0).orders == MAKE
    assert seat(game, 0).auto_at is not None
    assert in_time(seat(game, 0))
    assert texts(game)[0] == (0, "draw", Move.By.ORDER)


def test_a_substitute_does_not_inherit_orders(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, absence="lost", free_misses=0)
    lay_out(game, table(["2S 12R", "4S"], {"jazz1": ["", ""]}, options=game.options))
    play.give_order(seat(game, 0), "tie", "highest")
    late(seat(game, 0))
    assert seat(game, 0).orders == {}
    play.take_over(game, carol, 0)
    assert (seat(game, 0).user, seat(game, 0).orders) == (carol, {})


def test_a_deadline_that_passes_before_the_wait_is_over_is_not_missed(duel: Game) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    late(seat(duel, 0))
    assert texts(duel)[0] == (0, "draw", Move.By.ORDER)
    assert (seat(duel, 0).misses, seat(duel, 0).stand_in) == (0, "")


def test_default_moves_ignore_orders(alice: User, bob: User) -> None:
    game = table_of(alice, bob, absence="plain", free_misses=0)
    lay_out(game, table(["2S 12R", "4S 13M"], LEVEL, options=game.options, active=0, due=0))
    play.give_order(seat(game, 1), "tie", "highest")
    act(seat(game, 0), "end")
    Player.objects.filter(game=game, seat=1).update(orders={})
    late(seat(game, 1))
    assert texts(game)[-1] == (1, "send 4S", Move.By.CLOCK)


def test_a_pause_suspends_orders_and_restarts_the_wait(duel: Game) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    for kind, paused in (("pause", True), ("resume", False)):
        vote = play.propose(seat(duel, 0), kind)
        play.cast(seat(duel, 1), vote.pk, True)
        assert (seat(duel, 0).auto_at is None) == paused
        if paused:
            assert not in_time(seat(duel, 0))
            play.cancel_order(seat(duel, 0), "only_move")
            play.give_order(seat(duel, 0), "only_move", "make")
            assert seat(duel, 0).auto_at is None
    auto_at = seat(duel, 0).auto_at
    assert auto_at is not None and auto_at > timezone.now() + SOONEST - SWEEP
    assert in_time(seat(duel, 0))


def test_a_due_order_that_is_impossible_is_not_retried(duel: Game) -> None:
    lay_out(duel, table(["2S 12R", "4S"], {"jazz1": ["", ""]}))
    Player.objects.filter(game=duel, seat=0).update(auto_at=timezone.now())
    assert not in_time(seat(duel, 0))
    assert seat(duel, 0).auto_at is None


def test_orders_end_with_resigning_and_with_the_game(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    lay_out(game, table(["2S", "4S", "6S"], {"jazz1": ["", "", ""]}))
    for number in range(3):
        play.give_order(seat(game, number), "tie", "highest")
    play.resign(seat(game, 2), None)
    assert [seat(game, number).orders for number in range(3)] == [{"tie": "highest"}, {"tie": "highest"}, {}]
    play.resign(seat(game, 1), None)
    assert [seat(game, number).orders for number in range(3)] == [{}, {}, {}]
    for change in (play.cancel_order, lambda me, name: play.give_order(me, name, "make")):
        with pytest.raises(play.Over):
            change(seat(game, 0), "only_move")


def test_the_sweep_finds_what_is_due(duel: Game, queue: Queue) -> None:
    lay_out(duel, only_draw())
    play.give_order(seat(duel, 0), "only_move", "make")
    with time_machine.travel(timezone.now() + LATEST + SWEEP):
        sweep()
        queue.run()
    assert texts(duel)[0] == (0, "draw", Move.By.ORDER)


def test_a_game_of_automatic_moves_can_be_replayed(duel: Game) -> None:
    """Play whole turns of automatic moves, then replay the stored game."""
    for number in range(2):
        play.give_order(seat(duel, number), "tie", "highest")
        play.give_order(seat(duel, number), "only_move", "make")
    for _ in range(60):
        me = Player.objects.select_related("game").get(game=duel, to_move_since__isnull=False)
        if me.auto_at is None or not in_time(me, UNDO_TIME + SWEEP):
            act(me, sorted(play.drafted(store.load(me.game).state, me).legal_moves(me.seat))[0])
    loaded = store.load(Game.objects.get(pk=duel.pk))
    again = loaded.state.restore(duel.options, duel.size, loaded.state.pieces(), loaded.state.facts())
    assert again.position() == loaded.state.position()
