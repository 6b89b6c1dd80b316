"""The endings of Chicago Poker that must have a record, in addition to those of every game."""

from __future__ import annotations

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from tests.rules.test_golden import FILES, load


def test_a_stalemate_with_and_without_a_winner_is_on_record() -> None:
    outcomes = [load(file).outcome for file in FILES if file.parent.name == chicago_poker.engine.VARIANT]
    assert {bool(outcome["winners"]) for outcome in outcomes if outcome and outcome["reason"] == "stalemate"} == {
        True,
        False,
    }


@pytest.mark.parametrize("edition", ["english", "french"])
def test_each_edition_has_a_tie_on_record(edition: str) -> None:
    written = [load(file) for file in FILES if file.parent.name == chicago_poker.engine.VARIANT]
    assert any(each.options["edition"] == edition and any(" send " in move for move in each.moves) for each in written)
