"""Five levels of computer players: the same search with different limits of time, care and memory.

A weaker level makes human mistakes: it may choose a move that looks nearly as good as the best, but never one that it
has reason to consider bad. The module doesn't use Django.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import exp
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from games.computers.search import Budget, Candidate, NoSample, Sample, compare, evaluate
from games.rules.contract import DISCARD, HIDDEN, View
from games.rules.game import Rules
from games.rules.placeholders import renamed

log = logging.getLogger(__name__)

HESITATION = 4
"""The maximum number of moves from which a level chooses at random."""


class Level(NamedTuple):
    """The parameters of a computer player's choices.

    Without a ``prior_temperature``, a level searches all candidates and guesses the others' cards from their moves. It
    makes a random sensible move (``Automation.sensible``) that loses less than ``ceiling`` in winning chances; a loss
    of ``temperature`` makes a move e times less likely. With a ceiling of 0, the level makes the best move.

    With a ``prior_temperature``, a level picks a move by first impression (``Automation.move_prior``): a difference of
    that size makes a move e times less likely. A quick search, which ignores the others' moves, then compares it with
    the most promising move. If it loses ``ceiling`` or more, the level makes the most promising move instead. A level
    that ``forgets`` doesn't remember the discards.

    ``style`` is empty or one of ``STYLES``, a preference among nearly equal moves (``Automation.style_bias``).
    """

    budget: Budget
    temperature: float
    ceiling: float
    prior_temperature: float = 0
    style: str = ""
    forgets: bool = False


class Thoughts(NamedTuple):
    """A level's move and the candidates that it evaluated, best first.

    ``candidates`` is empty if the level moved without a search.
    """

    move: str
    candidates: tuple[Candidate, ...] = ()


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "novice": Level(
            Budget(24, 0.03), temperature=0, ceiling=0.12, prior_temperature=3, style="collector", forgets=True
        ),
        "casual": Level(
            Budget(32, 0.035), temperature=0, ceiling=0.05, prior_temperature=0.55, style="cautious", forgets=True
        ),
        "club": Level(Budget(40, 0.04), temperature=0, ceiling=0.04, prior_temperature=0.35, style="patient"),
        "strong": Level(Budget(30, 0.4), temperature=0.006, ceiling=0.02, style="caller"),
        "master": Level(Budget(2_000, 0.85), temperature=0, ceiling=0),
    }
)
"""The levels by name, weakest first, calibrated by matches (``lab/ladder.py``).

Most searches end by their number of playouts, so that they are repeatable; the seconds are a safety limit.
"""


def choose(rules: Rules, view: View, level: Level, rng: Random) -> str:
    return think(rules, view, level, rng).move


def think(rules: Rules, view: View, level: Level, rng: Random) -> Thoughts:
    """Return a level's evaluation of a full view, determined by ``rng`` unless the time runs out.

    If no position fits the view, log an error and return the plain move (``Automation.plain_move``). Raise `ValueError`
    if the viewer is not to move.
    """
    if len(view.legal) == 1:
        return Thoughts(view.legal[0])
    try:
        if level.prior_temperature:
            return _spontaneous(rules, view, level, rng)
        candidates = evaluate(rules, view, level.budget, rng)
        return Thoughts(_chosen(rules, view, candidates, level, rng), candidates)
    except NoSample:
        variant = rules.engine.VARIANT
        log.exception("no position fits what seat %s sees in %s: the plain move is made", view.seat, variant)
        return Thoughts(rules.automation.plain_move(view))


def _spontaneous(rules: Rules, view: View, level: Level, rng: Random) -> Thoughts:
    """Return a spontaneous move, or the most promising one if it seems to be better by ``ceiling`` or more."""
    if view.seat is None or not view.legal:
        raise ValueError("there is no move to choose")
    if not view.pieces:
        raise NoSample("only a full view can be sampled")
    first, wish = _wished(rules, view, level, rng)
    if wish == first:
        return Thoughts(first)
    sampler = rules.automation.sampler(_forgotten(view, (first, wish)) if level.forgets else view)
    found = compare(rules, view.seat, [first, wish], lambda rng: Sample(sampler(rng), 1.0), level.budget, rng)
    chances = {each.move: each.chance for each in found}
    return Thoughts(wish if chances[first] - chances[wish] < level.ceiling else first, found)


def _forgotten(view: View, moves: Sequence[str]) -> View:
    """Return the full view with all discards hidden, for levels that do not track them.

    Discards named in ``moves`` stay visible, for example a card that can be taken back.
    """
    named = {word for move in moves for word in move.split()}
    gone = [piece.code for piece in view.pieces if piece.zone == DISCARD and not piece.is_hidden]
    names = {code: f"{HIDDEN}{number}" for number, code in enumerate(gone, len(view.pieces)) if code not in named}
    pieces = tuple(piece._replace(code=names.get(piece.code, piece.code)) for piece in view.pieces)
    return replace(view, pieces=pieces, facts=renamed(view.facts, names))


def _wished(rules: Rules, view: View, level: Level, rng: Random) -> tuple[str, str]:
    """Return the move with the best first impression, and a random one weighted by first impression and habit."""
    automation = rules.automation
    looks = automation.move_prior(view)
    weights = [
        exp(look / level.prior_temperature + automation.style_bias(view, move, level.style))
        for move, look in looks.items()
    ]
    return next(iter(looks)), rng.choices([*looks], weights)[0]


def _chosen(rules: Rules, view: View, candidates: Sequence[Candidate], level: Level, rng: Random) -> str:
    if not level.ceiling:
        return candidates[0].move
    automation = rules.automation
    return _picked(
        candidates, automation.sensible(view), level, rng, lambda move: automation.style_bias(view, move, level.style)
    )


def _picked(
    candidates: Sequence[Candidate],
    sensible: Sequence[str],
    level: Level,
    rng: Random,
    inclined: Callable[[str], float] = lambda move: 0.0,
) -> str:
    """Return a random sensible candidate within the ceiling, more likely if it is better or fits the habit."""
    best, *others = candidates
    others = [each for each in others if each.move in sensible]
    losses = {best.move: 0.0} | {each.move: best.chance - each.chance for each in others[: HESITATION - 1]}
    within = {move: loss for move, loss in losses.items() if move == best.move or loss < level.ceiling}
    likely = {move: exp(inclined(move) - loss / level.temperature) for move, loss in within.items()}
    return rng.choices([*likely], [*likely.values()])[0]
