"""The delay of an automatic answer tells nothing about hidden cards.

Answers of hands in which the same order or plan decides differently, and of an only move and the player's own answers,
must have the same distribution. It is compared by the Kolmogorov–Smirnov statistic, with a fixed seed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt
from random import Random

import pytest
import time_machine

from games import play
from games.models import Game, Player
from games.play.core import automatic
from games.play.core.automatic import LATEST, MOST_ANSWERS, SOONEST, UNDO_TIME, due_at
from games.rules.contract import State
from tests.playing import act, lay_out
from tests.rules.chicago_poker.tables import table

pytestmark = pytest.mark.django_db

ANSWERS = 1000
"""The number of answers drawn for each of two hands."""

LEAST_DIFFERENCE = 1.95 * sqrt(2 / ANSWERS)
"""The difference that two samples of one distribution exceed in one case of a thousand."""

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

LEVEL = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "_chance", Random(7))


@pytest.fixture
def me(duel: Game) -> Player:
    player = Player.objects.select_related("game", "user").get(game=duel, seat=0)
    player.turn_started_at = NOW
    return player


def difference(some: Sequence[float], others: Sequence[float]) -> float:
    """Return the largest difference between two empirical distribution functions."""
    some, others = sorted(some), sorted(others)
    return max(
        abs(bisect_right(some, at) / len(some) - bisect_right(others, at) / len(others)) for at in (*some, *others)
    )


def delays(player: Player, state: State) -> list[float]:
    due = [due_at(player, state, NOW) for _ in range(ANSWERS)]
    return [(at - NOW).total_seconds() for at in due if at is not None]


def tie(mine: str, theirs: str) -> State:
    state = table([mine, theirs], LEVEL, active=0, due=0)
    state.apply(0, "end", lambda cards: list(cards))
    assert state.to_move == {0, 1}
    return state


def swapped(player: Player, orders: dict[str, str]) -> tuple[list[float], list[float]]:
    """Return the delays of an answer in two games that differ by an exchange of the players' cards."""
    player.orders = orders
    return delays(player, tie("2S 12R", "4S 13M")), delays(player, tie("4S 13M", "2S 12R"))


def test_an_ordered_answer_takes_as_long_with_any_hand(me: Player) -> None:
    some, others = swapped(me, {"tie": "highest", "only_move": "make"})
    assert len(some) == len(others) == ANSWERS
    assert difference(some, others) < LEAST_DIFFERENCE
    assert SOONEST.total_seconds() <= min(some) <= max(some) <= LATEST.total_seconds()


def test_the_comparison_finds_delays_that_depend_on_the_hand(me: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth more for a higher card is found."""
    whole = automatic.due_at

    def dependent(player: Player, state: State, now: datetime) -> datetime | None:
        due = whole(player, state, now)
        return due and now + (due - now) * (1.1 if "13M" in state.hands[0] else 1)

    monkeypatch.setitem(globals(), "due_at", dependent)
    assert difference(*swapped(me, {"tie": "highest"})) > LEAST_DIFFERENCE


@pytest.mark.parametrize("steps", [["draw"], ["play 2S jazz1"]])
def test_a_plan_answers_like_an_order_whatever_it_decides(me: Player, steps: list[str]) -> None:
    ordered, _others = swapped(me, {"tie": "highest"})
    state = table(["2S 12R", "4S 13M"], {"jazz1": ["", ""]}, active=0, due=len(steps), extra=0)
    me.orders, me.plan = (
        {},
        {"steps": steps, "seen": {"turn": state.started, "left": 1, "called": [], "businesses": {}}},
    )
    planned = delays(me, state)
    assert len(planned) == ANSWERS
    assert difference(planned, ordered) < LEAST_DIFFERENCE


@pytest.mark.parametrize("own", [[40], [3, 60, 900, 40_000], [5, 6, 7, 8, 9, 10, 11, 12, 100_000]])
def test_an_only_move_waits_like_the_players_own_answers(me: Player, own: list[int]) -> None:
    me.orders, me.answer_times = {"only_move": "make"}, own
    only = delays(me, table(["raid1", "2R"], {"jazz1": ["", ""]}))
    rng = Random(8)
    answers = [rng.choice(own) * rng.uniform(0.8, 1.25) for _ in range(ANSWERS)]
    assert difference(only, answers) < LEAST_DIFFERENCE


def test_without_own_answers_an_only_move_waits_at_the_tables_pace(me: Player) -> None:
    me.orders = {"only_move": "make"}
    only = delays(me, table(["raid1", "2R"], {"jazz1": ["", ""]}))
    mean = sum(only) / len(only) / 3600
    assert mean == pytest.approx(me.game.pace_hours / 6, rel=0.1)


def test_an_only_move_during_a_plan_is_as_quick_as_the_plan(me: Player) -> None:
    me.orders, me.answer_times = {"only_move": "make"}, [40_000]
    me.plan = {"steps": ["draw"], "seen": {"turn": 1, "called": [], "businesses": {}}}
    assert max(delays(me, table(["raid1", "2R"], {"jazz1": ["", ""]}))) <= LATEST.total_seconds()


def test_a_stand_ins_answers_do_not_tell_that_the_owner_has_a_plan(me: Player) -> None:
    me.stand_in, me.answer_times = "friend", [40_000]
    state = table(["", "2R"], {"jazz1": ["", ""]}, deck="")
    without = delays(me, state)
    me.plan = {"steps": ["end"], "seen": {"turn": 1, "called": [], "businesses": {}}}
    assert difference(without, delays(me, state)) < LEAST_DIFFERENCE
    assert min(without) > LATEST.total_seconds()


def test_the_end_of_a_turn_waits_two_minutes_only_while_something_can_be_undone(me: Player) -> None:
    state = table(["", "2R"], {"jazz1": ["", ""]}, deck="")
    me.turn_started_at = NOW - timedelta(minutes=1)
    assert max(delays(me, state)) <= LATEST.total_seconds()
    me.drafts = ["play 2S jazz1"]
    assert set(delays(me, state)) == {UNDO_TIME.total_seconds()}


def test_only_own_answers_of_the_owner_are_remembered_and_the_last_nine(duel: Game) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        lay_out(duel, tie("2S 12R", "4S 13M"))
        Player.objects.filter(game=duel).update(to_move_since=0, turn_started_at=NOW)
        clock.shift(75)
        me = Player.objects.select_related("game").get(game=duel, seat=0)
        Player.objects.filter(pk=me.pk).update(answer_times=[*range(MOST_ANSWERS)])
        act(me, "send 2S")
        assert Player.objects.get(pk=me.pk).answer_times == [*range(1, MOST_ANSWERS), 75]
        other = Player.objects.select_related("game").get(game=duel, seat=1)
        play.give_order(other, "tie", "highest")
        clock.shift(LATEST.total_seconds())
        assert play.make_automatic_move(other.pk)
        assert Player.objects.get(pk=other.pk).answer_times == []
