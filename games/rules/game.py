"""A game of the site: engine, presentation and automation in one object."""

from __future__ import annotations

from typing import Any

from games.rules.automation import Automation
from games.rules.presentation import Presentation, V


class Game(Presentation[V], Automation[V]):
    """A game whose viewers get a ``V``. One instance of each game's class is registered in ``games.rules.RULES``."""


Rules = Game[Any]
"""Any game."""
