"""Real threads on PostgreSQL: a plan is carried out while its owner moves, replaces it or drops it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import play
from games.core import store
from games.models import Game, Player
from tests.cast import somebody, table_of
from tests.play.test_concurrency import at_once
from tests.playing import asked_seat

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TIMES = range(5)
"""Repetitions of each race, whose winner is random."""


@pytest.fixture
def me() -> Player:
    """The player to move, whose plan to draw a card is due."""
    player = asked_seat(table_of(somebody("alice"), somebody("bob")))
    save(player, "draw")
    Player.objects.filter(pk=player.pk).update(auto_at=timezone.now())
    return asked_seat(player.game)


def save(player: Player, *steps: str) -> play.Changed:
    return play.save_plan(player, steps, version(player))


def version(player: Player) -> str:
    return play.version_of(player.game, player)


def made(game: Game, seat: int | None) -> list[tuple[str, str]]:
    """Check that the stored game can be replayed, and return the seat's moves and their makers."""
    call_command("verify", game.public_id)
    return list(game.moves.filter(seat=seat, text="draw").values_list("text", "by"))


def plan_of(player: Player) -> Sequence[str]:
    return Player.objects.get(pk=player.pk).plan.get("steps", ())


def test_two_workers_carry_out_a_plan_once(me: Player) -> None:
    assert sorted(at_once(*[lambda: play.make_automatic_move(me.pk)] * 4)) == [False, False, False, True]
    assert made(me.game, me.seat) == [("draw", "plan")]


@pytest.mark.parametrize("_time", TIMES)
def test_the_owner_moves_while_their_plan_is_carried_out(me: Player, _time: int) -> None:
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: play.move(me, "draw", version(me)))
    assert (done, type(answer)) in [(True, play.Stale), (False, play.Changed)]
    assert made(me.game, me.seat) == [("draw", "plan" if done else "player")]
    assert plan_of(me) == ()


@pytest.mark.parametrize("_time", TIMES)
def test_a_plan_is_replaced_while_it_is_carried_out(me: Player, _time: int) -> None:
    card = next(text for text in store.load(me.game).state.legal_moves(me.place) if text.startswith("play"))
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: save(me, card))
    assert (done, type(answer)) in [(True, play.Stale), (False, play.Changed)]
    assert made(me.game, me.seat) == ([("draw", "plan")] if done else [])
    assert plan_of(me) == (() if done else [card])


@pytest.mark.parametrize("_time", TIMES)
def test_a_plan_is_dropped_while_it_is_carried_out(me: Player, _time: int) -> None:
    done, answer = at_once(lambda: play.make_automatic_move(me.pk), lambda: play.drop_plan(me))
    assert isinstance(answer, play.Changed)
    assert made(me.game, me.seat) == ([("draw", "plan")] if done else [])
    assert plan_of(me) == ()


@pytest.mark.parametrize("_time", TIMES)
def test_of_two_plans_at_once_one_is_saved(me: Player, _time: int) -> None:
    play.drop_plan(me)
    fresh = asked_seat(me.game)
    answers = at_once(lambda: save(fresh, "draw"), lambda: save(fresh, "draw", "end"))
    assert sorted(type(answer).__name__ for answer in answers) == ["Changed", "Stale"]
    assert plan_of(me) in (["draw"], ["draw", "end"])


@pytest.mark.parametrize("_time", TIMES)
def test_the_same_plan_from_two_devices_is_saved_once(me: Player, _time: int) -> None:
    play.drop_plan(me)
    fresh = asked_seat(me.game)
    assert all(isinstance(answer, play.Changed) for answer in at_once(*[lambda: save(fresh, "draw")] * 2))
    assert plan_of(me) == ["draw"]


@pytest.mark.parametrize("_time", TIMES)
def test_a_plan_sent_twice_to_be_made_now_is_made_once(me: Player, _time: int) -> None:
    page = version(me)
    answers = at_once(*[lambda: play.save_plan(me, ["draw"], page, now=True)] * 2)
    assert all(isinstance(answer, play.Changed) for answer in answers)
    assert made(me.game, me.seat) == [("draw", "plan")]


@pytest.mark.parametrize("_time", TIMES)
def test_a_plan_and_a_move_at_once(me: Player, _time: int) -> None:
    play.drop_plan(me)
    fresh = asked_seat(me.game)
    saved, moved = at_once(lambda: save(fresh, "draw"), lambda: play.move(fresh, "draw", version(fresh)))
    assert sorted((type(saved).__name__, type(moved).__name__)) == ["Changed", "Stale"]
    assert made(me.game, me.seat) == ([("draw", "player")] if isinstance(moved, play.Changed) else [])
    assert plan_of(me) == (["draw"] if isinstance(saved, play.Changed) else ())


@pytest.mark.parametrize("_time", TIMES)
def test_the_deadline_passes_while_a_plan_is_carried_out(me: Player, _time: int) -> None:
    Player.objects.filter(pk=me.pk).update(deadline=timezone.now())
    at_once(lambda: play.make_automatic_move(me.pk), lambda: play.time_up(me.pk))
    assert len(made(me.game, me.seat)) == 1
    assert not me.game.incidents.exists()
