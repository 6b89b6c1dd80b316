"""States of games after every fiftieth move, so that replays need not begin with the deal.

They are kept in each process's memory, never in the cache or the database, because they contain all hidden cards and
become invalid when the rules change.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from games.models import Game, Move, Player
from games.replay.verification import ReplayMismatch, Step, replay_steps, steps_from
from games.rules.contract import State

EVERY = 50

MOST = 600
"""Maximum number of snapshots in a process, for all games; each takes about 10 kB."""

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """A thread-safe cache that keeps the ``most`` values used last."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)


_STATES: Recent[State] = Recent(MOST)


def identity(game: Game) -> tuple[Hashable, ...]:
    """Return a key that no other game shares, not even a later one with the same primary key."""
    return game.pk, game.commitment, game.started_at


class Snapshot(NamedTuple):
    """The state after move ``number``. Copy it before making another move."""

    number: int
    state: State


def latest(game: Game, at: int) -> Snapshot | None:
    """Return the last snapshot up to move ``at``, or None if a replay must begin with the deal."""
    for number in range(at - at % EVERY, 0, -EVERY):
        if state := _STATES.get((identity(game), number)):
            return Snapshot(number, state)
    return None


def stepped(game: Game, players: Sequence[Player], moves: Iterable[Move], snapshot: Snapshot | None) -> Iterator[Step]:
    """Replay the moves after the snapshot and take more snapshots.

    Without a snapshot, replay the deal and all moves.
    """
    if snapshot is None:
        steps = replay_steps(game, players, moves)
    else:
        steps = steps_from(game, players, snapshot.state.copy(), snapshot.number, moves)
    for step in steps:
        if step.move.number and step.move.number % EVERY == 0:
            _STATES.put((identity(game), step.move.number), step.state.copy())
        yield step


def state_after(
    game: Game, players: Sequence[Player], moves: Iterable[Move], at: int, snapshot: Snapshot | None
) -> State:
    """Return the state after move ``at``, and take snapshots on the way. Do not mutate the state.

    ``moves`` are the moves up to ``at`` that follow the snapshot; without a snapshot, they begin with the deal. Raise
    `ReplayMismatch` if they can't be replayed or end before ``at``.
    """
    number, state = snapshot or (-1, None)
    for step in stepped(game, players, moves, snapshot):
        number, state = step.move.number, step.state
    if state is None or number != at:
        raise ReplayMismatch(f"move {at}", "not stored")
    return state
