"""An audit of the rules: two independent implementations play games with the same cards and moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.rules import record
from games.rules.contract import Shuffle
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.state import State
from tests.rules.playout import kinds_of_games
from tests.rules.swedish_chicago.plainly import CARDS, RANKS, SUITS, Plainly, made
from tests.rules.swedish_chicago.tables import PLAIN

MOVES = 300
RARE = PLAIN | {"four_of_a_kind": "reset", "exact_tie": "suit", "straight_flush": "wins", "open_card": True}
GAMES = [
    *kinds_of_games(swedish_chicago),
    (RARE, 3),
    (RARE | {"together": True, "ties": "combination", "four_of_a_kind": "reset_ends"}, 4),
    (RARE | {"announcing": "lower", "exact_tie": "suit"}, 3),
    (RARE | {"announcing": "lower", "ties": "combination", "together": True, "four_of_a_kind": "reset_ends"}, 5),
    (PLAIN | {"must_chicago": True, "exact_tie": "suit", "breaker": "8", "straight_flush": "10"}, 3),
    (PLAIN | {"target": "31", "four_of_a_kind": "reset"}, 4),
    (PLAIN | {"target": "31", "exchange_stop": "42", "must_chicago": True}, 2),
    (PLAIN | {"target": "31", "straight_flush": "wins", "together": True}, 3),
    (PLAIN | {"target": "15"}, 2),
    (PLAIN | {"target": "15", "negative": True, "breaker": "8", "straight_flush": "wins"}, 4),
]


def stacked(rng: Random, seats: int) -> Shuffle:
    """Return a shuffle that makes good hands likely: often each player gets one suit or rank, but for a few cards."""

    def shuffle(pieces: Sequence[str]) -> list[str]:
        mixed = rng.sample(pieces, len(pieces))
        liked = rng.choice([rng.sample(RANKS, seats), rng.sample(SUITS, min(seats, 4)), []])
        if len(mixed) < len(CARDS) or not liked:
            return mixed
        first, by_rank = rng.randrange(len(RANKS)), liked[0] in SUITS
        place = {card: ((RANKS.index(card[0]) - first) % len(RANKS), card[1]) for card in CARDS}
        mixed.sort(key=lambda card: (not {*card} & {*liked}, place[card] if by_rank else (card[1], place[card])))
        for _ in range(rng.choice([0, 2, 5])):
            one, other = rng.randrange(5 * seats), rng.randrange(len(mixed))
            mixed[one], mixed[other] = mixed[other], mixed[one]
        return mixed

    return shuffle


def choose(game: Plainly, rng: Random) -> tuple[int, str]:
    """Return a strategy that causes many events.

    It keeps and announces combinations, and any player may resign at any moment.
    """
    if rng.random() < (0.004 if game.declarer is None else 0.02):
        return rng.choice(game.clockwise(-1)), "resign"
    seat = rng.choice(game.to_move())
    moves = game.legal(seat)
    kept = made(game.hands[seat])[2] if game.phase == "exchange" and rng.random() < 0.7 else []
    moves = [move for move in moves if not set(kept) & set(move.split())]
    told = [move for move in moves if move.startswith("announce")]
    return seat, rng.choice(told if told and rng.random() < 0.7 else moves)


@pytest.mark.parametrize(("options", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_both_come_to_the_same_position_moves_and_outcome(options: dict[str, Any], seats: int, seed: int) -> None:
    rng, shuffle = Random(seed), stacked(Random(seed), seats)
    plainly = Plainly(options, seats, stacked(Random(seed), seats))
    state, _ = State.new(options, seats, shuffle)
    for _ in range(MOVES):
        assert state.position() == plainly.position()
        assert sorted(state.to_move) == plainly.to_move()
        for seat in range(seats):
            assert sorted(state.legal_moves(seat)) == sorted(plainly.legal(seat))
        if plainly.outcome:
            break
        seat, move = choose(plainly, rng)
        plainly.apply(seat, move)
        state.apply(seat, move, shuffle)
    assert record.outcome_json(state.outcome) == plainly.outcome
