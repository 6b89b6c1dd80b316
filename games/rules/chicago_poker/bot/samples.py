"""What may lie hidden for all that a viewer knows: gangsters in the columns, reinforcements sent (rules 4, 6.4)."""

from __future__ import annotations

from random import Random

from games.rules.chicago_poker.pieces import VALUE, canonical
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import Piece, Seat


def fits(view: View, piece: Piece, code: str) -> bool:
    """Whether a hidden piece may be this one: only gangsters are played to a business (4.1)."""
    return piece.zone != "column" or code in VALUE


def answer(state: State, view: View, rng: Random) -> None:
    """Let those who have answered a tie send one of the gangsters that they are now taken to hold, if they hold any.

    Each player yet to answer holds one (6.4).
    """
    if state.tie is None or view.tie is None:
        return
    for seat in state.tie.seats:
        if seat not in state.tie.sent:
            gangsters = _gangsters(state, seat)
            if seat in view.tie.answered:
                state.tie.sent[seat] = card = rng.choice(gangsters) if gangsters else None
                state.hands[seat] = [held for held in state.hands[seat] if held != card]
            elif not gangsters:
                _swap(state, seat, rng)


def _gangsters(state: State, seat: Seat) -> list[str]:
    return [card for card in state.hands[seat] if card in VALUE]


def _swap(state: State, seat: Seat, rng: Random) -> None:
    """Let a seat hold a gangster from the deck in place of a special card."""
    places = [place for place, card in enumerate(state.deck) if card in VALUE]
    if places and state.hands[seat]:
        place = rng.choice(places)
        gangster, state.deck[place] = state.deck[place], state.hands[seat].pop()
        state.hands[seat] = canonical([*state.hands[seat], gangster])
