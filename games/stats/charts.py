"""Geometry of the charts: integers for templates that draw SVG, without texts or colours."""

from collections.abc import Sequence
from typing import NamedTuple

from games.stats.rating_display import Shown
from games.stats.results import Month, Tally

WIDTH = 400

MONTHS_BASE, MONTHS_TALLEST = 120, 100
HOURS_BASE, HOURS_TALLEST = 110, 95

LANE, LANE_HEIGHT = 27, 11
TRACK_FROM, TRACK_WIDTH = 90, 240

SCALE_FROM, SCALE_TO = 900, 2100
SCALE_LEFT, SCALE_WIDTH = 4, 212


class Bar(NamedTuple):
    """A column of a chart; ``middle`` is its label's x, ``top`` its number's y; ``most`` marks the highest columns."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    top: int
    value: int
    most: bool


def columns(values: Sequence[int], base: int, tallest: int) -> list[Bar]:
    """Return one column per value, side by side; all stand on ``base``, and the highest is ``tallest`` high."""
    step, most = WIDTH // len(values), max(values, default=0)
    bars = []
    for place, value in enumerate(values):
        height = round(tallest * value / most) if most else 0
        x, width = place * step + step // 6, step - step // 3
        middle, top = x + width // 2, base - height - 4
        bars.append(Bar(x, base - height, width, height, middle, top, value, bool(value) and value == most))
    return bars


def months(counts: Sequence[Month]) -> list[tuple[Month, Bar]]:
    bars = columns([month.games for month in counts], MONTHS_BASE, MONTHS_TALLEST)
    return list(zip(counts, bars, strict=True))


class Lane(NamedTuple):
    """The share of games won at one table size, as a bar; ``even`` marks the share expected of equal players."""

    tally: Tally
    y: int
    text: int
    width: int
    even: int


class Lanes(NamedTuple):
    rows: list[Lane]
    height: int


def lanes(tallies: Sequence[Tally]) -> Lanes:
    """Return a lane for each tally, which counts the games of one table size."""
    rows = [
        Lane(
            tally,
            place * LANE + 8,
            place * LANE + 18,
            round(TRACK_WIDTH * tally.won / tally.played),
            TRACK_FROM + round(TRACK_WIDTH * tally.even),
        )
        for place, tally in enumerate(tallies)
    ]
    return Lanes(rows, len(rows) * LANE + 5)


class Band(NamedTuple):
    """A rating on a scale: the positions of its band's two ends and of its estimate."""

    left: int
    right: int
    middle: int


def band(shown: Shown) -> Band:
    """Return a rating on the scale from SCALE_FROM to SCALE_TO, clamped to the scale."""
    return Band(_on_scale(shown.low), _on_scale(shown.high), _on_scale(shown.estimate))


def _on_scale(points: int) -> int:
    within = min(max(points, SCALE_FROM), SCALE_TO) - SCALE_FROM
    return SCALE_LEFT + round(SCALE_WIDTH * within / (SCALE_TO - SCALE_FROM))
