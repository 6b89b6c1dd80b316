"""The simplest legal move, for an absent player (rules 2.1, 3.1, 4.2, 5.1, 7.1, 7.6)."""

from games.rules.automation import Automation
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.pieces import ORDER, VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View


class DefaultMove(Automation[State, View]):
    def default_move(self, view: View) -> str:
        """Return a move: keep all cards, take the open card, pass, score rather than reset, play the lowest card.

        Equal ranks are in canonical order (1.1). With ``must_chicago``, the points to win are worth nothing without a
        Chicago (7.4). A player without a Chicago therefore declares one as soon as it would win, and plays the highest
        cards; otherwise a game with only absent players would never end. With six players, it takes hundreds of hands
        until a Chicago is made. Raise `ValueError` if the viewer is not to move.
        """
        if not view.legal:
            raise ValueError("there is no move to choose")
        if "declare" in view.legal and _needs_chicago(view):
            return "declare"
        for move in ("exchange", "take", "pass", "score"):
            if move in view.legal:
                return move
        return (highest if view.declarer == view.seat and _needs_chicago(view) else lowest)(view.legal)


def lowest(plays: tuple[str, ...]) -> str:
    return min(plays, key=lambda move: (VALUE[move.split()[1]], ORDER[move.split()[1]]))


def highest(plays: tuple[str, ...]) -> str:
    return max(plays, key=lambda move: (VALUE[move.split()[1]], ORDER[move.split()[1]]))


def _needs_chicago(view: View) -> bool:
    """Return whether the viewer needs a Chicago to win, and would reach the target with it (7.4)."""
    if view.seat is None or not view.options["must_chicago"]:
        return False
    own = view.seats[view.seat]
    return not own.made_chicago and own.score + LEAST >= view.target
