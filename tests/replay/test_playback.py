"""Events for the playback at the table: content, permissions, and nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.core import store
from games.models import Game, Move, Player
from games.presentation.narration import Narrator
from games.presentation.view_model import logged_moves, seat_names
from games.replay.playback import AT_ONCE, MOST, playback_since, replay_since
from games.replay.replay_page import replay_for
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import give_up, play_on
from tests.replay.test_secrecy import GANGSTER, exchanged_dealer, known_by, named
from tests.table.test_secrecy import exchange, known_to, viewers
from tests.table.test_secrecy import play_on as play_at_random

pytestmark = pytest.mark.django_db


def steps(client: Client, game: Game, since: object = 0) -> Any:
    return client.get(reverse("steps", args=[game.public_id]), {"since": since})


def shown(client: Client, game: Game, since: object = 0) -> str:
    answer = steps(client, game, since)
    assert answer.status_code == 200
    return compact(answer.content.decode())


@pytest.fixture
def running(alice: User, bob: User) -> Game:
    return play_on(table_of(alice, bob), 60)


def seat_of(game: Game, user: User) -> Player:
    return game.players.get(user=user)


# --- the events played ---


def test_rivals_moves_are_told(running: Game, alice: User) -> None:
    me = seat_of(running, alice)
    played = playback_since(running, me, 0)
    assert any(step.says for step in played.steps if step.seat != me.seat)


def test_the_first_step_is_the_table_before_and_the_last_one_is_told(running: Game, alice: User) -> None:
    played = playback_since(running, seat_of(running, alice), 3)
    assert played.steps[0].number >= 3
    assert not played.steps[0].says
    assert played.steps[-1].says


def test_nothing_new_has_no_steps(running: Game, alice: User) -> None:
    last = running.moves.count() - 1
    assert playback_since(running, seat_of(running, alice), last).steps == []
    assert playback_since(running, seat_of(running, alice), last + 50).steps == []


def test_what_one_did_oneself_is_not_told(running: Game, alice: User) -> None:
    me = seat_of(running, alice)
    rows = list(running.moves.filter(seat=me.seat))
    told = {step.number: step.says for step in playback_since(running, me, 0).steps}
    quiet = [move for move in logged_moves(rows) if all(event.seat == me.seat for event in move.events)]
    assert quiet
    assert not any(told.get(move.number) for move in quiet)


def test_a_shootout_stops_on_its_stage_with_the_reason(running: Game) -> None:
    number = next(
        move.number for move in logged_moves(running.moves.all()) for event in move.events if event.kind == "shootout"
    )
    staged = [stage for step in playback_since(running, None, number - 1).steps for stage in step.board.stages]
    assert staged
    assert all(stage.why for stage in staged)


def test_at_most_so_many_moves_are_played(running: Game, alice: User) -> None:
    assert len(playback_since(running, seat_of(running, alice), 0).steps) <= MOST + 1


def test_the_number_of_queries_does_not_grow(running: Game, alice: User) -> None:
    client = client_of(alice)
    counts = []
    for since in (running.moves.count() - 3, 20):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            shown(client, running, since)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_only_new_moves_are_sent(running: Game) -> None:
    """Move numbers are independent of versions, of which there are fewer."""
    last = running.moves.count() - 1
    assert running.version < last - 8
    sent = shown(client_of(), running, last - 8)
    numbers = [int(number) for number in re.findall(r'<li data-move="(\d+)"', sent)]
    assert numbers
    assert min(numbers) >= last - 8


# --- in the replay ---


def in_replay(client: Client, game: Game, since: object = 0, **asked: str) -> str:
    answer = client.get(reverse("replay-steps", args=[game.public_id]), {"since": since} | asked)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_a_replay_tells_everybodys_moves_in_parts(running: Game, alice: User) -> None:
    me = seat_of(running, alice)
    first = replay_since(running, me, 0, reveal_all=False)
    assert [step.number for step in first.steps] == list(range(AT_ONCE + 1))
    assert not first.steps[0].says
    own = [step for step in first.steps[1:] if step.seat == me.seat and step.says]
    assert own
    assert (first.until, first.last) == (AT_ONCE, running.moves.count() - 1)
    rest = replay_since(running, me, first.last - 3, reveal_all=False)
    assert rest.until == rest.last == rest.steps[-1].number


def test_each_step_of_a_replay_says_what_its_page_says(running: Game, alice: User) -> None:
    me = seat_of(running, alice)
    for step in replay_since(running, me, 10, reveal_all=False).steps[1:]:
        page = replay_for(running, me, {"at": str(step.number)})
        assert (step.says, step.turn, step.view) == (page.caption, page.turn, page.view)
        assert bool(step.board.stages) == bool(page.board.stages)


def test_a_replay_has_its_board_and_its_turn_as_scenes(running: Game, alice: User) -> None:
    sent = in_replay(client_of(alice), running, 3)
    assert sent.count('data-scene="turn"') == sent.count('data-scene="replay"') == AT_ONCE + 1
    assert f'data-until="{3 + AT_ONCE}" data-last="{running.moves.count() - 1}"' in sent


def test_all_cards_up_is_for_closed_games(running: Game, alice: User) -> None:
    client = client_of(alice)
    assert in_replay(client, running, 3, cards="up") == in_replay(client, running, 3)
    over = give_up(running)
    assert in_replay(client, over, 3, cards="up") != in_replay(client, over, 3)


def test_the_number_of_queries_of_a_replay_does_not_grow(running: Game, alice: User) -> None:
    client, counts = client_of(alice), []
    for since in (running.moves.count() - 3, 20):
        with CaptureQueriesContext(connection) as queries:
            in_replay(client, running, since)
        counts.append(len(queries))
    assert counts[0] >= counts[1]


@pytest.mark.parametrize("since", ["", "x", "-5", "9" * 400, "\x00", "٣"])
def test_no_place_in_a_replay_is_an_error(running: Game, alice: User, since: str) -> None:
    assert 'id="steps"' in in_replay(client_of(alice), running, since)


def test_a_replay_that_cannot_be_made_is_no_server_error(running: Game, alice: User) -> None:
    Move.objects.filter(game=running, number=5).update(text="play x")
    assert client_of(alice).get(reverse("replay-steps", args=[running.public_id])).status_code == 409


def test_a_table_that_has_not_begun_has_no_replay_to_play(alice: User) -> None:
    game = table_of(alice, size=2)
    assert client_of(alice).get(reverse("replay-steps", args=[game.public_id])).status_code == 404


# --- bad input, ends ---


@pytest.mark.parametrize("since", ["", "x", "-5", "9" * 400, "\x00", "٣"])
def test_no_number_is_an_error(running: Game, alice: User, since: str) -> None:
    assert steps(client_of(alice), running, since).status_code == 200


def test_a_table_that_has_not_begun_has_no_steps(alice: User) -> None:
    game = table_of(alice, size=2)
    assert steps(client_of(alice), game).status_code == 404


def test_a_game_that_has_ended_can_still_be_played(running: Game, alice: User) -> None:
    over = give_up(running)
    assert 'id="steps"' in shown(client_of(alice), over, over.moves.count() - 5)


def test_moves_that_cannot_be_replayed_are_no_server_error(running: Game, alice: User) -> None:
    Move.objects.filter(game=running, number=5).update(text="play x")
    assert steps(client_of(alice), running, 0).status_code == 409


# --- where the table's page starts


def test_the_page_says_what_there_is_to_play(running: Game, alice: User) -> None:
    text = client_of(alice).get(running.get_absolute_url()).content.decode()
    since = seat_of(running, alice).last_turn_end - 1
    assert f'data-since="{since}"' in text
    assert 'id="playback-bar"' in text
    assert reverse("steps", args=[running.public_id]) in text


def test_a_spectator_has_seen_all_that_is_there(running: Game, carol: User) -> None:
    text = client_of(carol).get(running.get_absolute_url()).content.decode()
    assert f'data-since="{running.moves.count() - 1}"' in text


# --- nothing hidden ---


@pytest.fixture
def secretive(alice: User, bob: User, carol: User) -> Game:
    game = table_of(alice, bob, carol)
    play_at_random(game, Random(2), 36)
    game.refresh_from_db()
    assert game.is_running
    return game


Shown = Callable[[Client, Game], str]


def replayed(client: Client, game: Game) -> str:
    """Return all steps of the replay. The request asks to reveal all cards, which must have no effect."""
    numbers = range(0, game.moves.count(), AT_ONCE)
    return "".join([in_replay(client, game, number, cards="up") for number in numbers])


@pytest.fixture(params=[shown, replayed], ids=["table", "replay"])
def sent(request: pytest.FixtureRequest) -> Shown:
    to_player: Shown = request.param
    return to_player


def test_no_step_names_a_hidden_card(secretive: Game, sent: Shown) -> None:
    for me, client in viewers(secretive):
        seat = me.seat if me else None
        narrator = Narrator(secretive.rules, seat_names(secretive, secretive.players.all()), seat)
        *_before, now = known_by(secretive, seat)
        text = sent(client, secretive)
        assert 'id="steps"' in text
        assert not named(text, narrator, now), seat
        assert secretive.secret not in text


def test_hidden_cards_change_no_byte(secretive: Game, sent: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(5)
    for me, client in viewers(secretive):
        known = known_to(secretive, me)
        hidden = [code for code in secretive.rules.engine.PIECES[:75] if code not in known and GANGSTER.fullmatch(code)]
        one, other = chance.sample(hidden, 2)
        before = sent(client, secretive)
        exchange(secretive, one, other)
        with monkeypatch.context() as patched:
            patched.setattr(store, "dealer", exchanged_dealer(one, other, secretive.rules.engine.PIECES))
            assert sent(client, secretive) == before, (me, one, other)
        exchange(secretive, one, other)
