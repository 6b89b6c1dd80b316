"""Geometry of the Review's drawings: percentages and points for SVG templates, without texts or colours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import NamedTuple

from games.review.report import Report, Share

PARTS = {
    "deal": "luck",
    "own_draws": "luck",
    "other_draws": "luck",
    "own_decisions": "decisions",
    "other_decisions": "decisions",
}
"""The shares of a result in the bar's order, with their kinds."""

LIKELY = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""

HEIGHT = 1000
"""The height of a curve's box, whose width is the number of moves."""


class Tick(NamedTuple):
    at: str
    value: float


class Row(NamedTuple):
    """A row of the bar: a ``part`` of the report, or one of the bar's ends (the fair share and the result).

    ``kind`` is "luck" or "decisions", or "whole" for the ends. ``points`` are percentage points of the winning chance,
    rounded so that the rows add up; ``error`` is half the width of their 95 % confidence interval, 0 for the ends.
    ``left`` and ``width`` position the bar, ``low`` and ``high`` its whisker. ``before`` and ``after`` are the
    positions at which it joins the rows above and below, empty where there is no such row.
    """

    part: str
    kind: str
    points: float
    error: float
    left: str
    width: str
    low: str
    high: str
    before: str
    after: str

    @property
    def rises(self) -> bool:
        return self.points > 0


class Bar(NamedTuple):
    """The bar as a sum: rows from the fair share to the result, ticks, and the positions of zero and the fair share."""

    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    zero: str
    fair: str


class _Scale(NamedTuple):
    low: float
    high: float
    step: float

    @classmethod
    def around(cls, values: Sequence[float]) -> _Scale:
        low, high = min(0.0, *values), max(0.1, *values)
        step = next(step for step in (0.1, 0.2, 0.5) if (high - low) / step <= 7 or step == 0.5)
        return cls(floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step)

    def at(self, value: float) -> str:
        return percent((value - self.low) / (self.high - self.low))

    def width(self, length: float) -> str:
        return percent(abs(length) / (self.high - self.low))

    def ticks(self) -> tuple[Tick, ...]:
        steps = range(round(self.low / self.step), round(self.high / self.step) + 1)
        return tuple(Tick(self.at(number * self.step), round(number * self.step, 9)) for number in steps)


def percent(share: float) -> str:
    return f"{100 * share + 0.0:.2f}%"


def bar(report: Report) -> Bar:
    shares: list[Share] = [getattr(report, part) for part in PARTS]
    ends = list(accumulate((share.value for share in shares), initial=report.fair))
    errors = [LIKELY * share.error for share in shares]
    reached = [end + way * error for end, error in zip(ends[1:], errors, strict=True) for way in (-1, 1)]
    scale = _Scale.around([*ends, *reached])
    shown = [round(100 * end, 1) for end in ends]
    parts = [
        _part(scale, part, pair, round(shown[number + 1] - shown[number], 1), errors[number])
        for number, (part, pair) in enumerate(zip(PARTS, pairwise(ends), strict=True))
    ]
    fair = _whole(scale, "fair", report.fair)._replace(after=scale.at(report.fair))
    result = _whole(scale, "result", report.result)._replace(before=scale.at(report.result))
    return Bar((fair, *parts, result), scale.ticks(), scale.at(0), scale.at(report.fair))


def _part(scale: _Scale, part: str, ends: tuple[float, float], points: float, error: float) -> Row:
    before, after = ends
    return Row(
        *(part, PARTS[part], points, round(100 * error, 1)),
        left=scale.at(min(ends)),
        width=scale.width(after - before),
        low=scale.at(after - error),
        high=scale.at(after + error),
        before=scale.at(before),
        after=scale.at(after),
    )


def _whole(scale: _Scale, part: str, value: float) -> Row:
    at = scale.at(value)
    return Row(part, "whole", round(100 * value, 1), 0.0, scale.at(min(0.0, value)), scale.width(value), at, at, "", "")


_COVERS, _AWAY = 0.1, 0.18
"""The fraction of the width below which two marks may overlap, and the fraction of the height to move the second by."""


class Point(NamedTuple):
    """A move's position on a curve, in percent from the left and the top; ``mark`` is the y position of its mark."""

    number: int
    x: str
    y: str
    mark: str


class Curve(NamedTuple):
    """A curve of a chance to win by move, in a box of ``last`` × HEIGHT; ``top`` is the chance at the top edge."""

    last: int
    line: str
    area: str
    fair: str
    grid: tuple[Tick, ...]
    top: float
    chances: tuple[tuple[int, float], ...]

    def chance_at(self, number: int) -> float:
        return next((chance for move, chance in reversed(self.chances) if move <= number), self.chances[0][1])

    def point(self, number: int, away: float = 0.0) -> Point:
        """Return a move's position on the curve; ``away``, a share of the height, moves its mark towards the middle."""
        height = 1 - self.chance_at(number) / self.top
        mark = height + away if height < 0.5 else height - away
        return Point(number, percent(number / self.last), percent(height), percent(mark))

    def points(self, numbers: Sequence[int]) -> list[Point]:
        """Return the positions of marked moves, in order, with each mark kept clear of the one before it."""
        found: list[Point] = []
        away = 0.0
        for before, number in zip([None, *numbers], numbers, strict=False):
            is_close = before is not None and number - before < _COVERS * self.last
            away = away + _AWAY if is_close else 0.0
            found.append(self.point(number, away))
        return found


def curve(report: Report, last: int) -> Curve:
    """Return the curve of a report on a game of ``last`` moves; it begins with the chance after the deal."""
    by_move = {step.number: step.chance for step in report.steps}
    chances = tuple(sorted(by_move.items())) or ((0, report.fair),)
    top, lines = (1.0, 4) if max(report.fair, *by_move.values(), 0.0) > 0.5 else (0.5, 5)
    points = [f"{number},{round(HEIGHT * (1 - chance / top))}" for number, chance in chances]
    return Curve(
        last=max(last, 1),
        line=" ".join(points),
        area=" ".join([f"{chances[0][0]},{HEIGHT}", *points, f"{chances[-1][0]},{HEIGHT}"]),
        fair=percent(1 - report.fair / top),
        grid=tuple(Tick(percent(1 - part / lines), top * part / lines) for part in range(lines + 1)),
        top=top,
        chances=chances,
    )


class Lines(NamedTuple):
    """Lines over a series of games, in a box of ``last`` × HEIGHT.

    ``area`` is the area below the first line, ``end`` the end of the last line.
    """

    last: int
    lines: tuple[str, ...]
    area: str
    grid: tuple[Tick, ...]
    end: Tick


def lines(series: Sequence[Sequence[float]], step: float) -> Lines:
    """Return one line per series, on a common scale.

    ``step`` is the distance between two ticks; it is doubled until at most six intervals are needed.
    """
    series = [[*values, *values][: max(2, len(values))] for values in series]
    every = [value for values in series for value in values]
    low, high = min(0.0, *every), max(step, *every)
    while (high - low) / step > 6:
        step *= 2
    first, beyond = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    end = series[-1][-1]
    drawn = [_heights(values, first * step, beyond * step) for values in series]
    return Lines(
        last=max(len(series[0]) - 1, 1),
        lines=tuple(" ".join(points) for points in drawn),
        area=" ".join([f"0,{HEIGHT}", *drawn[0], f"{len(series[0]) - 1},{HEIGHT}"]),
        grid=tuple(
            Tick(percent((beyond - number) / (beyond - first)), round(number * step, 9))
            for number in range(first, beyond + 1)
        ),
        end=Tick(percent((beyond - end / step) / (beyond - first)), end),
    )


class Shift(NamedTuple):
    """The effect of luck on a result, as positions from the left: ``ended`` with luck, ``even`` without."""

    ended: str
    even: str


LOST, WON = 0.25, 0.75
"""Positions of a lost and a won game; without luck, a result may lie beyond them."""


def shift(ended: float, even: float) -> Shift:
    """Return the positions of two results, given as shares of a win and clipped to the drawing."""
    places = [min(max(LOST + (WON - LOST) * share, 0.0), 1.0) for share in (ended, even)]
    return Shift(*map(percent, places))


def _heights(values: Sequence[float], low: float, high: float) -> list[str]:
    return [f"{number},{round(HEIGHT * (high - value) / (high - low))}" for number, value in enumerate(values)]
