"""Slow programs of one owner leave threads to those of others."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from threading import Event, Lock

import pytest
from django.utils import timezone

from accounts.models import User
from games import database_clock
from games.models import Delivery, Notice
from games.notifications import outbox, tasks
from games.notifications.calls_by_owner import MOST, CallsByOwner
from games.sweeps.tasks import BATCH_OF_AN_OWNER, sweep
from tests.bot_accounts.cast import bot_of
from tests.queue import Queue
from tests.site import eventually

THREADS = 4
SLOW, QUICK, OTHER = "slow", "quick", "other"


class Programs:
    """Programs of several owners, by the number of the call; those of the slow one answer when they are let go."""

    def __init__(self, owners: list[str]) -> None:
        self.owners, self.let_go = owners, Event()
        self.answered: list[int] = []
        self.most: Counter[str] = Counter()
        self._now: Counter[str] = Counter()
        self._lock = Lock()

    def call(self, number: int) -> None:
        """Lasts as long as the program takes."""
        owner = self.owners[number]
        with self._lock:
            self._now[owner] += 1
            self.most[owner] = max(self.most[owner], self._now[owner])
        if owner == SLOW:
            assert self.let_go.wait(20)
        with self._lock:
            self._now[owner] -= 1
            self.answered.append(number)


def test_slow_programs_of_one_owner_hold_no_more_threads_than_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    owners = [SLOW] * 6 + [QUICK] * 3 + [SLOW] * 2 + [OTHER] * 3
    programs = Programs(owners)
    monkeypatch.setattr(tasks, "_calls", CallsByOwner())
    monkeypatch.setattr(outbox, "owner_of", owners.__getitem__)
    monkeypatch.setattr(tasks, "deliver", programs.call)
    monkeypatch.setattr(database_clock, "offset", timedelta)  # the threads have no database
    with ThreadPoolExecutor(THREADS) as pool:
        again = partial(pool.submit, tasks.call_player_again)
        monkeypatch.setattr(tasks.call_player_again, "delay", again)
        for number in range(len(owners)):
            again(number)
        quick = {number for number, owner in enumerate(owners) if owner != SLOW}
        eventually(lambda: quick == set(programs.answered))
        programs.let_go.set()
        eventually(lambda: len(programs.answered) == len(owners))
    assert sorted(programs.answered) == list(range(len(owners))), "each is called once"
    assert programs.most[SLOW] == MOST


def test_what_waits_is_enqueued_behind_what_others_have_enqueued() -> None:
    calls = CallsByOwner()
    assert [calls.begin(1, number) for number in range(5)] == [True] * MOST + [False] * (5 - MOST)
    assert calls.begin(2, 7), "another owner's"
    assert not calls.begin(1, 2), "enqueued again by a sweep, it waits once"
    assert calls.end(2) is None
    assert [calls.end(1), calls.end(1)] == [2, 3]
    assert calls.begin(1, 2) and calls.end(1) == 4 and calls.end(2) is None


def due(*bots: User) -> list[int]:
    """Deliveries of turns that are due for these computer players, in this order."""
    made = []
    for number, bot in enumerate(bots):
        notice = Notice.objects.create(user=bot, kind="turn", key=str(number), due_at=timezone.now(), state="done")
        at = timezone.now() - timedelta(minutes=len(bots) - number)
        made.append(Delivery.objects.create(notice=notice, user=bot, channel="hook", target="1", due_at=at).pk)
    return made


@pytest.mark.django_db
def test_a_failing_call_makes_room_for_the_one_that_waits(
    monkeypatch: pytest.MonkeyPatch, queue: Queue, alice: User
) -> None:
    keys = due(*[bot_of(alice)] * (MOST + 1))
    called: list[int] = []

    def calls_the_next_and_fails(key: int) -> None:
        called.append(key)
        with suppress(OSError):
            tasks.call_player_again(keys[keys.index(key) + 1])
        raise OSError

    monkeypatch.setattr(tasks, "_calls", CallsByOwner())
    monkeypatch.setattr(tasks, "deliver", calls_the_next_and_fails)
    with pytest.raises(OSError):
        tasks.call_player_again(keys[0])
    assert called == keys[:MOST]
    assert queue.sent == [("games.call_player_again", (keys[MOST],))]


@pytest.mark.django_db
def test_a_sweep_takes_some_of_each_owner(queue: Queue, alice: User, bob: User) -> None:
    mine, theirs = bot_of(alice), bot_of(bob, "other")
    keys = due(*[mine] * (BATCH_OF_AN_OWNER + 5), theirs)
    sweep()
    sent = [arguments[0] for name, arguments in queue.sent if name == "games.call_player_again"]
    assert sent == [*keys[:BATCH_OF_AN_OWNER], keys[-1]]
