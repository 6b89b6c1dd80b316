"""Recognisable habits of computer players: their preferences among moves that look nearly equal."""

from collections.abc import Callable

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.prospects import column, name_of, open_businesses
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.pieces import COLUMN
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View


class Habits(Automation[State, View]):
    def style_bias(self, view: View, move: str, style: str) -> float:
        return _HABITS[style](view, understand(move)) if style else 0.0


def _collector(view: View, move: Move) -> float:
    """Return 1 for a card that improves the hand at its business at once, otherwise 0."""
    laid = _laid(view, move)
    return float(move.verb == "play" and len(laid) > 0 and name_of((*laid, move.card)) > name_of(laid))


def _cautious(view: View, move: Move) -> float:
    """Return -1 for the fifth card at a business, which calls a shootout, otherwise 0."""
    return -1.0 if _is_fifth(view, move) else 0.0


def _patient(view: View, move: Move) -> float:
    return float(move.verb == "draw")


def _caller(view: View, move: Move) -> float:
    """Return 1 for the fifth card at a business, 0.5 for the fourth, otherwise 0."""
    return 1.0 if _is_fifth(view, move) else 0.5 * (move.verb == "play" and len(_laid(view, move)) == COLUMN - 2)


def _laid(view: View, move: Move) -> tuple[str, ...]:
    there = (business for business in open_businesses(view) if business.tile == move.business)
    return next((column(view, business) for business in there), ())


def _is_fifth(view: View, move: Move) -> bool:
    return move.verb == "play" and len(_laid(view, move)) == COLUMN - 1


_HABITS: dict[str, Callable[[View, Move], float]] = {
    "collector": _collector,
    "cautious": _cautious,
    "patient": _patient,
    "caller": _caller,
}
