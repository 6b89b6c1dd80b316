"""The invariants at every moment of a game of Chicago Poker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.hand_limit import Turn
from games.rules.chicago_poker.moves import AIMED, BRIBERIES, PLAYS, SENDS
from games.rules.chicago_poker.pieces import CARDS, COLUMN, FACING, GANGSTERS, HAND, SPECIALS, TILES
from games.rules.chicago_poker.state import State
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


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_cards_limits_and_markers(options: dict[str, Any], seats: int, seed: int) -> None:
    cards = CARDS if options["specials"] else GANGSTERS
    for state, _ in playout(GAME, options, seats, seed, or_resign(0.002)):
        pieces = state.pieces()
        assert sorted(piece.code for piece in pieces) == sorted((*cards, *TILES))
        if state.outcome is None:
            _check_hands(state)
        _check_columns(state)


def _check_hands(state: State) -> None:
    """Check rule 3.6: for the active player by trying every sequence of plays, for the others by the result."""
    for seat, hand in enumerate(state.hands):
        if seat != state.active:
            assert len(hand) <= HAND
        elif len(hand) > HAND:
            own = tuple(len(business.columns[seat]) for _, business in state.open())
            rivals = tuple(
                len(column) for _, business in state.open() for of, column in enumerate(business.columns) if of != seat
            )
            specials = frozenset(hand) - set(GANGSTERS)
            assert comes_down(Way(state.gangsters(seat), specials, own, rivals, state.due + state.extra))
            assert state.legal_moves(seat)


class Way(NamedTuple):
    """The facts that decide whether a hand can be reduced to seven: the numbers of cards and of special cards."""

    gangsters: int
    specials: frozenset[str]
    own: tuple[int, ...]
    rivals: tuple[int, ...]
    actions: int


@cache
def comes_down(way: Way) -> bool:
    """Return whether the hand can be reduced to seven cards, by trying all plays."""
    if way.gangsters + len(way.specials) <= HAND:
        return True
    return way.actions > 0 and any(map(comes_down, _steps(way._replace(actions=way.actions - 1))))


def _steps(way: Way) -> Iterator[Way]:
    for place, number in enumerate(way.own):
        if way.gangsters and number < COLUMN:
            yield way._replace(gangsters=way.gangsters - 1, own=_with(way.own, place, number + 1))
    for card in sorted(way.specials):
        without = way._replace(specials=way.specials - {card})
        if card == "revolver":
            yield without._replace(actions=way.actions + 2)
        elif card == "liquidation":
            for place, number in enumerate(way.rivals):
                if 0 < number < COLUMN:
                    yield without._replace(rivals=_with(way.rivals, place, number - 1))
        elif card == "limousine":
            room = [number for number in way.own if number < COLUMN]
            if len(room) > 1 and any(room):
                yield without
        elif card != "bribery" and any(way.rivals):
            yield without


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])


def test_3_6_the_way_down_is_found_wherever_there_is_one() -> None:
    """In random turns, about half of which have a way, the rule's calculation agrees with trying everything."""
    rng, found = Random(36), 0
    for _ in range(2000):
        specials = frozenset(rng.sample(SPECIALS, rng.randint(0, 6)))
        gangsters = rng.randint(8, 11) - len(specials)
        own, rivals = ([rng.choice((0, 1, 4, 5, 5)) for _ in range(2)] for _ in range(2))
        actions = rng.randint(0, 4)
        turn = Turn(
            [*GANGSTERS[:gangsters], *specials],
            actions,
            dict(zip(TILES, own, strict=False)),
            {(tile, 1): number for tile, number in zip(TILES, rivals, strict=False) if number},
        )
        way = comes_down(Way(gangsters, specials, tuple(own), tuple(rivals), actions))
        assert turn.can_end() is way, turn
        found += way
    assert 500 < found < 1500


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
    for number, (state, _) in enumerate(playout(GAME, options, seats, 50 + seed)):
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
