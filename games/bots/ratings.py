"""The ratings of the levels of computer players, by game.

Provisional: the steps aimed at (neighbours win about 63 % against each other), with Club at 1500. The measured ones,
made by ``python -m games.bots.arena GAME --levels``, take their place.
"""

from __future__ import annotations

from collections.abc import Mapping

RATINGS: Mapping[str, Mapping[str, int]] = {
    "chicago_poker": {"novice": 1320, "casual": 1410, "club": 1500, "strong": 1590, "master": 1680},
    "swedish_chicago": {"novice": 1380, "casual": 1440, "club": 1500, "strong": 1560, "master": 1620},
}
"""By game and level. A game without an entry has not been measured."""
