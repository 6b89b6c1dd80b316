"""The visibility of moves to other players (rules 4.4, 5.4, 5.6, 6.4)."""

from collections.abc import Sequence

from games.rules.chicago_poker.moves import understand
from games.rules.chicago_poker.view import View
from games.rules.contract import Event, Seat, redact
from games.rules.presentation import Presentation


class HiddenMoves(Presentation[View]):
    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """Return the move with ``?`` for hidden cards; each secret answer to a tie becomes ``send ?`` (6.4)."""
        verb = understand(move).verb
        return _HIDERS[verb](move, events, viewer) if verb in _HIDERS else move


def _event(events: Sequence[Event], kind: str, viewer: Seat | None) -> Event:
    return redact(next(event for event in events if event.kind == kind), viewer)


def _hide_play(move: str, events: Sequence[Event], viewer: Seat | None) -> str:
    played = _event(events, "played", viewer)
    return move if "card" in played.details else f"play ? {played.details['business']}"


def _hide_bribery(move: str, events: Sequence[Event], viewer: Seat | None) -> str:
    return move if "card" in _event(events, "bribed", viewer).details else "bribery ?"


def _hide_answer(move: str, events: Sequence[Event], viewer: Seat | None) -> str:
    revealed = any(event.kind == "revealed" for event in events)
    return move if revealed or "card" in _event(events, "answered", viewer).details else "send ?"


def _hide_limousine(move: str, events: Sequence[Event], viewer: Seat | None) -> str:
    moved = _event(events, "moved", viewer).details
    return " ".join(["limousine", moved["source"], moved["business"], *(card or "?" for card in moved["laid"])])


_HIDERS = {
    "play": _hide_play,
    "bribery": _hide_bribery,
    "send": _hide_answer,
    "decline": _hide_answer,
    "limousine": _hide_limousine,
}
