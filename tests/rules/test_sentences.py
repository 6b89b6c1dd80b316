"""The promises of every game in RULES about its sentences (games/rules/contract.py), in random games."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.game import Rules
from tests.rules.games import ALL
from tests.rules.plain_text import whole
from tests.rules.playout import playout


def _defaults(rules: Rules) -> dict[str, Any]:
    return {option.name: option.default for option in rules.engine.OPTIONS}


every_rules = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


@every_rules
def test_a_seat_not_to_move_has_no_prompt(rules: Rules) -> None:
    seats = rules.engine.SEATS[-1]
    for state, _events in playout(rules, _defaults(rules), seats, seed=900):
        for viewer in {None, *range(seats)} - state.to_move:
            with pytest.raises(ValueError, match="not asked"):
                rules.presentation.prompt(state.view(viewer))


@every_rules
def test_every_card_has_a_face_and_every_hand_ranking_a_name(rules: Rules) -> None:
    """A card with a suit has a printed rank, the suit's sign and the suit's colour."""
    state, _events = rules.engine.state_class.new(_defaults(rules), rules.engine.SEATS[0], list)
    for code in {piece.code for piece in state.pieces() if piece.kind == "card"}:
        face = rules.presentation.face(code)
        assert whole(face.name)
        assert bool(face.suit) == (face.rank is not None) == bool(face.sign) == bool(face.ink)
        assert face.rank is None or whole(face.rank)
    for rung in rules.presentation.HAND_RANKINGS:
        assert whole(rung.name)
        assert whole(rung.help)
        assert set(rung.cards) <= set(rules.engine.PIECES)


@every_rules
def test_highlights_have_labels(rules: Rules) -> None:
    assert rules.presentation.FIRST_TURN
    if (staged := rules.presentation.HIGHLIGHTS) is None:
        return
    assert staged.kinds
    assert all((staged.one, staged.see, staged.following))
    assert staged.numbered % {"number": 2} != staged.numbered % {"number": 3}
