"""Real threads on PostgreSQL: users act while computer players choose."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from games import play
from games.computers import players
from games.models import Game, Player
from games.play.core.locked import locked_if_free
from tests.cast import somebody, table_of
from tests.playing import is_right, legal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    """A game of three, all of whom are to move at the same time."""
    return table_of(somebody("alice"), variant="swedish_chicago", bots=("steady", "steady"), options={"together": True})


def person(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user__isnull=False)


def in_a_thread(act: Callable[[], object]) -> None:
    """Run ``act`` with a separate connection, and wait for it."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "it waits for the computers"


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> list[str]:
    """Run ``act`` while the second of the next moves is being chosen, and return all chosen moves."""
    choose, chosen = players.choose, []

    def slowly(player: Player, view: Any, number: int) -> str:
        chosen.append(choose(player, view, number))
        if len(chosen) == 2:
            in_a_thread(act)
        return chosen[-1]

    monkeypatch.setattr(players, "choose", slowly)
    return chosen


def test_a_person_moves_while_computers_think(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def exchanges() -> None:
        me = person(game)
        play.move(me, legal(me)[0], play.version_of(me.game, me))

    chosen = meanwhile(monkeypatch, exchanges)
    players.move_all(game.pk)
    assert person(game).last_turn_end > 0
    assert len(chosen) > 2, "what was chosen before that move is thought over"
    assert game.moves.filter(by="player").count() == 1
    assert is_right(game)
    game.refresh_from_db()
    assert game.computers_due_at is game.computers_busy_until is None


def test_a_pause_begins_while_computers_think(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, lambda: play.propose(person(game), "pause"))
    players.move_all(game.pk)
    game.refresh_from_db()
    assert game.is_paused
    assert game.moves.count() == 1
    assert game.computers_due_at is game.computers_busy_until is None


def test_thinking_holds_no_lock(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    free = []

    def looks() -> None:
        with locked_if_free(game.pk) as held:
            free.append(held is not None)

    meanwhile(monkeypatch, looks)
    players.move_all(game.pk)
    assert free == [True]
    assert game.moves.filter(by="computer").exists()
