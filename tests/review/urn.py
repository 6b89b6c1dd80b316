"""A game with known probabilities: three red balls and a white one, of which a player draws the first.

The ball may be dealt before the draw; then it is known, and the next move draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.rules.contract import DEALT, Event

BALLS = ("red 1", "red 2", "red 3", "white")


@dataclass
class State:
    """The state of the urn. A red ball wins for the first seat, a white one for the second; folding loses."""

    mover: int
    balls: list[str]
    shown: str = ""
    outcome: tuple[float, float] | None = None
    seats, turn, out = 2, 1, ()

    @property
    def to_move(self) -> set[int]:
        return set() if self.outcome else {self.mover}

    def copy(self) -> State:
        return replace(copy(self), balls=[*self.balls])

    def make(self, seat: int, move: str, _shuffle: Any) -> list[Event]:
        if move == "fold":
            self.outcome = (float(seat == 1), float(seat == 0))
            return []
        self.shown = self.shown or self.balls.pop(0)
        if move == "deal":
            return [Event(DEALT, "", None, {}, {})]
        is_red = self.shown.startswith("red")
        self.outcome = (float(is_red), float(not is_red))
        return [Event("drew", "", seat, {}, {seat: {"ball": self.shown}})]

    def knowledge(self, _viewer: None, *, reveal_all: bool) -> dict[str, Any]:
        """Return the ball that was drawn."""
        assert reveal_all
        return {"pieces": [self.shown], "facts": {"outcome": self.outcome}}


class _Engine:
    def packs(self, _options: Any) -> dict[str, tuple[str, ...]]:
        return {"ball": BALLS}


class _Automation:
    HORIZON = 9

    def reordered(self, state: State, order: Callable[[str], float]) -> State:
        return replace(state, balls=sorted(state.balls, key=order))

    def chances(self, state: State) -> tuple[float, float]:
        """Return even chances until a ball is drawn; a dealt ball does not count."""
        return state.outcome or (0.5, 0.5)

    def quick_policy(self, _state: State, _seat: int, _rng: Random) -> str:
        """Return the draw, since no player folds."""
        return "draw"


class Urn:
    """The parts of a game's rules that the evaluator uses."""

    engine = _Engine()
    automation = _Automation()
