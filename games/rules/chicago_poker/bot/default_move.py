"""The plainest legal move for an absent player (rules 3.3–3.6 and 6.4), by the order of ``legal.py``."""

from games.rules.automation import Automation
from games.rules.chicago_poker.pieces import VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View


class DefaultMove(Automation[State, View]):
    """The move for an absent player."""

    def default_move(self, view: View) -> str:
        """Return the move for an absent player. Raise `ValueError` if the viewer is not to move.

        It is ``end`` as soon as that is legal, else a draw, else the lowest gangster to the first business with room,
        else the first special at its first target; in a tie ``decline`` where that is allowed, else the lowest
        gangster. Equal values go by canonical order (1.6).
        """
        if not view.legal:
            raise ValueError("there is no move to choose")
        for move in ("end", "decline", "draw"):
            if move in view.legal:
                return move
        gangsters = [move for move in view.legal if move.startswith(("play", "send"))]
        return min(gangsters, key=_value) if gangsters else view.legal[0]


def _value(move: str) -> int:
    return VALUE[move.split()[1]]
