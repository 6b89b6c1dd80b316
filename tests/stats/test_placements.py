"""Places in a finished game."""

from __future__ import annotations

import pytest

from games.stats.placements import placements


@pytest.mark.parametrize(
    ("winners", "scores", "resigned", "places"),
    [
        ([1], [2, 3, 2], (), [2, 1, 2]),
        ([1], [4, 3, 1], (), [2, 1, 3]),
        ([0, 2], [52, 40, 52, 51], (), [1, 4, 1, 3]),
        ([], [0, 0, 0], (), [1, 1, 1]),
        ([], [0, 0, 0], (1,), [1, 3, 1]),
        ([0], [5, 4, 9, 9], (2, 3), [1, 2, 3, 3]),
        ([1], [0, 0], (0,), [2, 1]),
    ],
    ids=["level", "by score", "two winners", "draw", "left a draw", "who gave up is last", "resigned"],
)
def test_places_follow_from_winners_scores_and_who_gave_up(
    winners: list[int], scores: list[int], resigned: tuple[int, ...], places: list[int]
) -> None:
    assert placements({"winners": winners, "scores": scores}, resigned) == places
