"""Positions with moves that no player worth playing makes; each began as a game of *steady* or of an earlier policy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from games.bots.search import Budget, choose
from games.rules.chicago_poker import GAME, State
from tests.rules.chicago_poker.tables import FRENCH, table

BUDGET = Budget(playouts=400, seconds=60.0)
SEEDS = range(3)


class Position(NamedTuple):
    """Seat 0 is to move; ``blunders`` are beginnings of moves."""

    name: str
    state: State
    blunders: tuple[str, ...]


POSITIONS = (
    Position(
        "a card under a marker that nothing in hand can beat",
        table(
            ["6S liquidation", "4R 9R 12M"],
            {"brewery1": ["1C 10C 2F 6F", "3R 2S 7C 7F 7S"], "jazz1": ["", ""]},
            due=1,
        ),
        ("play 6S brewery1",),
    ),
    Position(
        "calls a shootout with a pair of fives against two pairs on show",
        table(
            ["2R 10R 5C 14F", "4R 9R 12M"],
            {"brewery1": ["6R 11F 5R 15R", "9F 9M 7R 7F"], "jazz1": ["", ""]},
            due=1,
        ),
        ("play 2R brewery1", "play 10R brewery1", "play 5C brewery1", "play 14F brewery1"),
    ),
    Position(
        "draws although a hand beats the marker that would lose the game",
        table(
            ["8R 8M 3S 4F 12C", "1R 9R 12M"],
            {"brewery1": ["8S 8C", "10R 10M 10S 2C 3F"], "jazz1": ["", ""]},
            controlled=["jazz2", "brewery2 brewery3"],
            due=2,
        ),
        ("draw", "play 3S jazz1", "play 4F jazz1", "play 12C jazz1"),
    ),
    Position(
        "breaks four of a kind to lay a card on a business of its own",
        table(
            ["9R 9M 9S 9C 3F", "1R 2R 12M"],
            {"brewery1": ["", "10R"], "jazz1": ["2C 3M", ""]},
            due=2,
        ),
        ("play 9R jazz1", "play 9M jazz1", "play 9S jazz1", "play 9C jazz1"),
    ),
    Position(
        "sets a marker on nothing where the French edition lets one stop",
        table(
            ["1R 4M", "9R 9M 9S 9C 12M"],
            {"brewery1": ["2R 6M 8S 11C", "13R 13M 13S"], "jazz1": ["", ""]},
            options=FRENCH,
            due=0,
            extra=1,
        ),
        ("play 1R brewery1", "play 4M brewery1"),
    ),
)

PLAYERS: dict[str, Callable[[State, Random], str]] = {
    "quick": lambda state, rng: GAME.quick_policy(state, 0, rng),
    "search": lambda state, rng: choose(GAME, state.full_view(0), BUDGET, rng),
}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_no_player_makes_these_moves(position: Position, player: str) -> None:
    legal = position.state.legal_moves(0)
    assert all(any(move.startswith(blunder) for move in legal) for blunder in position.blunders)
    for seed in SEEDS:
        move = PLAYERS[player](position.state, Random(seed))
        assert move in legal
        assert not move.startswith(position.blunders), move
