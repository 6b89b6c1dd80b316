"""The result of a game as a sum: fair share, luck of deals and draws, own and others' decisions. Independent of Django.

The steps of a game follow each other without gaps. A decision's value is the chance to win after it minus the chance
before. If a move involves luck, the chance after the decision is the mean over all possible outcomes, and luck is the
chance after the actual outcome minus this mean. The last position's chance is the result, so nothing is left over. Each
of the evaluator's samples has such a sum: the shares are means over all samples, and the samples' spread gives their
errors.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, Self

from games.review.evaluation import Evaluator, MoveStep
from games.review.report import DEAL, DECISION, DRAW, SHARES, Share, Step
from games.rules.contract import DEALT, Seat, State


@dataclass
class LuckSkillSplit:
    """The sum up to a position, stored as JSON between a Review's slices; ``values`` and ``sums`` are per sample."""

    seat: Seat
    values: list[float]
    steps: list[Step] = field(default_factory=list)
    sums: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def opened(cls, evaluator: Evaluator, dealt: State) -> Self:
        """Begin the split of a newly dealt game: the chance after the deal minus the fair share is luck."""
        samples = len(evaluator.orders)
        split = cls(evaluator.seat, [1 / dealt.seats] * samples, [], {name: [0.0] * samples for name in SHARES})
        split.add(DEAL, None, 0, dealt.turn, evaluator.values(dealt))
        return split

    def move(self, evaluator: Evaluator, step: MoveStep) -> None:
        came, turn = evaluator.values(step.after), step.after.turn
        could_come = evaluator.values_before_chance(step)
        self.add(DECISION, step.seat, step.number, turn, came if could_come is None else could_come)
        if could_come is None:
            return
        if any(event.kind == DEALT for event in step.events):
            self.add(DEAL, None, step.number, turn, came)
            return
        drawers = _drawers(step)
        for place, seat in enumerate(drawers, 1):
            part = place / len(drawers)
            mixed = [before + part * (after - before) for before, after in zip(could_come, came, strict=True)]
            self.add(DRAW, seat, step.number, turn, came if part == 1 else mixed)

    def add(self, kind: str, seat: Seat | None, number: int, turn: int, values: list[float]) -> None:
        changes = [after - before for before, after in zip(self.values, values, strict=True)]
        share = self.sums[_share(kind, own=seat == self.seat)]
        share[:] = map(float.__add__, share, changes)
        self.steps.append(Step(number, seat, kind, *_mean(changes), fmean(values), turn))
        self.values = values

    def shares(self) -> dict[str, Share]:
        return {name: Share(*_mean(self.sums[name])) for name in SHARES}

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "values": self.values, "steps": self.steps, "sums": self.sums}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "steps": [Step(*each) for each in stored["steps"]]})


def _drawers(step: MoveStep) -> list[Seat]:
    """Return the seats that share a move's luck: all seats that learnt something from it, or else the mover's."""
    return sorted({event.seat for event in step.events if event.private and event.seat is not None}) or [step.seat]


def _share(kind: str, *, own: bool) -> str:
    match kind:
        case "deal":
            return "deal"
        case "draw":
            return "own_draws" if own else "other_draws"
        case _:
            return "own_decisions" if own else "other_decisions"


def _mean(values: Iterable[float]) -> tuple[float, float]:
    found = [*values]
    return fmean(found), pstdev(found) / sqrt(len(found))
