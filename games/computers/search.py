"""Search from a view, the same for every game: each candidate's chance to win, by playouts over sampled positions.

Hidden information is sampled (``determinize``) and weighted by how well it explains the others' moves (``likelihood``).
Each candidate is tried on the same samples with the same random numbers, followed by moves of the quick policy. The
worse half is dropped after each round. The module doesn't use Django, or a clock except for a budget's time limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from random import Random
from time import monotonic
from typing import NamedTuple

from games.rules.automation import AHEAD, Automation, Prior
from games.rules.contract import Seat, Shuffle, State, View
from games.rules.game import Rules

_CHOICE = 4
"""The number of samples from which one is chosen."""

_TRIES = 5
"""The number of consecutive draws without a possible sample after which the search gives up."""

_ALONE = 16
"""Maximum number of playouts if there is only one move to evaluate."""

_ROUNDS = 4
"""The minimum number of rounds; after each, the search ends if the best move is clear."""

_HOPELESS = 2.0
"""The number of standard errors behind the best move at which a move is dropped."""

_DOUBT = 0.2
"""The assumed standard error of a single playout, included in every error so that equal results don't make it 0."""


class NoSample(Exception):
    """No position could be found that is consistent with the view."""


class Budget(NamedTuple):
    """Limits of a search: a total of playouts, which is repeatable, and a maximum of wall-clock seconds."""

    playouts: int
    seconds: float


class Candidate(NamedTuple):
    """A move with its estimated chance to win (0 to 1), the standard error, and its number of playouts."""

    move: str
    chance: float
    error: float
    playouts: int


class Sample(NamedTuple):
    state: State
    weight: float


Sampler = Callable[[Random], Sample]


def evaluate(rules: Rules, view: View, budget: Budget, rng: Random, made: str = "") -> tuple[Candidate, ...]:
    """Evaluate the candidate moves of a full view, including ``made``, and return them best first.

    Raise `ValueError` if the viewer is not to move, `NoSample` if no position fits the view.
    """
    if view.seat is None or not view.legal:
        raise ValueError("there is no move to choose")
    sampler = WeightedSampler(rules, view)
    first, *others = rules.automation.candidates(view)
    if not made or made == first:
        return compare(rules, view.seat, (first, *others), sampler, budget, rng)
    moves = (first, made, *(move for move in others if move != made))
    return compare(rules, view.seat, moves, sampler, budget, rng, kept=2)


def sampled(rules: Rules, view: View, rng: Random) -> State:
    """Return a position consistent with a full view and with the others' moves. Raise `NoSample` if none is found."""
    return WeightedSampler(rules, view)(rng).state


class WeightedSampler:
    """A sampler of positions: it draws a few, chooses one by likelihood, and weights it by their mean likelihood.

    Playouts, which cost much more than samples, are thus spent on likely positions. A game whose samples already have
    the right frequencies defines no ``likelihood``; then a single position is drawn.
    """

    def __init__(self, rules: Rules, view: View) -> None:
        if not view.pieces:
            raise NoSample("only a full view can be sampled")
        self.rules, self.view, self.sampler = rules, view, rules.automation.sampler(view)
        self.choice = _CHOICE if type(rules.automation).likelihood is not Automation.likelihood else 1

    def __call__(self, rng: Random) -> Sample:
        for _ in range(_TRIES):
            states = [self._state(rng) for _ in range(self.choice)]
            weights = [self.rules.automation.likelihood(self.view, state) for state in states]
            if any(weights):
                return Sample(rng.choices(states, weights)[0], sum(weights) / self.choice)
        raise NoSample(f"{_TRIES * self.choice} samples contradict the view")

    def _state(self, rng: Random) -> State:
        try:
            state: State = self.sampler(rng)
        except (ValueError, LookupError) as error:
            raise NoSample(repr(error)) from error
        return state


def compare(
    rules: Rules, seat: Seat, moves: Sequence[str], sampler: Sampler, budget: Budget, rng: Random, kept: int = 1
) -> tuple[Candidate, ...]:
    """Compare moves by successive halving: each round plays them on the same samples and keeps the better half.

    The first move, expected to be the best, is the reference and stays to the end, as do all of the first ``kept``
    moves. Hopeless moves are dropped earlier; the search ends once the best move is clear.
    """
    weights: list[float] = []
    trials = [_Trial(move) for move in moves]
    remaining, start = trials, monotonic()
    if len(moves) == 1:
        budget = budget._replace(playouts=min(budget.playouts, _ALONE))
    rounds = max(_ROUNDS, ceil(log2(len(moves))))
    for number in range(1, rounds + 1):
        end = start + budget.seconds * number / rounds
        for _ in range(max(1, budget.playouts // (rounds * len(remaining)))):
            if weights and monotonic() >= end:
                break
            sample = sampler(rng)
            weights.append(sample.weight)
            _try_all(rules, seat, remaining, sample.state, rng.getrandbits(64))
        found = _found(trials, weights, rules.automation.PRIOR)
        ranked = sorted(remaining[kept:], key=lambda trial: found[trial.move].chance, reverse=True)
        better = ranked[: max(1, ceil(len(remaining) / 2) - kept)]
        near = _near(better, found, trials[0])
        if kept == 1 and _is_clear(near, found, trials[0]):
            break
        remaining = [*trials[:kept], *near]
    return tuple(sorted(found.values(), key=lambda each: (each.playouts == len(weights), each.chance), reverse=True))


def _near(ranked: Sequence[_Trial], found: Mapping[str, Candidate], first: _Trial) -> list[_Trial]:
    best = max(found[first.move].chance, *(found[trial.move].chance for trial in ranked), 0.0)
    return [trial for trial in ranked if found[trial.move].chance + _HOPELESS * found[trial.move].error > best]


def _is_clear(near: Sequence[_Trial], found: Mapping[str, Candidate], first: _Trial) -> bool:
    """Return whether the best move is clear.

    It is clear if the first move has no rival left, or a single rival that is surely better.
    """
    if len(near) != 1:
        return not near
    only = found[near[0].move]
    return only.chance - _HOPELESS * only.error > found[first.move].chance


def _try_all(rules: Rules, seat: Seat, trials: Sequence[_Trial], sampled: State, seed: int) -> None:
    for trial in trials:
        state, rng = sampled.copy(), Random(seed)
        state.make(seat, trial.move, shuffling(rng))
        trial.results.append(playout(rules, state, rng)[seat])


def playout(rules: Rules, state: State, rng: Random, horizon: int | None = None) -> tuple[float, ...]:
    """Play out ``state`` with the quick policy for ``horizon`` turns, or ``HORIZON``. Return each seat's chance."""
    shuffle, last = shuffling(rng), state.turn + (rules.automation.HORIZON if horizon is None else horizon)
    for _ in range(AHEAD):
        if not (to_move := state.to_move) or state.turn >= last:
            break
        seat = min(to_move)
        state.make(seat, rules.automation.quick_policy(state, seat, rng), shuffle)
    return rules.automation.chances(state)


def shuffling(rng: Random) -> Shuffle:
    return lambda pieces: rng.sample(pieces, len(pieces))


@dataclass(slots=True)
class _Trial:
    """A move and the results of its playouts, one for each sample until the move was dropped."""

    move: str
    results: list[float] = field(default_factory=list)


def _found(trials: Sequence[_Trial], weights: Sequence[float], prior: Prior) -> dict[str, Candidate]:
    """Return all candidates: the first with its mean chance, the others with that chance plus their expected lead."""
    first, *others = trials
    chance, error = weighted_mean(first.results, weights)
    found = {first.move: Candidate(first.move, chance, error, len(first.results))}
    for place, other in enumerate(others, 1):
        pairs = zip(other.results, first.results, strict=False)
        lead, error = prior.weighed(place, *weighted_mean([here - there for here, there in pairs], weights))
        found[other.move] = Candidate(other.move, min(1.0, max(0.0, chance + lead)), error, len(other.results))
    return found


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Return the weighted mean and its standard error; the error is not zero even if the few values are equal."""
    used = weights[: len(values)]
    total = sum(used)
    mean = sum(map(float.__mul__, values, used)) / total
    squares = sum((weight * (value - mean)) ** 2 for value, weight in zip(values, used, strict=True))
    return mean, sqrt(squares + (_DOUBT * total / len(used)) ** 2) / total
