"""Search from a view, the same for every game: each candidate's chance to win, by playouts over sampled positions.

What the viewer can't know is sampled (``determinize``) and weighted by how well it explains what the others have done
(``likelihood``). Every candidate is then tried on the same samples with the same random numbers, and played on by the
quick policy. The worse half is dropped after each round. Pure: no Django, no clock but the ceiling of a budget.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from random import Random
from time import monotonic
from typing import NamedTuple

from games.rules.automation import AHEAD
from games.rules.contract import Seat, Shuffle, State, View
from games.rules.game import Rules

log = logging.getLogger(__name__)

_TRIES = 20
"""How many samples in a row may contradict what is known before the search gives up."""


class NoSample(Exception):
    """No position was found that is consistent with the view."""


class Budget(NamedTuple):
    """Limits of a search: playouts altogether, which make it repeatable, and a ceiling of wall-clock seconds."""

    playouts: int
    seconds: float


class Candidate(NamedTuple):
    """A move with its estimated chance to win (0 to 1), the standard error of that, and how often it was played out."""

    move: str
    chance: float
    error: float
    playouts: int


class Sample(NamedTuple):
    """A full position that the viewer may be in, and how likely it is, up to a constant factor."""

    state: State
    weight: float


Sampler = Callable[[Random], Sample]


def choose(rules: Rules, view: View, budget: Budget, rng: Random) -> str:
    """The best candidate. Without any sampled position, which is logged as an error, the move of ``policy``."""
    if len(view.legal) == 1:
        return view.legal[0]
    try:
        return evaluate(rules, view, budget, rng)[0].move
    except NoSample:
        log.exception("no position fits what seat %s sees in %s: the plain policy moves", view.seat, rules.SLUG)
        return rules.policy(view)


def evaluate(rules: Rules, view: View, budget: Budget, rng: Random) -> tuple[Candidate, ...]:
    """The candidates of a full view (``State.full_view``), the best first.

    Raises ValueError if the viewer is not to move, and NoSample.
    """
    if view.seat is None or not view.legal:
        raise ValueError("there is no move to choose")
    return compare(rules, view.seat, rules.candidates(view), lambda rng: _sampled(rules, view, rng), budget, rng)


def _sampled(rules: Rules, view: View, rng: Random) -> Sample:
    """A weighted sample that is not impossible."""
    for _ in range(_TRIES):
        try:
            state = rules.determinize(view, rng)
        except (ValueError, LookupError) as error:
            raise NoSample(str(error)) from error
        if (weight := rules.likelihood(view, state)) > 0:
            return Sample(state, weight)
    raise NoSample(f"{_TRIES} samples contradict the view")


def compare(
    rules: Rules, seat: Seat, moves: Sequence[str], sampler: Sampler, budget: Budget, rng: Random
) -> tuple[Candidate, ...]:
    """Successive halving: each round plays all remaining moves out on the same samples and keeps the better half."""
    trials = [_Trial(move) for move in moves]
    remaining, end = trials, monotonic() + budget.seconds
    rounds = max(1, ceil(log2(len(moves))))
    for _ in range(rounds):
        for _ in range(max(1, budget.playouts // (rounds * len(remaining)))):
            _try_all(rules, seat, remaining, sampler(rng), rng.getrandbits(64))
            if monotonic() >= end:
                return _ranked(trials)
        remaining = sorted(remaining, key=lambda trial: trial.chance, reverse=True)[: max(2, ceil(len(remaining) / 2))]
    return _ranked(trials)


def _try_all(rules: Rules, seat: Seat, trials: Sequence[_Trial], sample: Sample, seed: int) -> None:
    for trial in trials:
        state, rng = sample.state.copy(), Random(seed)
        state.make(seat, trial.move, shuffling(rng))
        trial.add(playout(rules, state, rng)[seat], sample.weight)


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Every seat's chance to win after the quick policy has played ``state`` on, which this changes."""
    shuffle, last = shuffling(rng), state.turn + rules.HORIZON
    for _ in range(AHEAD):
        if not (to_move := state.to_move) or state.turn >= last:
            break
        seat = min(to_move)
        state.make(seat, rules.quick_policy(state, seat, rng), shuffle)
    return rules.chances(state)


def shuffling(rng: Random) -> Shuffle:
    """A shuffle by this generator."""
    return lambda pieces: rng.sample(pieces, len(pieces))


@dataclass(slots=True)
class _Trial:
    """What a move's playouts have brought: sums of weights, of weighted results, and of what their error needs."""

    move: str
    playouts: int = 0
    weight: float = 0.0
    won: float = 0.0
    squared_weight: float = 0.0
    squared_weight_won: float = 0.0
    squared_both: float = 0.0

    def add(self, chance: float, weight: float) -> None:
        self.playouts += 1
        self.weight += weight
        self.won += weight * chance
        self.squared_weight += weight * weight
        self.squared_weight_won += weight * weight * chance
        self.squared_both += (weight * chance) ** 2

    @property
    def chance(self) -> float:
        """The weighted mean."""
        return self.won / self.weight

    @property
    def error(self) -> float:
        """The standard error of a weighted mean; at least that of one more playout that loses or wins."""
        mean = self.chance
        squares = self.squared_both - 2 * mean * self.squared_weight_won + mean * mean * self.squared_weight
        return max(sqrt(max(0.0, squares)) / self.weight, 0.5 / (self.playouts + 1))


def _ranked(trials: Sequence[_Trial]) -> tuple[Candidate, ...]:
    """Those that stayed longest first: what was dropped early was tried less."""
    ordered = sorted(trials, key=lambda trial: (trial.playouts, trial.chance), reverse=True)
    return tuple(Candidate(trial.move, trial.chance, trial.error, trial.playouts) for trial in ordered)
