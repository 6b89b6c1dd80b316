"""Compares losses claimed by Reviews of Chicago Poker with playouts to the end: ``python -m lab.bench.losses``.

Computer players play games. Every decision of one seat is judged twice with different random numbers, as in two
Reviews. Decisions with an annotation in either run, and a sample of the others, are played to the end of the game on
new deals: with the actual move, and with the better plan of the first run. The table shows the claimed and the actual
loss for each annotation of the first run, with 95 % intervals, and how far the runs agree on mistakes and blunders. All
seats play on with the quick policy or, with ``--finish steady``, the rule-based one. ``--log`` names a file to which
every decision is appended; the next run skips the decisions in that file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

from games.computers.search import WeightedSampler, shuffling, weighted_mean
from games.review import grading, turn_lines
from games.review.report import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE, OPENING, WORSE, Grade
from games.review.turn_lines import Action, Comparison, Effort, Gathering
from games.rules import RULES
from games.rules.contract import Seat, State
from lab.arena import CONFIDENCE, PLAYERS, dealer, player

POKER = RULES["chicago_poker"]
OPTIONS = {option.name: option.default for option in POKER.engine.OPTIONS}
GAMES = (
    ("casual", "club"),
    ("casual", "novice"),
    ("novice", "club"),
    ("casual", "casual"),
    ("club", "club"),
    ("novice", "casual", "club"),
)
"""The levels of the seats. In game n, seat n (modulo the number of seats) is judged."""

EFFORT = Effort.of(160)
LONGEST = 2_000
UNMARKED = 0.15
"""The share of decisions without annotation that are played to the end."""


class Run(NamedTuple):
    """One judgement of a decision: annotation, loss and its error, number of deals, and CPU seconds."""

    annotation: str
    loss: float
    error: float
    deals: int
    seconds: float


class Judged(NamedTuple):
    """A decision judged twice. ``end`` is the loss at the end of the game and its error, or None if not played on."""

    game: int
    number: int
    first: Run
    second: Run
    end: tuple[float, float] | None


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.bench.losses", description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=400, help="deals played to the end for each decision")
    parser.add_argument("--finish", choices=("quick", "steady"), default="quick")
    parser.add_argument("--log", type=Path)
    asked = parser.parse_args(arguments)
    found = _logged(asked.log) if asked.log and asked.log.exists() else []
    for number in range(asked.first, asked.first + asked.games):
        known = {each.number for each in found if each.game == number}
        for judged in _game(number, known, asked):
            found.append(judged)
            if asked.log:
                with asked.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(judged) + "\n")
        _print(found)


def _logged(log: Path) -> list[Judged]:
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [Judged(game, number, Run(*first), Run(*second), end) for game, number, first, second, end in rows]


def _game(number: int, known: set[int], asked: argparse.Namespace) -> Iterator[Judged]:
    """Judge a game's decisions, except those already in the log, and yield them."""
    told: list[list[Grade]] = [[], []]
    for actions in _decisions(number, GAMES[number % len(GAMES)]):
        if actions[0].place.number in known:
            continue
        comparisons, runs = list[Comparison](), list[Run]()
        for run, before in enumerate(told):
            begun = process_time()
            comparison = _compared(actions, before, f"{number} {run}")
            grade = comparison.grade(POKER)
            before.append(grade)
            comparisons.append(comparison)
            spent, deals = process_time() - begun, len(comparison.deals.done)
            runs.append(Run(grade.annotation, grade.loss, grade.error, deals, spent))
        rng = Random(f"{number} {actions[0].place.number} end {asked.finish}")
        is_costly = any(run.annotation not in (BEST, GOOD) for run in runs) or rng.random() < UNMARKED
        is_wanted = is_costly and comparisons[0].plan != comparisons[0].done
        end = _to_the_end(actions[0], comparisons[0], asked, rng) if is_wanted else None
        yield Judged(number, actions[0].place.number, runs[0], runs[1], end)


def _decisions(number: int, names: Sequence[str]) -> Iterator[list[Action]]:
    """Play a game and yield the decisions of the judged seat."""
    shuffle, own = dealer(number), number % len(names)
    state, _events = POKER.engine.state_class.new(OPTIONS, len(names), shuffle)
    players, gathering = [player(name) for name in names], Gathering()
    for move in range(1, LONGEST):
        if not state.to_move:
            break
        seat = min(state.to_move)
        text = state.forced_move(seat) or players[seat](POKER, state, seat, Random(f"{number} {move}"))
        action = None
        if seat == own and len(state.legal_moves(seat)) > 1:
            place = grading.Place(move, state.turn, OPENING)
            action = Action(place, state.full_view(seat), text)
        yield from gathering.add(action, commits=action is not None and state.commits(seat, text))
        state.make(seat, text, shuffle)


def _compared(actions: list[Action], before: list[Grade], seed: str) -> Comparison:
    place, missed = actions[0].place, turn_lines.missed_actions(before, actions[0].place.turn)
    comparison = turn_lines.compare(POKER, actions, missed, EFFORT, Random(f"{seed} {place.number}"))
    comparison.play(POKER, actions[0].view, EFFORT, seed)
    while not comparison.is_clear(POKER, EFFORT):
        comparison.play(POKER, actions[0].view, EFFORT, seed)
    return comparison


def _to_the_end(action: Action, comparison: Comparison, asked: argparse.Namespace, rng: Random) -> tuple[float, float]:
    """Return the mean gain of the plan over the actual move at the end of the game, and its standard error."""
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
    return POKER.automation.chances(state)[seat]


def _print(found: list[Judged]) -> None:
    spent = median(run.seconds for each in found for run in (each.first, each.second))
    games = len({each.game for each in found})
    lines = [f"{games} games, {len(found)} decisions judged twice, {spent:.2f} s a decision in the median"]
    lines += ["| annotation | played on | claimed | lost to the end (95 %) |", "| --- | ---: | ---: | ---: |"]
    for annotation in (BEST, GOOD, INACCURACY, MISTAKE, BLUNDER):
        if ended := [each for each in found if each.first.annotation == annotation and each.end]:
            lines.append(_row(annotation, ended))
    either = [each for each in found if each.first.annotation in WORSE or each.second.annotation in WORSE]
    both = [each for each in either if each.first.annotation in WORSE and each.second.annotation in WORSE]
    costly = [each for each in either if {each.first.annotation, each.second.annotation}.isdisjoint((BEST, GOOD))]
    counts = f"{len(either)} in either run, {len(both)} in both, {len(costly)} with some annotation in both"
    lines.append(f"mistakes and blunders: {counts}")
    sys.stdout.write("\n".join(lines) + "\n\n")
    sys.stdout.flush()


def _row(annotation: str, ended: list[Judged]) -> str:
    """Return the table row for an annotation. The interval is never narrower than the deals' sampling error."""
    ends = [each.end for each in ended if each.end]
    claimed, lost = fmean(each.first.loss for each in ended), fmean(end for end, _error in ends)
    off = [end - each.first.loss for each, (end, _error) in zip(ended, ends, strict=True)]
    spread = sum((each - fmean(off)) ** 2 for each in off)
    error = sqrt(max(spread, sum(sampling**2 for _end, sampling in ends))) / len(ends)
    return f"| {annotation} | {len(ended)} | {100 * claimed:.1f} | {100 * lost:.1f} ± {100 * CONFIDENCE * error:.1f} |"


if __name__ == "__main__":
    main()
