"""The highlights on a replay's scale with their outcomes, limited to one viewer's knowledge.

Every step of the replay shows all highlights, so a process caches their labels.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import get_language

from games.models import Game
from games.presentation.headline import most_important
from games.presentation.log import LoggedMove
from games.presentation.narration import Narrator
from games.replay.snapshots import Recent, identity

MOST = 500
"""Number of games whose labels a process caches, counted once per viewer; a long game takes about 10 kB."""


class Marker(NamedTuple):
    """A highlight on the replay's scale; ``left`` is its position in percent, ``label`` its outcome as text."""

    number: int
    left: str
    label: str
    is_yours: bool


_LABELS: Recent[Mapping[int, tuple[str, bool]]] = Recent(MOST)
"""The cached labels; the key contains the game, the viewer's rights and the language."""


class Labels:
    """The labels of a game's highlights for the narrator's viewer, by move number."""

    def __init__(self, game: Game, narrator: Narrator, reveal_all: bool) -> None:
        self._key = (identity(game), narrator.viewer, reveal_all, get_language(), tuple(narrator.names.items()))
        self._narrator = narrator
        self._known = _LABELS.get(self._key) or {}

    def unknown(self, numbers: Iterable[int]) -> list[int]:
        return [number for number in numbers if number not in self._known]

    def learn(self, moves: Iterable[LoggedMove]) -> None:
        """Cache the outcomes of these moves, which are redacted for the viewer."""
        if fresh := {move.number: self._label(move) for move in moves}:
            self._known = {**self._known, **fresh}
            _LABELS.put(self._key, self._known)

    def _label(self, move: LoggedMove) -> tuple[str, bool]:
        narrator = self._narrator
        top = most_important(move.events, narrator)
        is_yours = top is not None and top.seat is not None and top.seat == narrator.viewer
        return narrator.text(top) if top else "", is_yours

    def marker(self, number: int, last: int) -> Marker:
        return Marker(number, f"{100 * number / last:.2f}%", *self._known[number])
