"""Hints at a Master's strength: the same search, within the time limit of a request."""

from random import Random

from games.computers.levels import LEVELS, Thoughts, think
from games.rules.contract import View
from games.rules.game import Rules

SECONDS = 0.3
"""Seconds of search for a hint. A Master takes longer for its own moves, mostly with the same result."""

_ADVISER = LEVELS["master"]._replace(budget=LEVELS["master"].budget._replace(seconds=SECONDS))


def hint(rules: Rules, view: View, seed: str) -> Thoughts:
    """Return the best move for a full view, with the other candidates.

    Raise `ValueError` if the viewer is not to move.
    """
    return think(rules, view, _ADVISER, Random(seed))
