"""Five levels of computer players: the same search with more or less time, care and memory.

A weaker level makes mistakes that a person makes: it takes a move that looks nearly as good as the best, and never one
that it has reason to think bad. Pure: no Django.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from math import exp
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from games.bots.search import Budget, Candidate, NoSample, Sample, compare, evaluate
from games.rules.contract import View
from games.rules.game import Rules

log = logging.getLogger(__name__)

DOUBT = 0.15
"""The chance to win that a move loses against the first that comes to mind, as long as nothing else is known."""

SPREAD = 0.1
"""How far moves' chances to win lie apart as a rule: evidence with an error of as much counts half."""

MOVES_IN_MIND = 4
"""The most moves between which a level hesitates."""


class Level(NamedTuple):
    """How a computer player chooses.

    ``temperature``: the loss, in chances to win, that makes a move e times as rare; 0 is always the best move.
    ``ceiling``: the most that a move may lose. ``forgets``: what the others' acts tell of their cards is not weighed.
    """

    budget: Budget
    temperature: float
    ceiling: float
    forgets: bool = False


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "novice": Level(Budget(60, 0.02), temperature=0.08, ceiling=0.14, forgets=True),
        "casual": Level(Budget(150, 0.03), temperature=0.04, ceiling=0.08, forgets=True),
        "club": Level(Budget(400, 0.03), temperature=0.015, ceiling=0.04),
        "strong": Level(Budget(4_000, 0.25), temperature=0.01, ceiling=0.02),
        "master": Level(Budget(40_000, 0.85), temperature=0, ceiling=0),
    }
)
"""The levels by name, the weakest first. The seconds leave room for the last playouts and a slower machine."""


def choose(rules: Rules, view: View, level: Level, rng: Random) -> str:
    """A legal move for a full view (``State.full_view``); the same for the same ``rng`` while the budget's time lasts.

    Without any position that fits the view, which is logged as an error, the move of ``policy``.
    Raises ValueError if the viewer is not to move.
    """
    if len(view.legal) == 1:
        return view.legal[0]
    try:
        return _picked(_estimates(rules, view, level, rng), level, rng)
    except NoSample:
        log.exception("no position fits what seat %s sees in %s: the plain policy moves", view.seat, rules.SLUG)
        return rules.policy(view)


def _estimates(rules: Rules, view: View, level: Level, rng: Random) -> dict[str, float]:
    """What the level thinks that each candidate is worth, in chances to win; the best alone if it never errs."""
    candidates = _evaluated(rules, view, level, rng)
    if not level.ceiling:
        return {candidates[0].move: candidates[0].chance}
    return _doubted(candidates, _first_thought(rules, view, rng))


def _evaluated(rules: Rules, view: View, level: Level, rng: Random) -> tuple[Candidate, ...]:
    if not level.forgets or view.seat is None:
        return evaluate(rules, view, level.budget, rng)
    return compare(rules, view.seat, rules.candidates(view), partial(_any_sample, rules, view), level.budget, rng)


def _any_sample(rules: Rules, view: View, rng: Random) -> Sample:
    try:
        return Sample(rules.determinize(view, rng), 1.0)
    except (ValueError, LookupError) as error:
        raise NoSample(str(error)) from error


def _first_thought(rules: Rules, view: View, rng: Random) -> str:
    """The move that comes to mind at once, by the quick policy, which uses nothing of a sample that is hidden."""
    return rules.quick_policy(_any_sample(rules, view, rng).state, min(view.to_move), rng)


def _doubted(candidates: Sequence[Candidate], first: str) -> dict[str, float]:
    """The chances of the candidates, of which those that few playouts speak for are thought worse than ``first``."""
    known = {each.move: each for each in candidates}
    base = known.get(first, candidates[0])
    return {each.move: base.chance + _gain(each, base) for each in candidates}


def _gain(candidate: Candidate, base: Candidate) -> float:
    """How much better than ``base`` a move is thought to be: its estimate, weighed against DOUBT by their errors."""
    if candidate is base:
        return 0.0
    weight = SPREAD**2 / (SPREAD**2 + candidate.error**2 + base.error**2)
    return weight * (candidate.chance - base.chance) - (1 - weight) * DOUBT


def _picked(estimates: Mapping[str, float], level: Level, rng: Random) -> str:
    """One of the few best moves within the ceiling, the better the more often."""
    best = sorted(estimates, key=estimates.__getitem__, reverse=True)[:MOVES_IN_MIND]
    losses = {move: estimates[best[0]] - estimates[move] for move in best}
    likely = {move: exp(-loss / level.temperature) for move, loss in losses.items() if 0 < loss <= level.ceiling}
    return rng.choices([best[0], *likely], [1.0, *likely.values()])[0]
