"""Tables laid out by hand, so that a test reads as position, move, position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.contract import Event, Illegal, Seat
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.pieces import CARDS, canonical
from games.rules.swedish_chicago.state import State

PLAIN: dict[str, Any] = {option.name: option.default for option in swedish_chicago.engine.OPTIONS}

PAIR, TWO_PAIRS, TRIPS = "2c 2d 7h 9s Kc", "3c 3d 8h 8s Qc", "4c 4d 4h 9c Jd"
FOURS, HIGHER_FOURS, HIGH_CARD = "5c 5d 5h 5s Kd", "6c 6d 6h 6s Qd", "2h 7d 9d Jc Kh"
STRAIGHT_FLUSH, ROYAL = "3s 4s 6s 7s 5s", "Th Jh Qh Kh Ah"


def as_it_lies(pieces: Sequence[str]) -> list[str]:
    """Return a shuffle that keeps the canonical order, the first card on top."""
    return list(pieces)


def table(
    hands: list[str],
    phase: str = "exchange",
    part: int = 1,
    *,
    scores: Sequence[int] = (),
    stock: str | None = None,
    discards: str = "",
    declarer: Seat | None = None,
    **options: Any,
) -> State:
    """Return a game in which the last seat deals, so that seat 0 comes first; players to move are in table order.

    Cards are given as strings of codes, the stock's top card first; by default, the stock holds all remaining cards.
    """
    state = State(PLAIN | options, len(hands))
    state.phase, state.part, state.hand, state.dealer = phase, part, 1, len(hands) - 1
    state.hands = [canonical(hand.split()) for hand in hands]
    state.scores = [*scores] or [0] * len(hands)
    state.due, state.declarer = list(range(len(hands))), declarer
    state.leader = 0 if phase == "play" else None
    state.discards = discards.split()
    taken = {piece.code for piece in state.pieces()}
    state.stock = ([card for card in CARDS if card not in taken] if stock is None else stock.split())[::-1]
    return state


def play_hand(tricks: Sequence[str], **more: Any) -> State:
    """Return a table before the tricks, with the hands that play these tricks, each given as the cards by seat."""
    columns = list(zip(*(trick.split() for trick in tricks), strict=True))
    return table([" ".join(column) for column in columns], "play", 3, **more)


def do(state: State, *moves: str) -> list[Event]:
    """Make moves such as ``"1 pass"`` (without a seat, for the seat to move) and return all events."""
    events: list[Event] = []
    for move in moves:
        seat, text = (int(move[0]), move[2:]) if move[0].isdigit() else (state.due[0], move)
        events += state.apply(seat, text, as_it_lies)
    return events


def refuses(state: State, move: str) -> str:
    """Check that the move is refused without any change, and return the refusal's code and paragraph."""
    before = (state.position(), state.facts())
    with pytest.raises(Illegal) as refusal:
        do(state, move)
    assert (state.position(), state.facts()) == before
    return f"{refusal.value.code} {refusal.value.paragraph}"


def events_of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def points(events: Sequence[Event]) -> list[tuple[Seat | None, int, str]]:
    return [(event.seat, event.details["points"], event.details["why"]) for event in events_of_kind(events, "scored")]
