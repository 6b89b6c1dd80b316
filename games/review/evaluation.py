"""A seat's chance to win from a position with all hands known, by playouts of the quick policy. Independent of Django.

The unknown part, the order of the decks, is drawn at random in each of a fixed number of *samples*. A sample fixes an
order of all the game's cards, so that consecutive positions are played out with the same future luck: their differences
are far more precise than their values.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.computers.search import playout
from games.rules.contract import Event, Options, Seat, Shuffle, State
from games.rules.game import Rules

HORIZON = 2
"""Maximum number of turns before a playout is cut off and valued by ``chances``; more turns would add too much luck."""


TRIALS = 8
"""Number of samples in which a move is tried to find out whether it involves luck."""


@dataclass(frozen=True, slots=True)
class MoveStep:
    number: int
    seat: Seat
    text: str
    before: State
    after: State
    events: Sequence[Event]


class Evaluator:
    """An evaluator of one seat's chance to win in the positions of one game; the same ``seed`` repeats the results."""

    def __init__(self, rules: Rules, options: Options, seat: Seat, samples: int, seed: str) -> None:
        self.rules, self.seat, self.seed = rules, seat, seed
        # At least one turn, because the ``chances`` of a newly dealt hand may be those before the deal.
        self.horizon = max(1, min(HORIZON, rules.automation.HORIZON))
        pieces = [piece for pack in rules.engine.packs(options).values() for piece in pack]
        self.orders = [_order(pieces, Random(f"{seed} {sample}")) for sample in range(samples)]

    def values(self, state: State) -> list[float]:
        """Return the seat's chance to win in each sample; if the game is over, return the seat's share of the win."""
        if state.outcome is not None:
            return [self.rules.automation.chances(state)[self.seat]] * len(self.orders)
        dealt = (self.rules.automation.reordered(state, order) for order in self.orders)
        return [self._value(each, sample) for sample, each in enumerate(dealt)]

    def values_before_chance(self, move: MoveStep) -> list[float] | None:
        """Return the values after making a move with each sample's decks, or None if the move involves no luck."""
        if not self._is_chance(move):
            return None
        return [self._value(self._made(move, sample), sample) for sample in range(len(self.orders))]

    def _is_chance(self, move: MoveStep) -> bool:
        known = _known(move.after)
        return any(_known(self._made(move, sample)) != known for sample in range(min(TRIALS, len(self.orders))))

    def _made(self, move: MoveStep, sample: int) -> State:
        after: State = self.rules.automation.reordered(move.before, self.orders[sample])
        after.make(move.seat, move.text, self._shuffle(sample))
        return after

    def _value(self, state: State, sample: int) -> float:
        """Return the seat's chance after a playout, which changes the state."""
        return playout(self.rules, state, Random(f"{self.seed} {sample}"), self.horizon)[self.seat]

    def _shuffle(self, sample: int) -> Shuffle:
        rng = Random(f"{self.seed} {sample}")
        return lambda pieces: rng.sample(pieces, len(pieces))


def _order(pieces: Sequence[str], rng: Random) -> Callable[[str], float]:
    """Return a random order of all pieces, as a sort key."""
    return {piece: rng.random() for piece in pieces}.__getitem__


def _known(state: State) -> tuple[object, ...]:
    """Return everything about a position except the order of its decks."""
    known = state.knowledge(None, reveal_all=True)
    return known["pieces"], known["facts"]
