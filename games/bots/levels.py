"""Five levels of computer players: the same search with more or less time, care and memory.

A weaker level makes mistakes that a person makes: it takes a move that looks nearly as good as the best, and never one
that it has reason to think bad. Pure: no Django.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from games.bots.search import Budget, Candidate, NoSample, Sample, compare, evaluate
from games.rules.contract import View
from games.rules.game import Rules

log = logging.getLogger(__name__)

HESITATION = 4
"""The most moves between which a level hesitates."""


class Level(NamedTuple):
    """How a computer player chooses.

    ``temperature``: the loss, in chances to win, that makes a move e times as rare. ``ceiling``: the most that a move
    may lose; 0 is always the best move. Both are of losses as the search sees them, which doubts what it has tried
    little. ``glance``: how many moves come to mind; such a level does not weigh what the others' acts tell of their
    cards. 0: all, and it does. No mistake is one that looks absurd (``Automation.sensible``).
    """

    budget: Budget
    temperature: float
    ceiling: float
    glance: int = 0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "novice": Level(Budget(60, 0.03), temperature=0.012, ceiling=0.025, glance=3),
        "casual": Level(Budget(120, 0.035), temperature=0.006, ceiling=0.025, glance=4),
        "club": Level(Budget(400, 0.04), temperature=0.006, ceiling=0.02),
        "strong": Level(Budget(4_000, 0.4), temperature=0.003, ceiling=0.01),
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
        candidates = _evaluated(rules, view, level, rng)
        return _picked(candidates, rules.sensible(view), level, rng) if level.ceiling else candidates[0].move
    except NoSample:
        log.exception("no position fits what seat %s sees in %s: the plain policy moves", view.seat, rules.SLUG)
        return rules.policy(view)


def _evaluated(rules: Rules, view: View, level: Level, rng: Random) -> tuple[Candidate, ...]:
    if not level.glance or view.seat is None or not view.pieces:
        return evaluate(rules, view, level.budget, rng)
    first = rules.candidates(view)[0]
    others = [move for move in rules.sensible(view) if move != first]
    moves = [first, *rng.sample(others, min(level.glance - 1, len(others)))]
    sampler = rules.sampler(view)
    return compare(rules, view.seat, moves, lambda rng: Sample(sampler(rng), 1.0), level.budget, rng)


def _picked(candidates: Sequence[Candidate], sensible: Sequence[str], level: Level, rng: Random) -> str:
    """The best candidate or one of the few best sensible ones within the ceiling, the better the more often."""
    best, *others = candidates
    others = [each for each in others if each.move in sensible]
    losses = {each.move: best.chance - each.chance for each in others[: HESITATION - 1]}
    likely = {move: exp(-loss / level.temperature) for move, loss in losses.items() if loss < level.ceiling}
    return rng.choices([best.move, *likely], [1.0, *likely.values()])[0]
