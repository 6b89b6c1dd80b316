"""The quick policy and the searches make none of the moves of ``tests/computers/blunders/chicago_poker.json``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.computers.levels import LEVELS
from games.computers.search import Budget, evaluate
from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.bot.blunders import blunders
from games.rules.contract import State
from lab.arena import dealer, player
from tests.computers.blunders import Position, read
from tests.needs import EVERYTHING
from tests.rules.chicago_poker.tables import ENGLISH

BUDGET = Budget(playouts=400, seconds=60.0)
SEEDS = {"quick": range(3), "search": range(3 if EVERYTHING else 1)}
"""Seeds of each kind of player; `make test-all` has more searches, because each takes hundreds of playouts."""

PLAYERS: dict[str, Callable[[State, Random], str]] = {
    "quick": lambda state, rng: GAME.automation.quick_policy(state, 0, rng),
    "search": lambda state, rng: evaluate(GAME, state.full_view(0), BUDGET, rng)[0].move,
}


@pytest.mark.parametrize(
    ("position", "player"),
    [
        (position, player)
        for position in read("chicago_poker")
        for player in PLAYERS
        if position.quick or player != "quick"
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_no_player_makes_these_moves(position: Position, player: str) -> None:
    legal = position.state.legal_moves(0)
    assert all(any(move.startswith(blunder) for move in legal) for blunder in position.blunders)
    for seed in SEEDS[player]:
        move = PLAYERS[player](position.state, Random(seed))
        assert move in legal
        assert not move.startswith(position.blunders), move


@pytest.mark.whole
@pytest.mark.parametrize("deal", range(4))
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_makes_an_absurd_move_in_most_of_a_game_unless_it_must(level: str, deal: int) -> None:
    chosen, shuffle, met = player(f"{level}:60"), dealer(deal), 0
    state, _events = GAME.engine.state_class.new(ENGLISH, 2, shuffle)
    for number in range(120):
        if not state.to_move:
            break
        seat = min(state.to_move)
        move = chosen(GAME, state, seat, Random(number))
        if state.tie is None:
            legal, bad = state.legal_moves(seat), blunders(state.full_view(seat))
            assert move not in bad or bad == {*legal}
            met += bool(bad)
        state.make(seat, move, shuffle)
    assert met > 2
