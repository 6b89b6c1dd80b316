"""Consecutive computer players move in one pass: one save, one announcement, the same history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import play
from games.computers import players
from games.core import broadcast, store
from games.models import Game, Notice, Player, Turn
from games.play.core.locked import MOVING_FIELDS
from tests.cast import table_of
from tests.playing import act, is_right, legal, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]

GAMES = ("chicago_poker", "swedish_chicago")
QUERIES = 25
"""The maximum number of queries for two computer players' moves; separately, each move took 18."""


def waiting(person: User, variant: str, moves: int = 0, **facts: Any) -> Game:
    """Return a table after ``moves`` moves and the user's move, with two computer players to answer."""
    game = play_on(table_of(person, variant=variant, bots=("steady", "steady"), **facts), moves)
    me = Player.objects.get(game=game, user=person)
    players.move_all(game.pk)
    while Player.objects.get(pk=me.pk).to_move_since is not None:
        act(me, next((move for move in ("draw", "end") if move in legal(me)), legal(me)[-1]))
    return Game.objects.get(pk=game.pk)


def one_by_one(game: Game) -> None:
    """Make each computer player's move separately, as for people."""
    while (player := _first_computer(game)) is not None:
        view = play.drafted(store.load(player.game).state, player).view(player.place)
        chosen = players.choose(player, view, 1)
        play.move(player, chosen, play.version_of(player.game, player))


def _first_computer(game: Game) -> Player | None:
    asked = Player.objects.select_related("game").filter(game=game, to_move_since__isnull=False)
    return next((player for player in asked.order_by("seat") if player.computer), None)


def records(game: Game) -> dict[str, Any]:
    """Return all stored rows of a game, without the number of announcements."""
    game.refresh_from_db()
    seat = [field for field in MOVING_FIELDS if field != "last_post"]  # which identifies a repeated request
    return {
        "moves": list(game.moves.order_by("number").values_list("number", "seat", "text", "events", "turn", "by")),
        "seats": list(game.players.order_by("seat").values_list(*seat)),
        "pieces": sorted(map(str, store.stored_pieces(game))),
        "game": (game.facts, game.turn, game.status, game.outcome, game.rating_pending, game.computers_due_at is None),
        "notices": sorted(Notice.objects.filter(game=game).values_list("user", "kind", "key", "due_at")),
        "turns": sorted(Turn.objects.filter(player__game=game).values_list("player", "user", "to_move_since")),
    }


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes without a time limit, so that the speed of the machine doesn't matter."""
    monkeypatch.setattr(players, "PASS_SECONDS", 3600)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The versions announced to open pages."""
    versions: list[int] = []
    monkeypatch.setattr(broadcast, "_send", lambda _group, **message: versions.append(message["version"]))
    return versions


@pytest.mark.parametrize("variant", GAMES)
def test_two_computers_answer_with_one_announcement(
    alice: User, variant: str, announced: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    game = waiting(alice, variant)
    seats = set(game.moves.filter(by="computer").values_list("number", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        players.move_batch(game.pk)
    answered = game.moves.filter(by="computer").exclude(number__in=seats)
    assert len(set(answered.values_list("seat", flat=True))) == 2
    assert announced == [game.version + 1]
    assert Player.objects.get(game=game, user=alice).to_move_since is not None
    assert is_right(game)


@pytest.mark.parametrize("variant", GAMES)
def test_an_answer_of_two_computers_takes_few_queries(alice: User, variant: str) -> None:
    game = waiting(alice, variant)
    with CaptureQueriesContext(transaction.get_connection()) as queries:
        players.move_batch(game.pk)
    assert len(queries) <= QUERIES, "\n".join(query["sql"][:150] for query in queries)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("moves", [0, 25, 60])
def test_a_pass_leaves_the_same_rows_as_single_moves(alice: User, variant: str, moves: int) -> None:
    game = waiting(alice, variant, moves)
    with time_machine.travel(timezone.now(), tick=False):
        with transaction.atomic():
            one_by_one(game)
            expected = records(game)
            transaction.set_rollback(True)
        players.move_all(game.pk)
        assert records(game) == expected
    assert is_right(game)


def test_slow_moves_of_computers_are_shown_one_by_one(
    alice: User, announced: list[int], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    game = waiting(alice, "swedish_chicago")
    before = game.moves.filter(by="computer").count()
    monkeypatch.setattr(players, "PASS_SECONDS", 0)
    with django_capture_on_commit_callbacks(execute=True):
        players.move_batch(game.pk)
    answered = game.moves.filter(by="computer").count() - before
    assert answered > 1
    assert announced == [game.version + number for number in range(1, answered + 1)]
