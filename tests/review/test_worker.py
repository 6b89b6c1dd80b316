"""Reviews: requested by players, made in slices, and never shown before they are complete."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games.models import Advice, Game, Move, Review
from games.play import Refused
from games.review import grading, worker
from games.review.queue import place_in_queue
from games.review.report import MISTAKE, from_json
from games.review.requests import may_review, request_review, review_of, reviews_left
from games.tasks import sweep
from tests.cast import client_of, table_of
from tests.needs import EVERYTHING
from tests.playing import play_on
from tests.queue import Queue
from tests.review.games import finished, seat_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def quickly(settings: Settings) -> None:
    """Few samples and playouts, because other tests check the results."""
    settings.REVIEW_SAMPLES = 3 if EVERYTHING else 1


@pytest.fixture
def in_many_slices(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Limit every slice to one move, or to one sample of a comparison."""
    settings.REVIEW_SAMPLES = 3
    monkeypatch.setattr(worker, "SLICE", 0.0)


@pytest.fixture
def requested(alice: User, bob: User, queue: Queue, django_capture_on_commit_callbacks: Any) -> Review:
    """A Review requested by alice."""
    with django_capture_on_commit_callbacks(execute=True):
        return request_review(alice, seat_of(finished(alice, bob), alice))


def slices(queue: Queue) -> int:
    """Run the tasks that make Reviews one after the other, and return the number of tasks."""
    count = queue.run()
    assert not Review.objects.exclude(claimed_until=None).exists()
    return count


def test_a_review_is_made_and_says_all(requested: Review, queue: Queue, alice: User) -> None:
    assert requested.status == Review.Status.WAITING
    slices(queue)
    review = Review.objects.get()
    assert (review.status, review.progress, review.work) == (Review.Status.DONE, 100, None)
    report = from_json(review.report)
    own = Move.objects.filter(seat=0).count()
    assert report.seat == 0 and report.result == review.result == 1.0
    assert report.fair + report.luck + report.own_decisions.value + report.other_decisions.value == pytest.approx(1)
    assert 0 < len(report.grades) == review.decisions <= own
    assert {grade.move for grade in report.grades} <= set(Move.objects.values_list("text", flat=True))
    assert all(grade.loss >= 0 for grade in report.grades)
    assert review.luck == report.luck and review.error_rate == report.error_rate


def test_the_plays_of_a_turn_are_one_decision(requested: Review, queue: Queue) -> None:
    slices(queue)
    judged = {each.number for each in from_json(Review.objects.get().report).grades}
    mine = dict(Move.objects.filter(seat=0, by=Move.By.PLAYER).values_list("number", "text"))
    pairs = [number for number, text in mine.items() if text.startswith("play") and number + 1 in mine]
    assert pairs and not [number for number in pairs if {number, number + 1} <= judged]


def test_a_review_knows_which_moves_were_as_a_hint_had_advised(requested: Review, queue: Queue, alice: User) -> None:
    first, second = Move.objects.filter(seat=0).order_by("number")[:2]
    Advice.objects.create(player=requested.player, number=first.number, text=first.text)
    Advice.objects.create(player=requested.player, number=second.number, text="something else")
    slices(queue)
    assert from_json(Review.objects.get().report).hinted == (first.number,)
    page = client_of(alice).get(reverse("review", args=[requested.player.game.public_id]))
    judged = page.context["shown"].sums
    assert f"1 of {judged.decisions} decisions was Master’s" in page.content.decode()


def test_a_review_that_was_made_before_hints_were_noted_is_shown_as_it_was(
    requested: Review, queue: Queue, alice: User
) -> None:
    slices(queue)
    review = Review.objects.get()
    del review.report["hinted"]
    review.save()
    page = client_of(alice).get(reverse("review", args=[requested.player.game.public_id]))
    assert page.status_code == 200 and "Master’s" not in page.content.decode()


def test_the_turning_points_of_a_real_report_have_the_reasons_of_the_game(
    requested: Review, queue: Queue, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "LOSSES", ((-1.0, MISTAKE),))
    slices(queue)
    answer = client_of(alice).get(reverse("review", args=[requested.player.game.public_id]))
    points = answer.context["shown"].turning_points
    assert points
    for point in points:
        assert point.reasons and all(reason in answer.content.decode() for reason in point.reasons)


@pytest.mark.slow
@pytest.mark.usefixtures("in_many_slices")
def test_slices_make_the_same_review_and_show_nothing_before_the_end(
    requested: Review, queue: Queue, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    last = Move.objects.order_by("-number").values_list("number", flat=True)[0]
    while queue.sent:
        name, arguments = queue.sent.pop(0)
        assert name == "games.review"
        worker.work_on(*arguments)
        review = Review.objects.get()
        seen.append((review.progress, review.status))
        assert (review.report is None) == (review.status != Review.Status.DONE)
    assert last / 2 < len(seen) and seen == sorted(seen) and seen[-1] == (100, "done")
    in_slices = Review.objects.get().report
    Review.objects.all().delete()
    monkeypatch.setattr(worker, "SLICE", 600.0)
    review = Review.objects.create(player=requested.player, requested_by=alice)
    worker.enqueue()
    slices(queue)
    assert Review.objects.get(pk=review.pk).report == in_slices


@pytest.mark.usefixtures("in_many_slices")
def test_after_a_killed_worker_another_one_goes_on(requested: Review, queue: Queue) -> None:
    for _ in range(5):
        worker.work_on(*queue.sent.pop(0)[1])
    (_, lost) = queue.sent.pop(0)
    Review.objects.update(status=Review.Status.RUNNING)
    sweep()
    assert [task for task, _ in queue.sent if task == "games.review"] == [], "it may still be at work"
    with time_machine.travel(timezone.now() + worker.CLAIM + timedelta(seconds=1)):
        sweep()
        assert Review.objects.get().work["number"] == 5
        worker.work_on(*lost)
        assert Review.objects.get().work["number"] == 5, "the first worker's claim has ended"
        slices(queue)
    assert Review.objects.get().status == Review.Status.DONE


@pytest.mark.usefixtures("in_many_slices")
def test_a_review_goes_on_with_its_samples_when_the_setting_changes(
    requested: Review, queue: Queue, settings: Settings
) -> None:
    worker.work_on(*queue.sent.pop(0)[1])
    settings.REVIEW_SAMPLES = 5
    slices(queue)
    assert Review.objects.get().status == Review.Status.DONE


def test_a_review_that_was_asked_for_again_meanwhile_is_not_overwritten(
    requested: Review, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, claim) = queue.sent.pop(0)

    def lose_the_claim(review: Review) -> dict[str, Any]:
        Review.objects.update(claimed_until=timezone.now() + timedelta(minutes=5))
        return {"progress": 77}

    monkeypatch.setattr(worker, "_next_slice", lose_the_claim)
    worker.work_on(*claim)
    assert Review.objects.get().progress == 0


def test_a_game_that_cannot_be_replayed_fails_and_may_be_asked_for_again(
    requested: Review, queue: Queue, alice: User
) -> None:
    Move.objects.filter(number=9).update(text="bribery nonsense")
    slices(queue)
    assert Review.objects.get().status == Review.Status.FAILED
    assert Review.objects.get().report is None
    assert request_review(alice, requested.player).status == Review.Status.WAITING


def _of_an_older_version(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(pk=game.pk).update(options={})


def _of_a_game_that_is_gone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(pk=game.pk).update(variant="whist")


def _of_rules_with_a_bug(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play = worker.steps_from

    def steps_from(of: Game, *given: Any) -> Any:
        if of.pk == game.pk:
            raise KeyError("a piece that is nowhere")
        return play(of, *given)

    monkeypatch.setattr(worker, "steps_from", steps_from)


@pytest.mark.parametrize("spoil", [_of_an_older_version, _of_a_game_that_is_gone, _of_rules_with_a_bug])
def test_a_review_that_cannot_be_made_holds_up_no_other(
    spoil: Callable[[Game, pytest.MonkeyPatch], None],
    requested: Review,
    queue: Queue,
    bob: User,
    carol: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    Game.objects.update(public_id="spoilt")  # so that the same record can be stored again
    spoil(requested.player.game, monkeypatch)
    other = request_review(bob, seat_of(finished(bob, carol), bob))
    with caplog.at_level(logging.ERROR):
        slices(queue)
    assert "can't be made" in caplog.text
    assert Review.objects.get(pk=requested.pk).status == Review.Status.FAILED
    assert Review.objects.get(pk=other.pk).status == Review.Status.DONE


class Killed(BaseException):
    """An exception that is not caught, as if the process were killed."""


def _in_minutes(queue: Queue, minutes: int) -> None:
    """Advance the clock ``minutes`` times past a claim's end; each time, sweep and run the tasks of killed workers."""
    for minute in range(1, minutes + 1):
        with time_machine.travel(timezone.now() + minute * (worker.CLAIM + timedelta(seconds=1))):
            sweep()
            for name, arguments in [each for each in queue.sent if each[0] == "games.review"]:
                queue.sent.remove((name, arguments))
                with suppress(Killed, OperationalError):
                    worker.work_on(*arguments)


def test_a_review_that_kills_each_worker_fails_in_the_end(
    requested: Review, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def kill(self: object) -> None:
        begun.append(1)
        raise Killed

    monkeypatch.setattr(worker.ReviewJob, "slice", kill)
    _in_minutes(queue, 6)
    assert len(begun) == worker.MOST_ATTEMPTS
    assert Review.objects.get().status == Review.Status.FAILED


def test_a_review_waits_for_a_database_that_is_away(
    requested: Review, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr(worker, "steps_from", Mock(side_effect=OperationalError("the connection is closed")))
        _in_minutes(queue, 1)
        assert Review.objects.get().status == Review.Status.RUNNING
    with time_machine.travel(timezone.now() + 3 * worker.CLAIM):
        sweep()
        slices(queue)
    assert Review.objects.get().status == Review.Status.DONE


def test_only_the_player_of_a_game_played_to_its_end_may_have_one(alice: User, bob: User, carol: User) -> None:
    game = finished(alice, bob)
    assert may_review(alice, seat_of(game, alice)) and not may_review(carol, seat_of(game, alice))
    with pytest.raises(Refused):
        request_review(bob, seat_of(game, alice))
    running = play_on(table_of(alice, bob, variant="chicago_poker"), 3)
    with pytest.raises(Refused):
        request_review(alice, seat_of(running, alice))
    for facts in ({"origin_move": 3}, {"status": Game.Status.CANCELLED, "outcome": None}):
        Game.objects.filter(pk=game.pk).update(**facts)
        with pytest.raises(Refused):
            request_review(alice, seat_of(game, alice))
        Game.objects.filter(pk=game.pk).update(origin_move=None)
    assert not Review.objects.exists()


def many(person: User, number: int) -> list[Game]:
    """Return ``number`` finished games of this user, with only their own rows."""
    games = []
    for _ in range(number):
        game = table_of(person, variant="chicago_poker", bots=("steady",))
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome={"winners": [0]})
        games.append(game)
    return games


def test_a_hundred_requests_make_one_task_and_a_days_number_of_reviews(
    alice: User, queue: Queue, django_capture_on_commit_callbacks: Any
) -> None:
    (game, *others) = many(alice, 7)
    with django_capture_on_commit_callbacks(execute=True):
        assert {request_review(alice, seat_of(game, alice)).pk for _ in range(100)} == {
            review_of(seat_of(game, alice)).pk
        }
        for other in others[:4]:
            request_review(alice, seat_of(other, alice))
    assert [name for name, _ in queue.sent] == ["games.review"]
    with pytest.raises(Refused, match="5 Reviews a day"):
        request_review(alice, seat_of(others[4], alice))
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        request_review(alice, seat_of(others[4], alice))
    assert Review.objects.count() == 6


def test_a_review_that_failed_does_not_count(alice: User) -> None:
    asked = [request_review(alice, seat_of(game, alice)) for game in many(alice, 5)]
    assert reviews_left(alice) == 0
    Review.objects.filter(pk=asked[4].pk).update(status=Review.Status.FAILED)
    assert reviews_left(alice) == 1
    assert request_review(alice, asked[4].player).status == Review.Status.WAITING
    assert reviews_left(alice) == 0


def test_everybodys_first_review_comes_before_anybodys_second(alice: User, bob: User) -> None:
    mine, theirs = many(alice, 3), many(bob, 2)
    asked = [request_review(alice, seat_of(game, alice)) for game in mine]
    asked += [request_review(bob, seat_of(game, bob)) for game in theirs]
    assert [place_in_queue(review) for review in asked] == [0, 2, 4, 1, 3]


def test_persons_take_turns_while_their_reviews_are_made(
    alice: User, bob: User, carol: User, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    by: list[User] = []

    def make(review: Review) -> dict[str, Any]:
        by.append(review.requested_by)
        return {"status": Review.Status.DONE, "finished_at": timezone.now()}

    monkeypatch.setattr(worker, "_next_slice", make)
    for person, number in ((alice, 3), (bob, 2), (carol, 1)):
        for game in many(person, number):
            request_review(person, seat_of(game, person))
    queue.sent.clear()  # the tasks that the tables have queued
    worker.enqueue()
    slices(queue)
    assert by == [alice, bob, carol, alice, bob, alice]


def test_an_account_takes_its_reviews_with_it(requested: Review, alice: User) -> None:
    erase_user(alice, words=False)
    assert not Review.objects.exists()
