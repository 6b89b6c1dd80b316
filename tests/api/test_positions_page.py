"""docs/api/positions.md lists all zones, facts and moves of every game."""

from __future__ import annotations

import re

import pytest

from games.rules import RULES
from games.rules.game import Rules
from tests.cast import defaults
from tests.rules.playout import playout
from tests.site import ROOT

PAGE = (ROOT / "docs" / "api" / "positions.md").read_text()


def section(rules: Rules) -> str:
    return PAGE.partition(f"## {rules.engine.NAME}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_zone_fact_and_move_of_a_game_is_explained(rules: Rules) -> None:
    named = {
        word for row in re.findall(r"^\| (.*?) \|", section(rules), re.M) for word in re.findall(r"`([^`]+)`", row)
    }
    verbs = {each.partition(" ")[0] for each in named}
    assert set(rules.engine.ZONES) <= named
    for state, _seat in playout(rules, defaults(rules.engine.VARIANT), rules.engine.SEATS[0], seed=8):
        assert set(state.facts()) <= named
        legal = {move.partition(" ")[0] for seat in state.to_move for move in state.legal_moves(seat)}
        assert legal <= verbs
