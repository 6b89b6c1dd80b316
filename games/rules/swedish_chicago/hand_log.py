"""The public results of a hand, for viewers who arrive after the moves that revealed them (rules 3.2, 4.2, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.rules.contract import Happened

_LASTING = frozenset(
    (
        "trick", "revealed", "level", "silent", "scored", "made", "broken",
        "reset", "chose", "fell", "hands", "best", "won",
    )
)  # fmt: skip
"""The kinds of events to keep; none of them has details that are hidden from a viewer."""


class HandLog:
    """The kept events of the current ``hand``, with their parts, and the ``scores`` after each earlier hand."""

    __slots__ = ("hand", "scores")

    def __init__(self, hand: Iterable[tuple[int, Happened]] = (), scores: Iterable[tuple[int, ...]] = ()) -> None:
        self.hand, self.scores = [*hand], [*scores]

    def note(self, part: int, events: Iterable[Happened]) -> None:
        """Add the events of a move in this part of the hand; a new deal clears ``hand``."""
        for event in events:
            kind = event[0]
            if kind in _LASTING:
                self.hand.append((part, event))
            elif kind == "hand over":
                self.scores.append(tuple(event[3]["scores"]))
            elif kind == "dealt":
                self.hand.clear()

    def facts(self) -> dict[str, Any]:
        hand = [[part, *event[:-1]] for part, event in self.hand]
        return {"told": hand, "history": [[*scores] for scores in self.scores]}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> HandLog:
        hand: Iterator[tuple[int, Happened]] = ((part, (*public, {})) for part, *public in facts["told"])
        return cls(hand, map(tuple, facts["history"]))

    def copy(self) -> HandLog:
        return HandLog(self.hand, self.scores)
