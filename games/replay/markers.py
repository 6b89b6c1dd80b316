"""The highlights on a replay's scale, and what each of them came to, as one viewer may know it.

The longer a game, the more there are, and every step shows all of them: so a process remembers what it has said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import get_language

from games.models import Game
from games.presentation.headline import most_important
from games.presentation.log import LoggedMove
from games.presentation.narration import Narrator
from games.replay.snapshots import Recent, identity

MOST = 500
"""Games whose labels a process remembers, each for one viewer; those of a long game take about 10 kB."""


class Label(NamedTuple):
    """The outcome of a highlight, and whether the viewer won."""

    text: str
    is_yours: bool


class Marker(NamedTuple):
    """A highlight on the replay's scale: its position in percent, its outcome, and whether the viewer won."""

    number: int
    left: str
    label: str
    is_yours: bool


_LABELS: Recent[Mapping[int, Label]] = Recent(MOST)
"""By all that they depend on: the game, who sees it how, and in which words."""


class Labels:
    """The labels of a game's highlights for the narrator's viewer, by the moves' numbers."""

    def __init__(self, game: Game, narrator: Narrator, reveal_all: bool) -> None:
        names = tuple(narrator.names.items())
        self._key = (identity(game), narrator.viewer, reveal_all, get_language(), names)
        self._narrator = narrator
        self._known = _LABELS.get(self._key) or {}

    def unknown(self, numbers: Iterable[int]) -> list[int]:
        """Return the highlights whose moves have to be read."""
        return [number for number in numbers if number not in self._known]

    def learn(self, moves: Iterable[LoggedMove]) -> None:
        """Remember the outcomes of these moves, which are redacted for the viewer."""
        if fresh := {move.number: self._label(move) for move in moves}:
            self._known = {**self._known, **fresh}
            _LABELS.put(self._key, self._known)

    def _label(self, move: LoggedMove) -> Label:
        narrator = self._narrator
        top = most_important(move.events, narrator)
        is_yours = top is not None and top.seat is not None and top.seat == narrator.viewer
        return Label(narrator.text(top) if top else "", is_yours)

    def marker(self, number: int, last: int) -> Marker:
        """Return the mark of a highlight in a game of ``last`` moves."""
        return Marker(number, f"{100 * number / last:.2f}%", *self._known[number])
