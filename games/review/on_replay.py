"""The curve of a made Review on the replay, behind the scale with which its owner goes to a move."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core.access import is_closed
from games.models import Game, Player, Review
from games.replay.replay_page import Replay
from games.review import chart
from games.review.report import from_json


class ReplayCurve(NamedTuple):
    """The curve, where the turning points lie on it, and the chance to win after the move that is shown."""

    curve: chart.Curve
    points: list[chart.Point]
    chance: float


def curve_on_replay(game: Game, me: Player | None, user: Any, replay: Replay) -> ReplayCurve | None:
    """The curve of ``user``'s own seat, in a query at most; None for everybody else and where no Review is made."""
    if me is None or me.user_id != user.pk or not is_closed(game):
        return None
    made = Review.objects.filter(player=me, status=Review.Status.DONE)
    stored = made.values_list("report", flat=True).first()
    if stored is None:
        return None
    report = from_json(stored)
    curve = chart.curve(report, replay.line.last)
    points = [curve.point(number) for number in report.turning_points]
    return ReplayCurve(curve, points, curve.chance_at(replay.at))
