"""Real threads on PostgreSQL: an order is carried out while its owner moves, cancels it or gives another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import play
from games.models import Game, Move, Player
from games.play.core import commit
from games.play.core.locked import locked
from games.rules import record
from tests.cast import somebody
from tests.play.test_concurrency import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

RECORD = Path(__file__).parents[1] / "browser" / "stories" / "two-people.record.json"
TIMES = range(5)
"""Repetitions of each race, whose winner is random."""


def seat(game: Game, number: int) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, seat=number)


def follow(game: Game, moves: Sequence[str]) -> None:
    """Make these moves in one transaction, until the first tie."""
    with locked(game.pk) as table:
        for line in moves:
            if len(table.state.to_move) == 2:
                break
            number, _space, text = line.partition(" ")
            commit.record(table, int(number), text, Move.By.PLAYER)
        commit.finish(table, int(number), 0)


@pytest.fixture
def tie() -> Game:
    """A recorded game at its first tie: both players are to move, and bob's order to send his highest card is due."""
    read = record.read(RECORD.read_text(encoding="utf-8"))
    alice, bob = (somebody(name) for name in read.seats)
    facts = {"name": "Tie", "variant": read.game, "options": read.options, "size": 2, "public_id": read.table}
    game = play.open_table(alice, secret=read.secret.hex(), entropy=read.entropy[0], **facts)
    play.join(game, bob, read.entropy[1])
    follow(game, read.moves)
    play.give_order(seat(game, 1), "tie", "highest")
    Player.objects.filter(pk=seat(game, 1).pk).update(auto_at=timezone.now())
    return game


def sent(game: Game) -> list[str]:
    """Check that the stored game can be replayed, and return who made bob's moves in the tie."""
    call_command("verify", game.public_id)
    return list(game.moves.filter(seat=1, text__startswith="send").values_list("by", flat=True))


def reinforcement(me: Player) -> str:
    cards = me.game.cards.filter(zone="hand", seat=me.seat).values_list("code", flat=True)
    return next(f"send {code}" for code in cards if code[0].isdigit())


def test_two_sweeps_carry_out_an_order_once(tie: Game) -> None:
    me = seat(tie, 1)
    assert sorted(at_once(*[lambda: play.make_automatic_move(me.pk)] * 4)) == [False, False, False, True]
    assert sent(tie) == ["order"]


@pytest.mark.parametrize("_time", TIMES)
def test_the_owner_moves_while_their_order_is_carried_out(tie: Game, _time: int) -> None:
    me = seat(tie, 1)
    version, text = play.version_of(me.game, me), reinforcement(me)
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: play.move(me, text, version))
    assert (done, type(answer)) in [(True, play.Stale), (False, play.Changed)]
    assert sent(tie) == ["order" if done else "player"]


@pytest.mark.parametrize("_time", TIMES)
def test_an_order_is_cancelled_while_it_is_carried_out(tie: Game, _time: int) -> None:
    me = seat(tie, 1)
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: play.cancel_order(me, "tie"))
    assert isinstance(answer, play.Changed)
    assert seat(tie, 1).orders == {}
    assert sent(tie) == (["order"] if done else [])
    assert not play.make_automatic_move(me.pk)


@pytest.mark.parametrize("_time", TIMES)
def test_two_orders_at_once_both_stand(tie: Game, _time: int) -> None:
    me = seat(tie, 1)
    at_once(
        lambda: play.give_order(me, "tie", "lowest"),
        lambda: play.give_order(me, "only_move", "make"),
        lambda: play.make_automatic_move(me.pk),
    )
    assert seat(tie, 1).orders == {"tie": "lowest", "only_move": "make"}
    assert sent(tie) in ([], ["order"])


@pytest.mark.parametrize("_time", TIMES)
def test_the_other_resigns_while_an_order_is_carried_out(tie: Game, _time: int) -> None:
    me, other = seat(tie, 1), seat(tie, 0)
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: play.resign(other, None))
    assert isinstance(answer, play.Changed)
    assert sent(tie) == (["order"] if done else [])
    assert seat(tie, 1).orders == {}
    assert seat(tie, 1).auto_at is None


@pytest.mark.parametrize("_time", TIMES)
def test_the_deadline_passes_while_an_order_is_carried_out(tie: Game, _time: int) -> None:
    """Either transaction may find the table locked; the order is carried out before the deadline or not at all."""
    Player.objects.filter(pk=seat(tie, 1).pk).update(deadline=timezone.now())
    me = seat(tie, 1)
    at_once(lambda: play.make_automatic_move(me.pk), lambda: play.time_up(me.pk))
    assert sent(tie) in ([], ["order"])
    assert len(sent(tie)) + tie.incidents.count() == 1
