"""Compare losses that a Review of Chicago Poker claims with playouts to the end: ``python -m tests.bench.losses``.

Computer players play games of two. Every decision of both seats, or ``--part`` of them, is judged twice with other
random numbers. What bears a mark in either run, and some of the rest, is played on to the end of the game on fresh
deals, with the quick policy for all seats: what was done, and the better plan. Printed are both for each mark of the
first run, with their 95 % intervals, and how far the two runs agree on marks of mistakes and worse.
``--finish steady`` plays on with the plain policy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from time import process_time
from typing import NamedTuple

from games.bots.arena import PLAYERS, dealer, player
from games.bots.search import WeightedSampler, shuffling, weighted_mean
from games.review import judging, plans
from games.review.plans import Action, Comparison, Effort, Gathering
from games.review.report import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE, Judgement
from games.rules import RULES
from games.rules.contract import Seat, State

POKER = RULES["chicago_poker"]
OPTIONS = {option.name: option.default for option in POKER.OPTIONS}
PAIRS = (("casual", "club"), ("novice", "strong"), ("club", "master:60"), ("casual", "novice"))
EFFORT = Effort.of(160)
LONGEST = 2_000
UNMARKED = 0.15
"""The part of the unmarked decisions that is played on."""

WORSE = (MISTAKE, BLUNDER)


class Judged(NamedTuple):
    """A decision judged twice; ``loss`` and its error are those of the first plan to the end, None: not played on."""

    first: Judgement
    second: Judgement
    end: tuple[float, float] | None


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables after each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.losses", description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--deals", type=int, default=400, help="played on to the end for each decision")
    parser.add_argument("--part", type=float, default=1.0, help="of the decisions that is judged")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--finish", choices=("quick", "steady"), default="quick")
    asked = parser.parse_args(arguments)
    found: list[Judged] = []
    for number in range(asked.first, asked.first + asked.games):
        names, start = PAIRS[number % len(PAIRS)], process_time()
        some = Random(f"{number} part")
        for actions in _decisions(number, names):
            if some.random() < asked.part:
                found.append(_judged(actions, asked, number))
        _print(found, f"{names}, {len(found)} decisions, {process_time() - start:.0f} s for this game")


def _decisions(number: int, names: tuple[str, str]) -> Iterator[list[Action]]:
    """The decisions of both seats of a game."""
    shuffle = dealer(number)
    state, _events = POKER.State.new(OPTIONS, len(names), shuffle)
    players, gathered = [player(name) for name in names], [Gathering() for _ in names]
    for move in range(1, LONGEST):
        if not state.to_move:
            break
        seat = min(state.to_move)
        text = state.forced_move(seat) or players[seat](POKER, state, seat, Random(f"{number} {move}"))
        action = None
        if len(state.legal_moves(seat)) > 1:
            place = judging.Place(move, state.turn, judging.OPENING)
            action = Action(place, state.full_view(seat), text)
        for each, gathering in enumerate(gathered):
            own = action if each == seat else None
            yield from gathering.add(own, commits=own is not None and state.commits(seat, text))
        state.make(seat, text, shuffle)


def _judged(actions: list[Action], asked: argparse.Namespace, number: int) -> Judged:
    first, second = (_compared(actions, f"{number} {run}") for run in range(2))
    judgements = [each.judgement(POKER) for each in (first, second)]
    is_costly = any(each.mark not in (BEST, GOOD) for each in judgements)
    rng = Random(f"{number} {actions[0].place.number} end")
    is_wanted = first.plan != first.done and (is_costly or rng.random() < UNMARKED)
    end = _to_the_end(actions[0], first, asked, rng) if is_wanted else None
    return Judged(*judgements, end)


def _compared(actions: list[Action], seed: str) -> Comparison:
    comparison = plans.compared(POKER, actions, frozenset(), EFFORT, Random(f"{seed} {actions[0].place.number}"))
    comparison.play(POKER, actions[0].view, EFFORT, seed)
    while not comparison.is_clear(POKER, EFFORT):
        comparison.play(POKER, actions[0].view, EFFORT, seed)
    return comparison


def _to_the_end(action: Action, comparison: Comparison, asked: argparse.Namespace, rng: Random) -> tuple[float, float]:
    """How much the plan is better than what was done once the game is over, and the error."""
    sampler, seat = WeightedSampler(POKER, action.view), action.view.seat or 0
    gains = list[float]()
    for _ in range(asked.deals):
        state, seed = sampler(rng).state, rng.getrandbits(64)
        done, planned = (
            _ended(state.copy(), seat, each.moves, seed, asked.finish) for each in (comparison.done, comparison.plan)
        )
        gains.append(planned - done)
    return weighted_mean(gains, [1.0] * len(gains))


def _ended(state: State, seat: Seat, moves: Sequence[str], seed: int, finish: str) -> float:
    rng = Random(seed)
    for move in moves:
        state.make(seat, move, shuffling(rng))
    for _ in range(LONGEST):
        if not state.to_move:
            break
        asked = min(state.to_move)
        state.make(asked, PLAYERS[finish](POKER, state, asked, rng), shuffling(rng))
    return POKER.chances(state)[seat]


def _print(found: list[Judged], title: str) -> None:
    lines = [title, "| mark | number | claimed | to the end |", "| --- | ---: | ---: | ---: |"]
    for mark in (BEST, GOOD, INACCURACY, MISTAKE, BLUNDER):
        if ended := [each for each in found if each.first.mark == mark and each.end]:
            lines.append(_row(mark, ended))
    either = [each for each in found if each.first.mark in WORSE or each.second.mark in WORSE]
    both = [each for each in either if each.first.mark in WORSE and each.second.mark in WORSE]
    costly = [each for each in either if {each.first.mark, each.second.mark}.isdisjoint((BEST, GOOD))]
    counts = f"{len(either)} in either run, {len(both)} in both, {len(costly)} with some mark in both"
    lines.append(f"mistakes and blunders: {counts}")
    sys.stdout.write("\n".join(lines) + "\n\n")
    sys.stdout.flush()


def _row(mark: str, ended: list[Judged]) -> str:
    ends = [each.end for each in ended if each.end]
    claimed, lost = fmean(each.first.loss for each in ended), fmean(end for end, _error in ends)
    error = sqrt(sum(error**2 for _end, error in ends)) / len(ends)
    return f"| {mark} | {len(ended)} | {100 * claimed:.1f} | {100 * lost:+.1f} ± {196 * error:.1f} |"


if __name__ == "__main__":
    main()
