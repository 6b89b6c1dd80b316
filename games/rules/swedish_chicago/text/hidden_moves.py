"""The visibility of moves to other players (rules 2.1, 7)."""

from collections.abc import Sequence

from games.rules.contract import Event, Seat, redact
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.view import View


class HiddenMoves(Presentation[View]):
    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """Return the move with ``?`` for hidden cards.

        Another player's sealed answer is ``?`` until it is carried out (7).
        """
        sealed = next((event for event in events if event.kind == "sealed"), None)
        if sealed is None:
            if understand(move).verb != "exchange":
                return move
            return _hidden(move, next(event for event in events if event.kind == "exchanged"), viewer)
        if "move" in redact(sealed, viewer).details:
            return move
        resolved = next((event for event in events if event.seat == sealed.seat and event.kind in _RESOLVED), None)
        if resolved is None or resolved.kind == "exchanged":
            return _hidden(move, resolved, viewer) if resolved else "?"
        return _RESOLVED[resolved.kind] or move


_RESOLVED = {"exchanged": "", "announced": "", "passed": "pass", "declared": "declare"}
"""The answer that others see once a sealed answer is carried out, by event; empty for the move itself.

An announcement that has become too low is a pass (7).
"""


def _hidden(move: str, exchanged: Event, viewer: Seat | None) -> str:
    """Return an exchange with ``?`` for each card, unless the viewer knows the cards (2.1)."""
    if "thrown" in redact(exchanged, viewer).details:
        return move
    thrown = understand(move)
    return " ".join(["exchange", *(["open"] if thrown.open else []), *("?" for _ in thrown.cards)])
