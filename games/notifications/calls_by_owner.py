"""How many programs of one owner a process calls at a time, so that slow ones leave its threads to those of others."""

from __future__ import annotations

from collections import Counter, defaultdict
from threading import Lock

MOST = 2
"""Calls of one owner at a time, of the eight threads (four on a single-process site) that make them."""


class CallsByOwner:
    """The calls of this process. What waits here is due in the outbox, too, so that nothing is lost with it."""

    def __init__(self) -> None:
        self._made: Counter[int] = Counter()
        self._waiting: dict[int, dict[int, None]] = defaultdict(dict)
        self._lock = Lock()

    def begin(self, owner: int, delivery: int) -> bool:
        """Whether this delivery may be called for now. If not, it waits until ``end`` returns it."""
        with self._lock:
            if self._made[owner] >= MOST:
                self._waiting[owner][delivery] = None
                return False
            self._made[owner] += 1
            self._waiting[owner].pop(delivery, None)
            return True

    def end(self, owner: int) -> int | None:
        """A call of this owner has ended. Returns which of the owner's deliveries has waited longest, if any."""
        with self._lock:
            self._made[owner] -= 1
            if waiting := self._waiting[owner]:
                following = next(iter(waiting))
                del waiting[following]
                return following
            del self._waiting[owner]
            if not self._made[owner]:
                del self._made[owner]
            return None
