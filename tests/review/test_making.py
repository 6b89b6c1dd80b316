"""Reviews are asked for by those who played, made in slices one after the other, and never shown in part."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from games.models import Review
from games.review import judging, making
from games.review.asking import request_review
from tests.queue import Queue
from tests.review.games import finished, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few samples and playouts: what they say is tested elsewhere."""
    monkeypatch.setattr(making, "SAMPLES", 3)
    monkeypatch.setattr(judging, "BUDGET", judging.BUDGET._replace(playouts=12))


@pytest.fixture
def in_many_slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every slice is one move."""
    monkeypatch.setattr(making, "SLICE", 0.0)
    yield


@pytest.fixture
def requested(alice: User, bob: User, queue: Queue, django_capture_on_commit_callbacks) -> Review:
    """A Review that Alice has asked for."""
    with django_capture_on_commit_callbacks(execute=True):
        return request_review(alice, seat_of(finished(alice, bob), alice))
