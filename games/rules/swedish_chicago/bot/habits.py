"""Recognisable habits of computer players: their preferences among moves that look nearly equal."""

from collections.abc import Callable, Sequence

from games.rules.automation import Automation
from games.rules.swedish_chicago.moves import Move, understand
from games.rules.swedish_chicago.pieces import VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View

_FEW = 2
"""The maximum number of cards in an exchange that the cautious style prefers."""


class Habits(Automation[State, View]):
    def style_bias(self, view: View, move: str, style: str) -> float:
        return _HABITS[style](view, understand(move)) if style else 0.0


def _collector(view: View, move: Move) -> float:
    """Return 1 for an announcement, or for an exchange that keeps equal cards, otherwise 0."""
    kept = [card[0] for card in _hand(view) if card not in move.cards]
    return float(move.verb == "announce" or (move.verb == "exchange" and len(set(kept)) < len(kept)))


def _cautious(view: View, move: Move) -> float:
    """Return 1 for an exchange of few cards, -1 for declaring a Chicago, otherwise 0."""
    return float(move.verb == "exchange" and len(move.cards) <= _FEW) - float(move.verb == "declare")


def _patient(view: View, move: Move) -> float:
    """Return 1 for an exchange of many cards, or for playing a card from the lower half of the hand, otherwise 0."""
    if move.verb == "play":
        values = sorted(VALUE[card] for card in _hand(view))
        return float(VALUE[move.cards[0]] <= values[len(values) // 2])
    return float(move.verb == "exchange" and len(move.cards) > _FEW)


def _caller(view: View, move: Move) -> float:
    """Return 1 for an announcement, for declaring a Chicago, or for playing the highest card, otherwise 0."""
    high = move.verb == "play" and VALUE[move.cards[0]] == max(VALUE[card] for card in _hand(view))
    return float(move.verb in ("announce", "declare") or high)


def _hand(view: View) -> Sequence[str]:
    return view.seats[view.seat or 0].hand or ()


_HABITS: dict[str, Callable[[View, Move], float]] = {
    "collector": _collector,
    "cautious": _cautious,
    "patient": _patient,
    "caller": _caller,
}
