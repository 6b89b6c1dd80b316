"""Samples of hidden pieces (games/rules/automation.py): each is a state consistent with the view."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.rules import RULES, record
from games.rules.contract import HIDDEN, State, View
from games.rules.game import Rules
from tests.combinations import every
from tests.rules.playout import playout
from tests.rules.test_contract import GAMES, defaults
from tests.rules.test_golden import FILES, load

SOME = 23
"""The step between tested positions of a record, except in `make test-all`."""


def agrees(rules: Rules, state: State, viewer: int | None, rng: Random) -> State:
    """Return a sample from the view of ``viewer``, after checking that its views equal the true ones."""
    view = state.full_view(viewer)
    sample = rules.automation.determinize(view, rng)
    assert sample.full_view(viewer) == view
    assert sample.view(viewer) == state.view(viewer)
    assert sorted(piece.code for piece in sample.pieces()) == sorted(piece.code for piece in state.pieces())
    assert sample.to_move == state.to_move
    return sample


def _every_viewer_of(number: int, state: State, rules: Rules, seats: int) -> None:
    for viewer in (None, *range(seats)):
        agrees(rules, state, viewer, Random(number))


@pytest.mark.parametrize("file", every(FILES, 3), ids=lambda file: f"{file.parent.name}-{file.name.split('.')[0]}")
def test_samples_agree_with_what_is_seen_at_some_positions_of_every_record(file: pytest.File) -> None:
    written = load(file)
    for number, state in enumerate(record.replay(written)):
        if number % SOME == len(written.moves) % SOME:
            _every_viewer_of(number, state, written.rules, len(written.seats))


@pytest.mark.whole
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name.split('.')[0]}")
def test_samples_agree_with_what_is_seen_at_every_position_of_every_record(file: pytest.File) -> None:
    written = load(file)
    for number, state in enumerate(record.replay(written)):
        _every_viewer_of(number, state, written.rules, len(written.seats))


@pytest.mark.parametrize(("rules", "options", "seats"), GAMES)
def test_samples_can_be_played_on(rules: Rules, options: dict[str, object], seats: int) -> None:
    """All legal moves work in every sample, and the hidden pieces differ from the real ones."""
    rng, differ = Random(seats), 0
    for number, (state, _) in enumerate(playout(rules, options, seats, seed=1100 + seats)):
        if number % 25 == 0:
            for seat in state.to_move:
                sample = agrees(rules, state, seat, rng)
                differ += sorted(sample.pieces()) != sorted(state.pieces())
                for move in state.legal_moves(seat)[:3]:
                    sample.copy().apply(seat, move, lambda pieces: rng.sample(pieces, len(pieces)))
    assert differ


@pytest.mark.parametrize(("rules", "options", "seats"), GAMES)
def test_a_view_names_no_hidden_piece(rules: Rules, options: dict[str, object], seats: int) -> None:
    """Neither the pieces nor the facts of a view name a hidden piece; the order of hidden hands reveals nothing."""
    for number, (state, _) in enumerate(playout(rules, options, seats, seed=1200 + seats)):
        if number % 25 == 0 and state.outcome is None:
            for viewer in (None, *range(seats)):
                _names_nothing_hidden(state, state.full_view(viewer))


def _names_nothing_hidden(state: State, view: View) -> None:
    known = {piece.code for piece in view.pieces if not piece.is_hidden}
    hidden = {piece.code for piece in state.pieces()} - known
    assert len(view.pieces) == len(state.pieces())
    own = () if view.seat is None else view.seats[view.seat].hand or ()
    assert not hidden & set(own)
    assert all(piece.code.startswith(HIDDEN) or piece.code in known for piece in view.pieces)
    assert json.loads(json.dumps(view.facts)) == view.facts


def test_a_view_without_pieces_cannot_be_sampled() -> None:
    rules = RULES[min(RULES)]
    state, _ = rules.engine.state_class.new(defaults(rules), rules.engine.SEATS[0], lambda pieces: list(pieces))
    with pytest.raises(ValueError, match="full view"):
        rules.automation.determinize(state.view(0), Random(1))
