"""Tables laid out by hand, so that a test reads as position, move, position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.chicago_poker.pieces import CARDS, COLUMN, FACING, TILES, canonical
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.table import Business
from games.rules.contract import Event, Illegal

ENGLISH: dict[str, Any] = {"edition": "english", "specials": True, "short": False, "shootout_order": "oldest"}
FRENCH = ENGLISH | {"edition": "french"}
SHORT = ENGLISH | {"short": True}


def as_it_lies(pieces: Sequence[str]) -> list[str]:
    """Return a shuffle that keeps the canonical order, with the first piece on top."""
    return list(pieces)


def table(
    hands: list[str],
    street: dict[str, list[str]],
    *,
    options: dict[str, Any] = ENGLISH,
    active: int = 0,
    due: int = 3,
    extra: int = 0,
    deck: str | None = None,
    discard: str = "",
    pile: str | None = None,
    controlled: Sequence[str] = (),
) -> State:
    """Return a game in its tenth turn.

    Cards and tiles are given as strings of codes; a column of five has its marker. By default, the deck (top first)
    and the pile hold all remaining pieces.
    """
    state = State(options, len(hands))
    state.started, state.active, state.due, state.extra = 10, active, due, extra
    state.hands = [canonical(hand.split()) for hand in hands]
    state.controlled = [tiles.split() for tiles in controlled] or [[] for _ in hands]
    state.takers = [seat for seat, tiles in enumerate(state.controlled) for _ in tiles]
    state.discarded = discard.split()
    for slot, (tile, columns) in enumerate(street.items()):
        state.street.append(Business(tile, [[] for _ in hands]))
        for seat, column in enumerate(columns):
            _lay(state, slot, seat, column.split())
    laid = [piece.code for piece in state.pieces()]
    taken = set(laid)
    assert len(laid) == len(taken), f"twice on the table: {sorted(code for code in taken if laid.count(code) > 1)}"
    state.deck = [card for card in CARDS if card not in taken] if deck is None else deck.split()[::-1]
    state.pile = [tile for tile in TILES if tile not in taken] if pile is None else pile.split()[::-1]
    return state


def _lay(state: State, slot: int, seat: int, cards: list[str]) -> None:
    business = state.street[slot]
    assert business is not None
    for card in cards:
        state.lay(seat, slot, business, card, FACING[business.tile][len(business.columns[seat])])
    assert len(cards) <= COLUMN


def column(state: State, tile: str, seat: int) -> list[str]:
    """Return a column as text, with face-down cards in brackets."""
    business = next(business for _, business in state.open() if business.tile == tile)
    return [f"({card})" if card in state.down else card for card in business.columns[seat]]


def do(state: State, *moves: str) -> list[Event]:
    """Make moves such as ``"1 draw"`` (without a seat, for the active player) and return all events."""
    events: list[Event] = []
    for move in moves:
        seat, text = (int(move[0]), move[2:]) if move[0].isdigit() else (state.active, move)
        events += state.apply(seat, text, as_it_lies)
    return events


def refuses(state: State, move: str) -> str:
    """Check that the move is refused without any change, and return the refusal's code and paragraph."""
    before = (state.position(), state.facts())
    with pytest.raises(Illegal) as refusal:
        do(state, move)
    assert (state.position(), state.facts()) == before
    return f"{refusal.value.code} {refusal.value.paragraph}"


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]
