"""Limits on each owner's concurrent webhook calls in a process, so that slow programs leave threads for others."""

from collections import Counter
from threading import Lock

THREADS = 8
"""Number of threads of a process that make webhook calls."""

COMMON = THREADS // 2
"""Maximum number of threads for owners not known to be quick. The others are reserved for quick owners."""

MOST = 2

QUICK_SECONDS = 2.0
"""Maximum duration of a quick call in seconds, including all moves of the turn."""

REMEMBERED = 1000
"""Maximum number of quick owners, and of waiting deliveries, in memory; beyond it, the oldest are forgotten."""


class CallsByOwner:
    """The webhook calls of this process. Waiting deliveries are also due in the outbox, so that none is lost."""

    def __init__(self) -> None:
        self._made: Counter[int] = Counter()
        self._quick: dict[int, None] = {}
        self._waiting: dict[int, int] = {}
        """The waiting deliveries with their owners, longest waiting first."""
        self._lock = Lock()

    def begin(self, owner: int, delivery: int) -> bool:
        """Return whether the call for this delivery may begin now. If not, keep the delivery for ``end`` to return."""
        with self._lock:
            if not self._may_begin(owner):
                self._waiting.setdefault(delivery, owner)
                _forget_oldest(self._waiting)
                return False
            self._made[owner] += 1
            self._waiting.pop(delivery, None)
            return True

    def end(self, owner: int, seconds: float) -> int | None:
        """End a call of this owner that took ``seconds``, and return the next delivery to be made, or None.

        This is the delivery that has waited longest among those whose call may begin now. It no longer waits.
        """
        with self._lock:
            self._made[owner] -= 1
            self._made += Counter()  # drops owners without calls
            self._quick.pop(owner, None)
            if seconds <= QUICK_SECONDS:
                self._quick[owner] = None
                _forget_oldest(self._quick)
            following = next((key for key, whose in self._waiting.items() if self._may_begin(whose)), None)
            if following is not None:
                del self._waiting[following]
            return following

    def _may_begin(self, owner: int) -> bool:
        if self._made[owner] >= MOST:
            return False
        others = sum(made for whose, made in self._made.items() if whose not in self._quick)
        return owner in self._quick or others < COMMON


def _forget_oldest(kept: dict[int, int] | dict[int, None]) -> None:
    if len(kept) > REMEMBERED:
        del kept[next(iter(kept))]
