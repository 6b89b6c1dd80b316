"""Tables laid out by hand for whoever chooses a move: seat 0 is left of the dealer, the last seat deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.swedish_chicago import OPTIONS, State
from games.rules.swedish_chicago.pieces import CARDS, HAND, canonical

DEFAULTS: dict[str, Any] = {option.name: option.default for option in OPTIONS}


def dealt(
    hands: Sequence[str],
    options: dict[str, Any] = DEFAULTS,
    phase: str = "exchange",
    part: int = 1,
    scores: Sequence[int] = (),
) -> State:
    """A round in which everybody is still to be asked; the last one of them, if nothing else fits the phase."""
    state = State(options, len(hands))
    state.hand, state.dealer = 1, len(hands) - 1
    state.hands = [canonical(hand.split()) for hand in hands]
    state.scores = list(scores) or [0] * len(hands)
    held = {card for hand in state.hands for card in hand}
    state.stock = [card for card in CARDS if card not in held]
    state.part = 3 if phase in ("quads", "chicago", "play") else part
    state.enter(phase, [0] if phase == "choose" else state.order())
    state.called = True
    return state


def in_tricks(
    hand: str,
    trick: str = "",
    *,
    options: dict[str, Any] = DEFAULTS,
    scores: Sequence[int] = (),
    declarer: int | None = None,
    others: Sequence[str] = (),
) -> State:
    """Seat 0 is to play: it leads, or follows the card that seat 1 of two has led. What is not told is of no use."""
    size = len(hand.split())
    spare = [card for card in CARDS if card not in f"{hand} {trick} {others}"]
    state = dealt((hand, *(others or (" ".join(spare[: size - bool(trick)]),))), options, "play", scores=scores)
    used = {card for each in state.hands for card in each} | set(trick.split())
    gone = iter(card for card in CARDS if card not in used)
    state.played = [[next(gone) for _ in range(HAND - size)] for _ in state.hands]
    state.stock = list(gone)
    state.declarer, state.leader = declarer, 1 if trick else 0
    if trick:
        state.trick = [(trick, 1)]
        state.played[1].append(trick)
        state.enter("play", [0])
        state.called = True
    return state
