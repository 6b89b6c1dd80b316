"""The visibility of moves (rules 2.1, 7)."""

from collections.abc import Sequence

from games.rules.contract import Event, Seat, redact
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.view import View


class HiddenMoves(Presentation[View]):
    """The moves as other players may know them."""

    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """Return the move with ``?`` for hidden cards; a sealed answer is ``?`` until a move resolves it (7)."""
        sealed = next((event for event in events if event.kind == "sealed"), None)
        if sealed is None:
            if understand(move).verb != "exchange":
                return move
            return _hidden(move, next(event for event in events if event.kind == "exchanged"), viewer)
        if "move" in redact(sealed, viewer).details:
            return move
        resolved = next((event for event in events if event.seat == sealed.seat and event.kind in _RESOLVED), None)
        return "?" if resolved is None else _RESOLVED[resolved.kind] or _hidden(move, resolved, viewer)


_RESOLVED = {"exchanged": "", "announced": "announce", "passed": "pass", "declared": "declare"}
"""The answer as the others learn it, by the event that tells them: one that came too low was a pass to them (7)."""


def _hidden(move: str, exchanged: Event, viewer: Seat | None) -> str:
    """Return an exchange with its cards as far as the viewer may know them (2.1)."""
    if "thrown" in redact(exchanged, viewer).details:
        return move
    _verb, cards, is_open = understand(move)
    return " ".join(["exchange", *(["open"] if is_open else []), *("?" for _ in cards)])
