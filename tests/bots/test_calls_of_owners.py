"""Slow programs of one owner don't use up the threads for other owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from threading import Event, Lock

import pytest
from django.utils import timezone

from accounts.models import User
from games import tasks as sweeps
from games.bots import calls_by_owner, tasks
from games.bots.calls_by_owner import COMMON, MOST, QUICK_SECONDS, THREADS, CallsByOwner
from games.core import database_clock
from games.models import Delivery, Notice
from games.notifications import outbox
from games.tasks import BATCH_OF_AN_OWNER, sweep
from tests.bots.cast import bot_of
from tests.queue import Queue
from tests.site import eventually

SLOW, QUICK, OTHER = "slow", "quick", "other"

SHORT, LONG = QUICK_SECONDS, QUICK_SECONDS + 0.1
"""The durations of a quick and of a slow call, in seconds."""


class Programs:
    """Programs of several owners, by the number of the call; slow programs respond once released."""

    def __init__(self, owners: list[str]) -> None:
        self.owners, self.let_go = owners, Event()
        self.answered: list[int] = []
        self.most: Counter[str] = Counter()
        self._now: Counter[str] = Counter()
        self._lock = Lock()

    def call(self, number: int) -> None:
        owner = self.owners[number]
        with self._lock:
            self._now[owner] += 1
            self.most[owner] = max(self.most[owner], self._now[owner])
        if owner.startswith(SLOW):
            assert self.let_go.wait(20)
        with self._lock:
            self._now[owner] -= 1
            self.answered.append(number)


Calling = tuple[Programs, Callable[[int], object]]


@pytest.fixture
def calling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Calling]:
    """Programs of the parameter's owners, and a function that calls one by number on a worker's thread."""
    owners: list[str] = request.param
    programs = Programs(owners)
    monkeypatch.setattr(tasks, "_calls", CallsByOwner())
    monkeypatch.setattr(calls_by_owner, "QUICK_SECONDS", 60.0)  # however busy this machine is
    monkeypatch.setattr(outbox, "owner_of", owners.__getitem__)
    monkeypatch.setattr(tasks, "deliver", programs.call)
    monkeypatch.setattr(database_clock, "offset", timedelta)  # the threads have no database
    with ThreadPoolExecutor(THREADS) as pool:
        again = partial(pool.submit, tasks.call_player_again)
        monkeypatch.setattr(tasks.call_player_again, "delay", again)
        yield programs, again
        programs.let_go.set()
        eventually(lambda: len(programs.answered) == len(owners))
    assert sorted(programs.answered) == list(range(len(owners))), "each is called once"
    assert max(programs.most.values()) <= MOST


@pytest.mark.parametrize(
    "calling", [[SLOW] * 6 + [QUICK] * 3 + [SLOW] * 2 + [OTHER] * 3], indirect=True, ids=["one_slow_owner"]
)
def test_slow_programs_of_one_owner_hold_no_more_threads_than_their_part(calling: Calling) -> None:
    programs, call = calling
    for number in range(len(programs.owners)):
        call(number)
    quick = {number for number, owner in enumerate(programs.owners) if owner != SLOW}
    eventually(lambda: quick == set(programs.answered))


@pytest.mark.parametrize(
    "calling",
    [[QUICK, *[f"{SLOW}{number}" for number in (1, 2, 3, 4, 5, 6) for _call in range(MOST)], *[QUICK] * 10]],
    indirect=True,
    ids=["six_slow_owners"],
)
def test_whose_programs_are_quick_are_called_while_slow_ones_of_many_owners_hold_their_half(calling: Calling) -> None:
    programs, call = calling
    call(0)
    eventually(lambda: programs.answered == [0])
    for number in range(1, len(programs.owners)):
        call(number)
    quick = {number for number, owner in enumerate(programs.owners) if owner == QUICK}
    eventually(lambda: quick == set(programs.answered))
    assert sum(programs.most[owner] for owner in programs.most if owner != QUICK) == COMMON


def test_the_longest_waiting_call_begins_next() -> None:
    calls = CallsByOwner()
    assert [calls.begin(1, number) for number in range(5)] == [True] * MOST + [False] * (5 - MOST)
    assert calls.begin(2, 7), "another owner's"
    assert not calls.begin(1, 2), "enqueued again by a sweep, it waits once"
    assert calls.end(2, LONG) is None, "two are called already"
    assert [calls.end(1, LONG), calls.end(1, LONG)] == [2, 3]
    assert calls.begin(1, 2) and calls.end(1, LONG) == 4 and calls.end(2, LONG) is None


def test_the_last_call_of_an_owner_decides_whether_the_reserved_half_is_theirs() -> None:
    calls = CallsByOwner()
    for owner, seconds in ((1, SHORT), (2, SHORT), (2, LONG)):
        assert calls.begin(owner, owner) and calls.end(owner, seconds) is None
    assert all(calls.begin(owner, owner) for owner in range(10, 10 + COMMON))
    assert calls.begin(1, 1), "quick"
    assert not calls.begin(2, 2), "quick only once"
    assert not calls.begin(3, 3), "never called"
    assert calls.end(1, SHORT) is None, "a thread of the reserved half is free, and only slow ones wait"
    assert calls.end(10, LONG) == 2, "one of the common half, and this one waits longest"


def test_only_recently_called_owners_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls_by_owner, "REMEMBERED", 2)
    calls = CallsByOwner()
    for owner in (1, 2, 1, 3):
        assert calls.begin(owner, owner) and calls.end(owner, SHORT) is None
    assert all(calls.begin(owner, owner) for owner in range(10, 10 + COMMON))
    assert [calls.begin(owner, owner) for owner in (1, 2, 3)] == [True, False, True]
    for owner in (4, 5):
        assert not calls.begin(owner, owner)
    assert [calls.end(owner, LONG) for owner in range(10, 13)] == [4, 5, None], "the outbox still has the first one"


def due(*bots: User) -> list[int]:
    """Return due deliveries of these bots' turns, in this order."""
    made = []
    for number, bot in enumerate(bots):
        notice = Notice.objects.create(user=bot, kind="turn", key=str(number), due_at=timezone.now(), state="done")
        at = timezone.now() - timedelta(minutes=len(bots) - number)
        made.append(Delivery.objects.create(notice=notice, user=bot, channel="hook", target="1", due_at=at).pk)
    return made


def called_by(queue: Queue) -> list[int]:
    """Return the deliveries for which a sweep starts calls, in order."""
    return [arguments[0] for name, arguments in queue.sent if name == "games.call_player_again"]


@pytest.mark.django_db
def test_a_failing_call_frees_its_thread_for_a_waiting_one(
    monkeypatch: pytest.MonkeyPatch, queue: Queue, alice: User
) -> None:
    keys = due(*[bot_of(alice)] * (MOST + 1))
    called: list[int] = []

    def calls_the_next_and_fails(key: int) -> None:
        called.append(key)
        with suppress(OSError):
            tasks.call_player_again(keys[keys.index(key) + 1])
        raise OSError("no route")

    monkeypatch.setattr(tasks, "_calls", CallsByOwner())
    monkeypatch.setattr(tasks, "deliver", calls_the_next_and_fails)
    with pytest.raises(OSError, match="no route"):
        tasks.call_player_again(keys[0])
    assert called == keys[:MOST]
    assert queue.sent == [("games.call_player_again", (keys[MOST],))]


@pytest.mark.django_db
def test_a_sweep_takes_one_of_each_owner_before_it_takes_more(
    monkeypatch: pytest.MonkeyPatch, queue: Queue, alice: User, bob: User
) -> None:
    mine, theirs = bot_of(alice), bot_of(bob, "other")
    first, second, third, other, late = due(mine, mine, mine, theirs, theirs)
    monkeypatch.setattr(sweeps, "BATCH", 4)
    sweep()
    assert called_by(queue) == [first, other, second, late]
    assert third not in called_by(queue)


@pytest.mark.django_db
def test_a_sweep_takes_some_of_each_owner(queue: Queue, alice: User, bob: User) -> None:
    mine, theirs = bot_of(alice), bot_of(bob, "other")
    keys = due(*[mine] * (BATCH_OF_AN_OWNER + 5), theirs)
    sweep()
    assert called_by(queue) == [keys[0], keys[-1], *keys[1:BATCH_OF_AN_OWNER]]
