"""The games under test: those of the site and the minimal example."""

from __future__ import annotations

from games.rules import RULES, Rules
from tests import crazy_eights

ALL: dict[str, Rules] = RULES | {crazy_eights.GAME.SLUG: crazy_eights.GAME}
