"""The site with one game more: Crazy Eights is registered for the tests of this folder alone."""

from __future__ import annotations

import pytest

from games.rules import RULES
from tests.crazy_eights import GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is known to the site by its entry in RULES, and by nothing else."""
    monkeypatch.setitem(RULES, GAME.SLUG, GAME)
