"""The view model of a plan being made, for the table's template."""

from dataclasses import dataclass

from games.rules.vocabulary import Line


@dataclass(frozen=True, slots=True)
class ConditionChoice:
    """A condition that a step may have, with the address of the plan in which it has it."""

    says: Line
    link: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step of the plan; ``without`` is the address of the plan without it."""

    number: int
    text: str
    says: Line
    draws: bool
    conditions: tuple[ConditionChoice, ...]
    without: str

    @property
    def condition(self) -> Line:
        return next(each.says for each in self.conditions if each.chosen)


@dataclass(frozen=True, slots=True)
class Planning:
    """The plan being made.

    ``prefix`` precedes a further move in the field ``plan``. ``problem`` says why a step was left out.
    """

    steps: tuple[PlannedStep, ...]
    prefix: str
    link: str
    left: int
    can_draw: bool
    can_end: bool
    problem: Line | None

    def after(self, query: str) -> str:
        """Return a query for a longer action within this plan."""
        return f"{query}&{self.link.removeprefix('?')}"
