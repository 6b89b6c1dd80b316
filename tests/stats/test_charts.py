"""The geometry of charts."""

from __future__ import annotations

from datetime import date

from games.stats import charts
from games.stats.rating_display import Shown, points, shown
from games.stats.results import Month, Tally


def test_the_highest_column_is_as_tall_as_can_be_and_the_others_in_proportion() -> None:
    bars = charts.columns([0, 2, 8, 4], base=120, tallest=100)
    assert [bar.height for bar in bars] == [0, 25, 100, 50]
    assert all(bar.y + bar.height == 120 for bar in bars)
    assert [bar.most for bar in bars] == [False, False, True, False]
    assert bars[-1].x + bars[-1].width <= charts.WIDTH


def test_columns_of_nothing_lie_flat() -> None:
    assert {bar.height for bar in charts.columns([0] * 24, 110, 95)} == {0}


def test_each_month_has_its_column() -> None:
    months = [Month(date(2026, month, 1), month) for month in range(1, 13)]
    assert [(month.games, bar.value) for month, bar in charts.months(months)] == [(n, n) for n in range(1, 13)]


def test_lanes_show_the_share_won_and_the_even_share() -> None:
    lanes = charts.lanes([Tally(2, 4, 1, 3, 0, 0.5), Tally(4, 2, 2, 0, 0, 0.25)])
    assert [(lane.width, lane.even - charts.TRACK_FROM) for lane in lanes.rows] == [(60, 120), (240, 60)]
    assert lanes.height > lanes.rows[-1].y


def test_ratings_are_read_around_1500() -> None:
    assert shown(25.0, 25 / 3) == Shown(1500, 417)
    assert (shown(25.0, 2.0).low, shown(25.0, 2.0).high) == (1400, 1600)
    assert points(29.0) == 1600


def test_a_band_beyond_the_scale_is_clamped() -> None:
    assert charts.band(Shown(1500, 300)) == charts.Band(57, 163, 110)
    assert charts.band(Shown(2500, 700)).right == charts.SCALE_LEFT + charts.SCALE_WIDTH
