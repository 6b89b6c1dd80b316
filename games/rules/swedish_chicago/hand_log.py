"""The log of a hand: the results of its rounds, and the scores after each hand (rules 3.2, 4.2, 6.1).

No rule asks for it; it is for viewers who come after the move that revealed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.contract import Event

_LASTING = frozenset(
    (
        "trick", "revealed", "level", "silent", "scored", "made", "broken",
        "reset", "chose", "fell", "hands", "best", "won",
    )
)  # fmt: skip
"""The kinds of events, all of them the same for everybody."""

_TURNING = frozenset(("hand over", "dealt"))


class Told:
    """``hand``: the events of the hand going on, each with its part; ``scores``: those after each finished hand."""

    __slots__ = ("hand", "scores")

    def __init__(self, hand: Iterable[tuple[int, Event]] = (), scores: Iterable[tuple[int, ...]] = ()) -> None:
        self.hand, self.scores = [*hand], [*scores]

    def note(self, part: int, events: Iterable[Event]) -> None:
        """What a move in this part of the hand brought about."""
        for event in events:
            if event.kind in _LASTING:
                self.hand.append((part, event))
            elif event.kind in _TURNING:
                self._turn_over(event)

    def _turn_over(self, event: Event) -> None:
        """A hand is over, or a new one dealt."""
        if event.kind == "dealt":
            self.hand.clear()
        else:
            self.scores.append(tuple(event.details["scores"]))

    def facts(self) -> dict[str, Any]:
        """All of it as JSON."""
        hand = [[part, event.kind, event.paragraph, event.seat, event.details] for part, event in self.hand]
        return {"told": hand, "history": [[*scores] for scores in self.scores]}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Told:
        """What gave these facts."""
        hand = ((part, Event(kind, paragraph, seat, details)) for part, kind, paragraph, seat, details in facts["told"])
        return cls(hand, map(tuple, facts["history"]))

    def copy(self) -> Told:
        """An independent copy."""
        return Told(self.hand, self.scores)
