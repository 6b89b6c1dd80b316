"""A narrator of Chicago Poker, and random games to narrate."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.presentation.log import LoggedMove
from games.presentation.narration import Narrator
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.contract import Event

NAMES = {0: "Moran", 1: "O’Bannion", 2: "Weiss", 3: "Torrio", 4: "Capone", 5: "Yale"}
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)


def narrator(viewer: int | None = 0, **kwargs: Any) -> Narrator:
    """Return a narrator for the seat ``viewer``, or for a spectator if None."""
    return Narrator(chicago_poker, NAMES, viewer, **kwargs)


def ended(seat: int) -> Event:
    return Event("ended", "3.5", seat)


def told(*moves: tuple[int | None, list[Event]]) -> list[LoggedMove]:
    """Return moves for these pairs of seat and events, an hour apart."""
    return [
        LoggedMove(number, seat, events, NOON + timedelta(hours=number)) for number, (seat, events) in enumerate(moves)
    ]


def random_game(seed: int, seats: int, edition: str) -> Iterator[tuple[Any, int | None, list[Event]]]:
    """Yield (state, mover, events) at every step of a random game with all special cards."""
    chance = random.Random(seed)

    def shuffle(pieces: Sequence[str]) -> list[str]:
        return chance.sample(list(pieces), len(pieces))

    options = {"edition": edition, "specials": True, "short": False, "shootout_order": "oldest"}
    state, events = chicago_poker.engine.state_class.new(options, seats, shuffle)
    yield state, None, events
    while state.to_move:
        seat = min(state.to_move)
        move = chance.choice(state.legal_moves(seat))
        yield state, seat, state.apply(seat, move, shuffle)
