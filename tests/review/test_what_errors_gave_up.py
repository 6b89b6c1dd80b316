"""The sentence about what an error gave up, on the Review's page and on the mistake's page."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.html import strip_tags

from games.models import Player
from games.review.positions import fault_of
from games.review.report import Grade, Option
from games.rules.swedish_chicago import GAME as swedish_chicago
from tests.cast import client_of
from tests.normalized import compact
from tests.review.samples import POKER, SWEDISH, finished_game, made_review, report_on
from tests.review.test_review_page import position_before
from tests.rules.swedish_chicago.test_advice_in_exchanges import exchanging

pytestmark = pytest.mark.django_db
QUEENS = "5c Qc Qd Qh 9s"


def grade(annotation: str) -> Grade:
    moves = ("exchange Qd Qh 9s", "exchange 5c 9s")
    options = tuple(Option(move, 0.5, 0.01) for move in moves)
    return Grade(1, 1, "opening", *moves, 0.5, 0.05, 0.01, annotation, options)


@pytest.mark.parametrize("annotation", ["inaccuracy", "mistake", "blunder"])
def test_every_kind_of_error_has_the_sentence(annotation: str) -> None:
    view = exchanging(QUEENS).full_view(0)
    line = fault_of(swedish_chicago, view, grade(annotation))
    assert line is not None
    assert line.text == "You broke up %(hand)s."


@pytest.mark.parametrize("annotation", ["best", "good"])
def test_a_right_decision_has_none(annotation: str) -> None:
    assert fault_of(swedish_chicago, exchanging(QUEENS).full_view(0), grade(annotation)) is None


@pytest.mark.parametrize("path", [POKER, SWEDISH], ids=["chicago_poker", "swedish_chicago"])
def test_the_review_says_what_the_errors_gave_up(path: str) -> None:
    game = finished_game(path, "Lakeshore Nights")
    made_review(game)
    me = Player.objects.select_related("user").get(game=game, seat=0)
    answer = client_of(me.user).get(f"{game.get_absolute_url()}review/")
    shown, text = answer.context["shown"], compact(strip_tags(answer.content.decode()))
    decisions = [
        decision for phase in shown.phases for turn in (*phase.costly, *phase.others) for decision in turn.decisions
    ]
    told = [decision for decision in decisions if decision.gave_up]
    assert len({str(decision.gave_up) for decision in told}) > 1
    assert all(decision.better for decision in told)
    assert all(compact(strip_tags(decision.gave_up)) in text for decision in told)
    points = [point.decision.gave_up for point in shown.turning_points if point.decision.gave_up]
    assert all(text.count(compact(strip_tags(gave_up))) >= 2 for gave_up in points)


@pytest.mark.parametrize("path", [POKER, SWEDISH], ids=["chicago_poker", "swedish_chicago"])
def test_the_sentence_does_not_depend_on_cards_hidden_from_the_player(path: str) -> None:
    game = finished_game(path, "Lakeshore Nights")
    errors = [each for each in report_on(game).grades if each.annotation not in ("best", "good")]
    assert errors
    for each in errors:
        view = position_before(game, each.number).full_view(0)
        other = game.rules.automation.determinize(view, Random(each.number)).full_view(0)
        assert fault_of(game.rules, view, each) == fault_of(game.rules, other, each)
