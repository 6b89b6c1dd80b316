"""Positions with a player to move, for default moves, steady players and standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.swedish_chicago.pieces import CARDS, HAND
from games.rules.swedish_chicago.state import State
from tests.rules.swedish_chicago.tables import PLAIN, table


def dealt(
    hands: Sequence[str],
    options: dict[str, Any] = PLAIN,
    phase: str = "exchange",
    part: int = 1,
    scores: Sequence[int] = (),
) -> State:
    """Return a round before its first answer, beginning with seat 0; rounds before the tricks are in part 3."""
    part = 3 if phase in ("quads", "chicago", "play") else part
    return table(list(hands), phase, part, scores=scores, **options)


def in_tricks(hand: str, trick: str = "", *, scores: Sequence[int] = (), declarer: int | None = None) -> State:
    """Return a duel in which seat 0 is to play: it leads, or follows the card that seat 1 has led.

    The other cards are the lowest.
    """
    rest = iter(card for card in CARDS if card not in f"{hand} {trick}")
    size = len(hand.split())
    other = [next(rest) for _ in range(size - bool(trick))]
    state = table([hand, " ".join(other)], "play", 3, scores=scores, declarer=declarer)
    state.played = [[next(rest) for _ in range(HAND - size)] for _ in state.hands]
    if trick:
        state.played[1].append(trick)
        state.trick, state.leader, state.due = [(trick, 1)], 1, [0]
    state.stock = list(rest)
    return state
