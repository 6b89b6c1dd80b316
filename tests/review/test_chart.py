"""The geometry of the Review's charts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.review import chart
from games.review.report import Report, Share, Step

PERCENT = re.compile(r"-?\d+\.\d\d%")
SHARES = st.tuples(*[st.floats(-0.6, 0.6)] * 4)


def report_of(shares: tuple[float, ...], result: float, fair: float = 1 / 3, error: float = 0.01) -> Report:
    """Return a report with these shares, and a last share that completes the sum."""
    last = result - fair - sum(shares)
    parts = [Share(value, error) for value in (*shares, last)]
    return Report(0, 3, fair, result, *parts, (), (), (), {}, 0.0)


def number(percentage: str) -> float:
    assert PERCENT.fullmatch(percentage), percentage
    return float(percentage.rstrip("%"))


@given(SHARES, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_rounded_rows_add_up_to_the_rounded_result(shares: tuple[float, ...], result: float) -> None:
    rows = chart.bar(report_of(shares, result)).rows
    assert [row.part for row in rows] == ["fair", *chart.PARTS, "result"]
    assert round(sum(row.points for row in rows[:-1]), 1) == rows[-1].points == 100 * result


@given(SHARES, st.sampled_from([0.0, 1.0]))
def test_every_bar_and_whisker_has_room_on_the_scale(shares: tuple[float, ...], result: float) -> None:
    """An intermediate sum may be below zero or above one."""
    bar = chart.bar(report_of(shares, result))
    for row in bar.rows:
        left, low, high = map(number, (row.left, row.low, row.high))
        assert left >= -0.02 and left + number(row.width) <= 100.02
        assert -0.02 <= low <= high <= 100.02
    assert 0 <= number(bar.zero) < number(bar.fair) <= 100
    assert 2 <= len(bar.ticks) <= 9


def test_each_row_begins_where_the_one_above_it_ends() -> None:
    rows = chart.bar(report_of((0.05, -0.1, 0.2, -0.15), 1.0)).rows
    assert [row.after for row in rows[:-1]] == [row.before for row in rows[1:]]
    assert (rows[0].before, rows[-1].after) == ("", "")
    assert [row.rises for row in rows[1:-1]] == [True, False, True, False, True]


def test_an_uncertainty_is_that_of_95_times_in_100() -> None:
    deal = chart.bar(report_of((0.05, 0, 0, 0), 0.0, error=0.01)).rows[1]
    assert deal.error == 2.0
    assert number(deal.high) - number(deal.low) == pytest.approx(2 * 1.96 * number(deal.width) / 5, abs=0.05)


def with_steps(*chances: float) -> Report:
    steps = [Step(place, 0, "decision", 0.0, 0.0, chance, place) for place, chance in enumerate(chances)]
    return report_of((0, 0, 0, 0), 0.0)._replace(steps=tuple(steps))


def test_a_curve_has_a_point_for_each_move_and_the_last_chance_of_it() -> None:
    report = with_steps(0.3, 0.4, 0.2)
    again = report._replace(steps=(*report.steps, report.steps[-1]._replace(chance=0.1)))
    curve = chart.curve(again, 4)
    assert curve.line == "0,400 1,200 2,800"
    assert (curve.top, curve.last) == (0.5, 4)
    assert [curve.chance_at(move) for move in (0, 1, 2, 3, 4)] == [0.3, 0.4, 0.1, 0.1, 0.1]
    assert curve.point(1) == (1, "25.00%", "20.00%", "20.00%")


def test_a_curve_above_one_half_reaches_up_to_all() -> None:
    curve = chart.curve(with_steps(0.3, 0.75), 1)
    assert (curve.top, curve.line) == (1.0, "0,700 1,250")
    assert [tick.value for tick in curve.grid] == [0, 0.25, 0.5, 0.75, 1]


def test_a_curve_without_steps_stands_at_the_fair_share() -> None:
    assert chart.curve(with_steps(), 0).chance_at(5) == pytest.approx(1 / 3)


def test_a_mark_that_would_cover_the_one_before_it_moves_off_the_curve() -> None:
    """A mark in the upper half moves down; any other mark moves up."""
    curve = chart.curve(with_steps(*[0.4] * 101), 100)
    assert [(point.y, point.mark) for point in curve.points([10, 11, 40])] == [
        ("20.00%", "20.00%"),
        ("20.00%", "38.00%"),
        ("20.00%", "20.00%"),
    ]
    low = chart.curve(with_steps(*[0.1] * 101), 100)
    assert [point.mark for point in low.points([10, 11, 12])] == ["80.00%", "62.00%", "44.00%"]


@given(st.lists(st.floats(-300, 300), min_size=1, max_size=60))
def test_lines_over_games_lie_in_their_box_with_few_ticks(values: list[float]) -> None:
    drawn = chart.lines([values, [0.0] * len(values)], 0.5)
    heights = [int(point.split(",")[1]) for line in drawn.lines for point in line.split()]
    assert all(0 <= height <= chart.HEIGHT for height in heights)
    assert 2 <= len(drawn.grid) <= 9
    assert 0.0 in [tick.value for tick in drawn.grid]
    assert drawn.end.at == next(tick.at for tick in drawn.grid if tick.value == 0.0)


@pytest.mark.parametrize(
    ("ended", "even", "places"),
    [
        (0.0, 1.0, ("25.00%", "75.00%")),
        (1.0, 0.5, ("75.00%", "50.00%")),
        (0.0, -0.9, ("25.00%", "0.00%")),
        (1.0, 1.9, ("75.00%", "100.00%")),
    ],
)
def test_what_luck_did_to_a_result_stays_in_the_drawing(ended: float, even: float, places: tuple[str, str]) -> None:
    assert chart.shift(ended, even) == places


def test_a_line_through_one_game_can_be_seen() -> None:
    drawn = chart.lines([[1.0]], 0.5)
    assert (drawn.last, drawn.lines, drawn.area) == (1, ("0,0 1,0",), "0,1000 0,0 1,0 1,1000")
