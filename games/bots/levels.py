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
    little. ``whim``: the difference in looks (``Automation.appeal``) that makes a move e times as rare; such a level
    takes what comes to its mind if that loses no more than the ceiling, and does not weigh what the others' acts tell
    of their cards. 0: it thinks of all moves, and does. No mistake is one that looks absurd (``Automation.sensible``).
    """

    budget: Budget
    temperature: float
    ceiling: float
    whim: float = 0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "novice": Level(Budget(24, 0.03), temperature=0, ceiling=0.06, whim=1.0),
        "casual": Level(Budget(32, 0.035), temperature=0, ceiling=0.05, whim=0.45),
        "club": Level(Budget(40, 0.04), temperature=0, ceiling=0.04, whim=0.2),
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
        if level.whim:
            return _whimsical(rules, view, level, rng)
        candidates = evaluate(rules, view, level.budget, rng)
        return _picked(candidates, rules.sensible(view), level, rng) if level.ceiling else candidates[0].move
    except NoSample:
        log.exception("no position fits what seat %s sees in %s: the plain policy moves", view.seat, rules.SLUG)
        return rules.policy(view)


def _whimsical(rules: Rules, view: View, level: Level, rng: Random) -> str:
    """What comes to mind, unless that seems to lose more than the ceiling against the most promising move."""
    if view.seat is None or not view.legal:
        raise ValueError("there is no move to choose")
    if not view.pieces:
        raise NoSample("only a full view can be sampled")
    looks = rules.appeal(view)
    first, wish = next(iter(looks)), rng.choices([*looks], [exp(look / level.whim) for look in looks.values()])[0]
    if wish == first:
        return first
    sampler = rules.sampler(view)
    found = compare(rules, view.seat, [first, wish], lambda rng: Sample(sampler(rng), 1.0), level.budget, rng)
    chances = {each.move: each.chance for each in found}
    return wish if chances[first] - chances[wish] < level.ceiling else first


def _picked(candidates: Sequence[Candidate], sensible: Sequence[str], level: Level, rng: Random) -> str:
    """The best candidate or one of the few best sensible ones within the ceiling, the better the more often."""
    best, *others = candidates
    others = [each for each in others if each.move in sensible]
    losses = {each.move: best.chance - each.chance for each in others[: HESITATION - 1]}
    likely = {move: exp(-loss / level.temperature) for move, loss in losses.items() if loss < level.ceiling}
    return rng.choices([best.move, *likely], [1.0, *likely.values()])[0]
