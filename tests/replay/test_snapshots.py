"""Replays start from a snapshot if there is one, and show the same pages as from the deal."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Move
from games.replay.snapshots import EVERY, Recent, latest, state_after
from games.replay.verification import replay_steps, seated_players, steps
from tests.cast import client_of, table_of
from tests.playing import play_on

pytestmark = pytest.mark.django_db

LATE = 2 * EVERY + 7


@pytest.fixture
def long(alice: User, bob: User) -> Game:
    """A game that is long enough for more than two snapshots."""
    return play_on(table_of(alice, bob), LATE + 3)


def shown(client: Client, game: Game, at: int) -> Any:
    answer = client.get(reverse("replay", args=[game.public_id]), {"at": at})
    assert answer.status_code == 200
    return answer.context["replay"]


def test_states_are_those_of_a_replay_from_the_deal_on(long: Game) -> None:
    players, rows = seated_players(long), list(long.moves.order_by("number"))
    for at, step in enumerate(steps(long)):
        snapshot = latest(long, at)
        begun = snapshot.number if snapshot else 0
        assert begun == max(0, at - 1) // EVERY * EVERY
        moves = rows[begun + 1 if snapshot else 0 : at + 1]
        state = state_after(long, players, moves, at, snapshot)
        assert (state.pieces(), state.facts()) == (step.state.pieces(), step.state.facts())


def test_pages_show_the_same_with_snapshots_as_without(long: Game, alice: User, bob: User) -> None:
    """Viewers read pages in any order: a snapshot holds a state, not a viewer's view."""
    for client in (client_of(alice), client_of(bob), client_of()):
        for at in (LATE, EVERY, EVERY - 1, 2 * EVERY, 0):
            replay = shown(client, long, at)
            *_, step = replay_steps(long, seated_players(long), long.moves.filter(number__lte=at).order_by("number"))
            assert replay.view == step.state.look_back(replay.view.seat, reveal_all=False)
            assert (replay.at, replay.line.last) == (at, long.moves.last().number)


def test_a_late_position_replays_no_more_than_the_moves_since_the_snapshot(long: Game) -> None:
    shown(client_of(), long, LATE)
    Move.objects.filter(game=long, number=EVERY).update(text="play 9M nowhere")
    assert shown(client_of(), long, LATE).at == LATE
    answer = client_of().get(reverse("replay", args=[long.public_id]), {"at": EVERY - 1})
    assert answer.status_code == 200
    Move.objects.filter(game=long, number=LATE).update(text="play 9M nowhere")
    answer = client_of().get(reverse("replay", args=[long.public_id]), {"at": LATE})
    assert answer.status_code == 409


def test_moves_made_meanwhile_are_shown(long: Game, alice: User) -> None:
    before = shown(client_of(alice), long, LATE).line
    play_on(long, LATE + EVERY + 10, seed=3)
    after = shown(client_of(alice), long, 10_000)
    assert after.line.last == after.at == long.moves.last().number > before.last
    assert after.line.turns[: len(before.turns)] == before.turns
    assert after.line.mine == tuple(number for number, seats in after.line.turns if after.view.seat in seats)


def test_a_database_that_lags_behind(long: Game) -> None:
    """A replica may have fewer moves than this process has seen."""
    shown(client_of(), long, LATE)
    long.moves.filter(number__gt=LATE - 2).delete()
    replay = shown(client_of(), long, LATE)
    assert replay.at == replay.line.last == LATE - 2


def test_a_move_that_is_missing_is_reported(long: Game) -> None:
    """The missing move may be in the middle or at the end of the replayed moves."""
    shown(client_of(), long, LATE)
    long.moves.filter(number=LATE).delete()
    for at in (LATE, LATE + 1):
        assert client_of().get(reverse("replay", args=[long.public_id]), {"at": at}).status_code == 409


def test_the_least_recently_used_is_dropped() -> None:
    kept = Recent[str](2)
    for key, value in enumerate("ab"):
        kept.put(key, value)
    assert kept.get(0) == "a"
    kept.put(2, "c")
    assert [kept.get(key) for key in range(3)] == ["a", None, "c"]
