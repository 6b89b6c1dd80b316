"""Every game deals in a way that players can check, as games/static/replay/deal_audit.js requires."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.replay.deal_audit import turned_up
from games.rules.contract import DEALT, HAND, Event, State, lay_open
from games.rules.game import Rules
from tests.rules.games import ALL
from tests.rules.playout import any_legal, kinds_of_games

MOVES = 400
"""The number of moves of each random game: enough for several deals in games with more than one."""

GAMES = [(rules, *kind) for rules in ALL.values() for kind in kinds_of_games(rules)]
IDS = [f"{rules.engine.VARIANT}-{seats}-{number}" for number, (rules, _options, seats) in enumerate(GAMES)]


class Recorder:
    """A shuffle that records its results until ``taken`` is called."""

    def __init__(self, seed: int) -> None:
        self.rng, self._orders = Random(seed), list[list[str]]()

    def __call__(self, pieces: Sequence[str]) -> list[str]:
        self._orders.append(self.rng.sample(pieces, len(pieces)))
        return [*self._orders[-1]]

    def taken(self) -> list[list[str]]:
        orders, self._orders = self._orders, []
        return orders


def hands_of(state: State, seats: int) -> list[set[str]]:
    hands: list[set[str]] = [set() for _ in range(seats)]
    for piece in state.pieces():
        if piece.zone == HAND and piece.seat is not None:
            hands[piece.seat].add(piece.code)
    return [hand for hand in hands if hand]


def after_dealing(deck: Sequence[str], hands: Sequence[set[str]]) -> list[str]:
    """Return the deck after these hands were dealt one card at a time.

    Raise `AssertionError` if they were not on its top.
    """
    total = sum(map(len, hands))
    dealt = [set(deck[start : total : len(hands)]) for start in range(len(hands))]
    assert sorted(map(sorted, dealt)) == sorted(map(sorted, hands)), (
        "hands are dealt one card at a time, to each player in turn, from the top of the deck (DEALT in contract.py)"
    )
    return [*deck[total:]]


def after_move(
    rules: Rules, state: State, seats: int, deck: list[str], orders: list[list[str]], events: list[Event]
) -> list[str]:
    """Return the deck after a move, or raise `AssertionError` if a drawn card was not on top."""
    for card in [card for event in events for card in rules.presentation.drawn(lay_open(event))]:
        while deck[:1] != [card] and orders:
            deck = orders.pop(0)
        assert deck[:1] == [card], "cards are drawn from the top of the deck (DREW in contract.py)"
        deck = deck[1:]
    deck = orders[-1] if orders else deck
    dealt = [event for event in events if event.kind == DEALT]
    return after_turning_up(after_dealing(deck, hands_of(state, seats)), dealt) if dealt else deck


def after_turning_up(deck: list[str], dealt: Sequence[Event]) -> list[str]:
    """Return the deck after cards were turned up beside the hands.

    Raise `AssertionError` if they were not on its top.
    """
    cards = [card for event in dealt for card in turned_up(event)]
    assert deck[: len(cards)] == cards, "cards are turned up from the top of the deck (DEALT in contract.py)"
    return deck[len(cards) :]


@pytest.mark.parametrize(("rules", "options", "seats"), GAMES, ids=IDS)
def test_a_deal_can_be_checked(rules: Rules, options: dict[str, Any], seats: int) -> None:
    shuffle = Recorder(seats)
    state, events = rules.engine.state_class.new(options, seats, shuffle)
    hands = hands_of(state, seats)
    deck = next(order for order in shuffle.taken() if set.union(*hands) <= set(order))
    deck = after_turning_up(after_dealing(deck, hands), [event for event in events if event.kind == DEALT])
    for _ in range(MOVES):
        if not state.to_move:
            return
        happened = state.apply(*any_legal(state, shuffle.rng), shuffle)
        deck = after_move(rules, state, seats, deck, shuffle.taken(), happened)
