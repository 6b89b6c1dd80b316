"""The curve of the user's finished Review, drawn behind the slider of the replay."""

from typing import NamedTuple

from games.core.access import is_closed
from games.http import HtmxRequest
from games.models import Game, Review
from games.replay.panels import panel
from games.replay.replay_page import Replay
from games.review import chart
from games.review.report import from_json


class ReplayCurve(NamedTuple):
    curve: chart.Curve
    points: list[chart.Point]
    chance: float


@panel("curve")
def curve_on_replay(request: HtmxRequest, game: Game, replay: Replay) -> ReplayCurve | None:
    """Return the curve for the user's own seat, in one query at most, or None if there is no such Review."""
    me = request.viewer.seat
    if me is None or me.user_id != request.user.pk or not is_closed(game):
        return None
    made = Review.objects.filter(player=me, status=Review.Status.DONE)
    stored = made.values_list("report", flat=True).first()
    if stored is None:
        return None
    report = from_json(stored)
    curve = chart.curve(report, replay.line.last)
    points = [curve.point(number) for number in report.turning_points]
    return ReplayCurve(curve, points, curve.chance_at(replay.at))
