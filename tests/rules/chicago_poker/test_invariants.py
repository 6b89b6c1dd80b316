"""What holds at every moment of a game of Chicago Poker."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules import RULES
from games.rules.chicago_poker import State
from games.rules.chicago_poker.moves import AIMED, BRIBERIES, PLAYS, SENDS
from games.rules.chicago_poker.pieces import CARDS, COLUMN, FACING, GANGSTERS, HAND, TILES
from games.rules.contract import Illegal, Shuffle
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT
from tests.rules.playout import or_resign, playout, random_shuffle

GAMES = [(ENGLISH, 2, 0), (FRENCH, 3, 0), (ENGLISH | {"specials": False}, 4, 0), (SHORT, 5, 0), (FRENCH, 6, 0)]
BARE = ["draw", "revolver", "decline", "end"]
ALL_MOVES = [
    *BARE,
    *BRIBERIES.values(),
    *SENDS.values(),
    *(text for texts in PLAYS.values() for text in texts.values()),
    *(text for by_tile in AIMED.values() for texts in by_tile.values() for text in texts),
]
"""Every move but limousines and resigning."""


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_cards_limits_and_markers(options: dict[str, Any], seats: int, seed: int) -> None:
    cards = CARDS if options["specials"] else GANGSTERS
    for state, _ in playout(RULES["chicago_poker"], options, seats, seed, or_resign(0.002)):
        assert isinstance(state, State)
        pieces = state.pieces()
        assert sorted(piece.code for piece in pieces) == sorted((*cards, *TILES))
        if state.outcome is None:
            _check_hands(state)
        _check_columns(state)


def _check_hands(state: State) -> None:
    """3.6, for the active player literally, for all others by its result."""
    for seat, hand in enumerate(state.hands):
        slack = min(state.gangsters(seat), state.room(seat), state.due + state.extra) if seat == state.active else 0
        assert len(hand) - slack <= HAND


def _check_columns(state: State) -> None:
    for slot, business in state.open():
        marked = [seat for place, seat in state.markers if place == slot]
        full = [seat for seat, column in enumerate(business.columns) if len(column) == COLUMN]
        assert sorted(marked) == full
        assert all(len(column) <= COLUMN for column in business.columns)
        if business.tile.startswith("brewery"):
            assert all(FACING[business.tile])
            assert not state.down & set(business.cards())


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_listed_and_accepted_moves_are_the_same(options: dict[str, Any], seats: int, seed: int) -> None:
    shuffle = random_shuffle(Random(seed))
    for number, (state, _) in enumerate(playout(RULES["chicago_poker"], options, seats, 50 + seed)):
        if number % 97 and state.outcome is None and state.tie is None:
            continue
        for seat in {*state.to_move, 0}:
            legal = state.legal_moves(seat)
            others = [move for move in legal if move.startswith("limousine")]
            accepted = [move for move in ALL_MOVES + others if _accepts(state, seat, move, shuffle)]
            assert sorted(accepted) == sorted(legal)


def _accepts(state: State, seat: int, move: str, shuffle: Shuffle) -> bool:
    try:
        state.copy().apply(seat, move, shuffle)
    except Illegal:
        return False
    return True
