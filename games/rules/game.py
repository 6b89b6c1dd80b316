"""A game of the site: engine, presentation and automation in one object."""

from __future__ import annotations

from typing import Any

from games.rules.automation import Automation, S
from games.rules.presentation import Presentation, V


class Game(Presentation[V], Automation[V, S]):
    """A game with states ``S`` and views ``V``. An instance of each class is registered in ``games.rules.RULES``."""


Rules = Game[Any, Any]
"""Any game."""
