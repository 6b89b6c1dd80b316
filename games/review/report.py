"""The content of a seat's Review, and its JSON form; winning chances are from 0 to 1. Independent of Django."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.contract import Seat

DEAL, DRAW, DECISION = "deal", "draw", "decision"
"""The kinds of steps: a deal to all seats, a draw (or something revealed by a move), and a decision."""

BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = "best", "good", "inaccuracy", "mistake", "blunder"

WORSE = (MISTAKE, BLUNDER)
"""The annotations on which two Reviews of the same game should agree."""

OPENING, MIDDLE, END = "opening", "middle", "end"
"""The phases of a game, each a third of its turns."""


class Share(NamedTuple):
    value: float
    error: float


class Step(NamedTuple):
    """A change in the reviewed seat's chance to win, caused by a draw, a decision or a deal (where ``seat`` is None).

    ``error`` is the standard error of ``change``; ``chance`` is the chance after it.
    """

    number: int
    seat: Seat | None
    kind: str
    change: float
    error: float
    chance: float
    turn: int


class Option(NamedTuple):
    move: str
    chance: float
    error: float


class Grade(NamedTuple):
    """A decision of the reviewed seat, graded by the player's knowledge before move ``number``.

    ``chance`` is the chance to win after ``move``, the actual move; ``loss`` is how much higher it would be after
    ``best``, with the standard error ``error``. ``options`` are all evaluated moves, best first.
    """

    number: int
    turn: int
    phase: str
    move: str
    best: str
    chance: float
    loss: float
    error: float
    annotation: str
    options: tuple[Option, ...]


class Report(NamedTuple):
    """The whole Review: ``fair`` and the five shares add up to ``result``.

    ``turning_points`` are the numbers of at most three moves, in game order. ``error_rates`` are the mean losses by
    phase, for phases with a decision; ``error_rate`` is the mean loss of all decisions. ``hinted`` are the numbers of
    the user's moves that a hint had advised.
    """

    seat: Seat
    seats: int
    fair: float
    result: float
    deal: Share
    own_draws: Share
    other_draws: Share
    own_decisions: Share
    other_decisions: Share
    steps: tuple[Step, ...]
    grades: tuple[Grade, ...]
    turning_points: tuple[int, ...]
    error_rates: Mapping[str, float]
    error_rate: float
    hinted: tuple[int, ...] = ()

    @property
    def advised(self) -> float:
        own = (step for step in self.steps if step.kind == DECISION and step.seat == self.seat)
        return sum(step.change for step in own if step.number in self.hinted)

    @property
    def luck(self) -> float:
        """The change in the chance to win caused by the cards, including the others' draws."""
        return self.deal.value + self.own_draws.value + self.other_draws.value


SHARES = ("deal", "own_draws", "other_draws", "own_decisions", "other_decisions")
"""The fields of a report that add up to ``result`` together with ``fair``, in display order."""


def to_json(report: Report) -> dict[str, Any]:
    stored = report._asdict()
    return stored | {"judgements": stored.pop("grades")}


def from_json(stored: Mapping[str, Any]) -> Report:
    shares = {name: Share(*stored[name]) for name in SHARES}
    grades = tuple(grade_from_json(each) for each in stored["judgements"])
    steps = tuple(Step(*each) for each in stored["steps"])
    rest = {"turning_points": tuple(stored["turning_points"]), "error_rates": dict(stored["error_rates"])}
    rest["hinted"] = tuple(stored.get("hinted", ()))  # Reviews from before migration 0045 have none
    plain = {name: value for name, value in stored.items() if name != "judgements"}
    return Report(**{**plain, **shares, **rest, "steps": steps, "grades": grades})


def grade_from_json(stored: Any) -> Grade:
    *plain, options = stored
    return Grade._make([*plain, tuple(Option(*each) for each in options)])
