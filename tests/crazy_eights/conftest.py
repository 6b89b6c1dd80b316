"""Registers Crazy Eights as a game of the site, for the tests of this folder only."""

from __future__ import annotations

import pytest

from games.rules import RULES
from tests.crazy_eights import GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers the game; an entry in RULES is all it takes."""
    monkeypatch.setitem(RULES, GAME.engine.VARIANT, GAME)
