"""Reviews requested by several users concurrently, in real threads on PostgreSQL."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Review
from games.play import Refused
from games.review import queue as review_queue
from games.review import worker
from games.review.requests import request_review, review_of
from tests.cast import somebody, table_of
from tests.play.test_concurrency import at_once
from tests.queue import Queue
from tests.review.games import seat_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def over(*people: User) -> Game:
    game = table_of(*people)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome={"winners": [0]})
    return game


def test_the_same_review_asked_for_in_eight_threads_is_made_once(queue: Queue) -> None:
    alice = somebody("alice")
    seat = seat_of(over(alice, somebody("bob")), alice)
    found = at_once(*[partial(request_review, alice, seat) for _ in range(8)])
    assert set(found) == {review_of(seat)}
    assert [name for name, _ in queue.sent] == ["games.review"]


def test_the_quota_holds_and_persons_take_turns_however_many_ask_at_once(queue: Queue, settings: Settings) -> None:
    settings.REVIEWS_PER_DAY = 3
    alice, bob = somebody("alice"), somebody("bob")
    games = [over(alice, bob) for _ in range(5)]
    asked = [partial(request_review, person, seat_of(game, person)) for person in (alice, bob) for game in games]
    answers = at_once(*asked)
    assert sum(isinstance(answer, Refused) for answer in answers) == 4
    assert Review.objects.count() == 6
    order = [review.requested_by for review in review_queue.queue().select_related("requested_by")]
    assert [{*order[:2]}, {*order[2:4]}, {*order[4:]}] == [{alice, bob}] * 3
    assert [name for name, _ in queue.sent] == ["games.review"]
    worker.enqueue()
    assert len(queue.sent) == 1


def test_two_that_enqueue_at_once_claim_one_review_whatever_comes_first_to_each(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = somebody("alice"), somebody("bob")
    game = over(alice, bob)
    for person in (alice, bob):
        Review.objects.create(player=seat_of(game, person), requested_by=person)
    both, orders = Barrier(2), iter(["pk", "-pk"])

    def in_some_order() -> QuerySet[Review]:
        with suppress(BrokenBarrierError):
            both.wait(timeout=1)
        return Review.objects.order_by(next(orders))

    monkeypatch.setattr(review_queue, "queue", in_some_order)
    at_once(worker.enqueue, worker.enqueue)
    assert len(queue.sent) == Review.objects.exclude(claimed_until=None).count() == 1


def test_a_task_that_two_workers_get_makes_a_slice_once(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def make(review: Review) -> dict[str, Any]:
        made.append(review.pk)
        return {"status": Review.Status.DONE, "finished_at": timezone.now()}

    monkeypatch.setattr(worker, "_next_slice", make)
    alice, bob = somebody("alice"), somebody("bob")
    games = [over(alice, bob) for _ in range(3)]
    at_once(*[partial(request_review, person, seat_of(game, person)) for person in (alice, bob) for game in games])
    while queue.sent:
        _name, arguments = queue.sent.pop(0)
        at_once(*[partial(worker.work_on, *arguments)] * 2)
    assert sorted(made) == sorted(Review.objects.values_list("pk", flat=True))
