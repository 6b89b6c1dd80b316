"""The simplest legal move, for an absent player (rules 3.3–3.6 and 6.4), in the order of ``legal.py``."""

from games.rules.automation import Automation
from games.rules.chicago_poker.pieces import VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View


class DefaultMove(Automation[State, View]):
    def default_move(self, view: View) -> str:
        """Return ``end``, ``decline`` or ``draw`` if legal, otherwise a move with the lowest gangster or any move."""
        if not view.legal:
            raise ValueError("there is no move to choose")
        for move in ("end", "decline", "draw"):
            if move in view.legal:
                return move
        gangsters = [move for move in view.legal if move.startswith(("play", "send"))]
        return min(gangsters, key=_value) if gangsters else view.legal[0]


def _value(move: str) -> int:
    return VALUE[move.split()[1]]
