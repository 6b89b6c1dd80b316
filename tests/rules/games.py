"""The games under test: those of the site, and the minimal example."""

from __future__ import annotations

from games.rules import RULES
from games.rules.game import Rules
from tests import crazy_eights

ALL: dict[str, Rules] = RULES | {crazy_eights.GAME.engine.VARIANT: crazy_eights.GAME}
