"""What every game promises about its words (games/rules/contract.py): over all of RULES, through random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest

from games.rules import Rules
from games.rules.contract import OPENS, Line, Seat, State, lay_open, redact
from tests.rules.games import ALL
from tests.rules.playout import or_resign, playout
from tests.rules.telling import told, whole

FEW = 3
"""Players for whom every option may be chosen."""


def with_each_choice(rules: Rules) -> Iterator[tuple[dict[str, Any], int]]:
    """The defaults with any number of players, and with a few each other value of each option."""
    for seats in rules.SEATS:
        yield _defaults(rules), seats
    for option in rules.OPTIONS:
        for choice in option.choices:
            if choice.value != option.default:
                yield _defaults(rules) | {option.name: choice.value}, FEW


def _defaults(rules: Rules) -> dict[str, Any]:
    return {option.name: option.default for option in rules.OPTIONS}


GAMES = [
    pytest.param(rules, options, seats, id=f"{slug}-{seats}-{'-'.join(str(value) for value in options.values())}")
    for slug, rules in ALL.items()
    for options, seats in with_each_choice(rules)
]
every_game = pytest.mark.parametrize(("rules", "options", "seats"), GAMES)
every_rules = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


@every_game
def test_all_that_happens_is_told_to_everybody(rules: Rules, options: dict[str, Any], seats: int) -> None:
    """Each event, what is merged of a move's, and both with nothing hidden any more."""
    for _state, events in playout(rules, options, seats, seed=600 + seats, choose=or_resign(0.003)):
        for viewer in (None, *range(seats)):
            known = [redact(event, viewer) for event in events]
            for all_known in (known, [lay_open(event) for event in events]):
                for event in (*all_known, *rules.merge(all_known)):
                    line = rules.sentence(event, viewer)
                    assert line is None or whole(line), event
                    assert rules.weight(event, viewer) >= 0
            assert len(rules.affects(known, viewer)) == len(known)


@every_game
def test_turns_that_begin_together_are_told_as_one(rules: Rules, options: dict[str, Any], seats: int) -> None:
    for _state, events in playout(rules, options, seats, seed=700 + seats, choose=or_resign(0.003)):
        for kind, run in groupby(events, key=lambda event: event.kind):
            if kind == OPENS:
                assert len(rules.merge(run)) == 1


@every_game
def test_whoever_is_asked_reads_what_is_asked_and_where_he_stands(
    rules: Rules, options: dict[str, Any], seats: int
) -> None:
    for state, _events in playout(rules, options, seats, seed=800 + seats, choose=or_resign(0.003)):
        for seat in state.to_move:
            view = state.view(seat)
            assert whole(rules.prompt(view))
            standing = rules.standing(view)
            assert set(standing.hand) <= set(rules.PIECES)
            assert all(whole(line) for line in (standing.note, *_lines(standing.places)))


def _lines(places: Sequence[Any]) -> Iterator[Line]:
    for place in places:
        yield from filter(None, (place.heading, place.name, place.warning, place.own, *place.others))


@every_rules
def test_who_is_not_asked_reads_nothing_of_it(rules: Rules) -> None:
    seats = rules.SEATS[-1]
    for state, _events in playout(rules, _defaults(rules), seats, seed=900):
        for viewer in {None, *range(seats)} - state.to_move:
            with pytest.raises(ValueError, match="not asked"):
                rules.prompt(state.view(viewer))


@every_game
def test_where_one_stands_tells_nobody_else_s_cards(rules: Rules, options: dict[str, Any], seats: int) -> None:
    """What another player holds may change without a word of it changing."""
    for state, _events in playout(rules, options, seats, seed=1000 + seats):
        for seat in state.to_move:
            hidden = _hidden_from(state, seat)
            standing = rules.standing(state.view(seat))
            named = {code for line in (standing.note, *_lines(standing.places)) for code in told(line).split()}
            assert not {code.strip(",.:;()") for code in named} & hidden


def _hidden_from(state: State, seat: Seat) -> set[str]:
    return {piece.code for piece in state.pieces() if piece.zone == "hand" and piece.seat != seat and not piece.face_up}


@every_rules
def test_every_card_has_a_face_and_every_rung_a_name(rules: Rules) -> None:
    """A card with a suit has a rank in print, the suit's sign and its ink."""
    state, _events = rules.State.new(_defaults(rules), rules.SEATS[0], list)
    for code in {piece.code for piece in state.pieces() if piece.kind == "card"}:
        face = rules.face(code)
        assert whole(face.name)
        assert bool(face.suit) == (face.rank is not None) == bool(face.sign) == bool(face.ink)
        assert face.rank is None or whole(face.rank)
    for rung in rules.HAND_RANKINGS:
        assert whole(rung.name)
        assert whole(rung.help)
        assert set(rung.cards) <= set(rules.PIECES)


@every_rules
def test_what_is_worth_looking_back_at_has_names(rules: Rules) -> None:
    assert rules.FIRST_TURN
    if (staged := rules.HIGHLIGHTS) is None:
        return
    assert staged.kinds
    assert all((staged.one, staged.see, staged.following))
    assert staged.numbered % {"number": 2} != staged.numbered % {"number": 3}
