"""Fit the weights of Chicago Poker's quick policy: ``python -m lab.fit chicago_poker chances`` or ``… policy``.

``chances`` is a logistic regression of the winner on positions at turn starts, from games between quick players.
``policy`` uses the cross-entropy method: sets of weights are sampled around a centre and play matches on duplicate
deals, and the best quarter determines the next centre. Copy the output into the game's ``bot/chances.py`` or
``bot/weights.py``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import exp, log
from multiprocessing import Pool
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from games.rules.chicago_poker import GAME
from games.rules.chicago_poker.bot.chances import Features, features
from games.rules.chicago_poker.bot.quick import quick
from games.rules.chicago_poker.bot.weights import WEIGHTS, Weights
from games.rules.chicago_poker.state import State
from games.rules.contract import Seat
from lab.arena import dealer

OPTIONS = {option.name: option.default for option in GAME.engine.OPTIONS}
LONGEST = 1_500
"""The number of moves after which a game counts as a draw."""

Choose = Callable[[State, Seat, Random], str]


def play(number: int, players: Sequence[Choose], see: Callable[[State], None] = lambda state: None) -> Sequence[Seat]:
    """Play deal ``number`` and return the winners (none in a draw). Call ``see`` with the state at each turn start."""
    rng, shuffle = Random(-number), dealer(number)
    state, _events = State.new(OPTIONS, len(players), shuffle)
    turn = 0
    for _ in range(LONGEST):
        if state.outcome is not None:
            return state.outcome.winners
        if state.started > turn and state.tie is None:
            turn = state.started
            see(state)
        seat = min(state.to_move)
        state.make(seat, players[seat](state, seat, rng), shuffle)
    return ()


class Seen(NamedTuple):
    """The features of each seat in a position, and the winner of the game."""

    features: list[Features]
    winner: Seat


def positions(number: int) -> list[Seen]:
    """Play a game between quick players, and return up to eight of its positions, or none if it has no winner."""
    rng, found = Random(number), list[list[Features]]()
    seats = 2 if number % 4 else 3
    winners = play(number, [quick] * seats, lambda state: found.append(features(state)))
    chosen = rng.sample(found, min(8, len(found)))
    return [Seen(each, winners[0]) for each in chosen if winners]


def regressed(seen: Sequence[Seen], epochs: int) -> list[float]:
    """Return feature weights from stochastic gradient descent, averaged over the second half of the epochs."""
    weights = [0.0] * len(Features._fields)
    total, taken, rng = list(weights), 0, Random(1)
    for epoch in range(epochs):
        rate = 0.1 / (1 + epoch)
        for each in rng.sample(seen, len(seen)):
            _learn(weights, each, rate)
        if epoch >= epochs // 2:
            total, taken = [old + new for old, new in zip(total, weights, strict=True)], taken + 1
    return [each / taken for each in total]


def _learn(weights: list[float], seen: Seen, rate: float) -> None:
    for seat, chance in enumerate(_softmax(weights, seen.features)):
        missed = rate * ((seat == seen.winner) - chance)
        for place, feature in enumerate(seen.features[seat]):
            weights[place] += missed * feature


def _softmax(weights: Sequence[float], features: Sequence[Features]) -> list[float]:
    sums = [sum(map(float.__mul__, weights, each)) for each in features]
    powers = [exp(each - max(sums)) for each in sums]
    return [power / sum(powers) for power in powers]


def fit_chances(games: int, jobs: int) -> None:
    """Print the fitted weights, and their log loss on held-out games."""
    with Pool(jobs) as pool:
        seen = [each for some in pool.imap(positions, range(games), 50) for each in some]
    kept = len(seen) * 4 // 5
    weights = regressed(seen[:kept], 16)
    surprise = fmean(-log(_softmax(weights, each.features)[each.winner]) for each in seen[kept:])
    _tell(f"{len(seen)} positions, log loss {surprise:.4f} (by chance about {log(2):.3f})")
    _tell(f"FITTED = Features({', '.join(f'{weight:.3f}' for weight in weights)})")


class _Duel:
    """Returns the score of given weights against the current ones. Picklable for a pool of processes."""

    def __init__(self, deals: range) -> None:
        self.deals = deals

    def __call__(self, weights: Weights) -> float:
        def other(state: State, seat: Seat, rng: Random) -> str:
            return quick(state, seat, rng, weights)

        won = 0.0
        for number in self.deals:
            won += 0 in play(number, [other, quick])
            won += 1 in play(number, [quick, other])
        return won / (2 * len(self.deals))


def fit_policy(generations: int, size: int, deals: int, jobs: int) -> None:
    """Run the cross-entropy method, and print the centre after each generation."""
    centre, spread, rng = list(WEIGHTS), [0.3 * abs(weight) + 0.03 for weight in WEIGHTS], Random(1)
    with Pool(jobs) as pool:
        for generation in range(generations):
            drawn = [Weights(*map(rng.gauss, centre, spread)) for _ in range(size)]
            duel = _Duel(range(generation * deals, (generation + 1) * deals))
            ranked = sorted(zip(pool.map(duel, drawn, 1), drawn, strict=True), reverse=True)
            elite = [weights for _, weights in ranked[: size // 4]]
            centre = [
                (old + 2 * fmean(values)) / 3 for old, values in zip(centre, zip(*elite, strict=True), strict=True)
            ]
            spread = [(old + pstdev(values)) / 2 for old, values in zip(spread, zip(*elite, strict=True), strict=True)]
            _tell(f"{generation}: mean {fmean(score for score, _ in ranked):.3f}, best {ranked[0][0]:.3f}")
            _tell(repr(Weights(*(round(value, 3) for value in centre))))


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.fit chicago_poker", description=__doc__)
    parser.add_argument("what", choices=("chances", "policy"))
    parser.add_argument("--games", type=int, default=4000, help="games for the chances")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--size", type=int, default=32, help="sets of weights in a generation")
    parser.add_argument("--deals", type=int, default=60, help="deals that each set plays, from both seats")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args(arguments)
    if asked.what == "chances":
        fit_chances(asked.games, asked.jobs)
    else:
        fit_policy(asked.generations, asked.size, asked.deals, asked.jobs)
