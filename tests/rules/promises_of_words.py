"""Every game's promises about its sentences (games/rules/contract.py), checked at every moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from games.rules.contract import OPENS, Seat, State
from games.rules.vocabulary import Line
from tests.rules.moments import Moment, Promise
from tests.rules.plain_text import text_of, whole


def all_that_happens_is_told_to_everybody(moment: Moment) -> None:
    """Check the text of each event and of a move's merged events, also with everything revealed."""
    rules = moment.rules
    for viewer in moment.viewers:
        known = moment.known(viewer)
        for all_known in (known, moment.open):
            for event in (*all_known, *rules.presentation.merge(all_known)):
                line = rules.presentation.sentence(event, viewer)
                assert line is None or whole(line), event
                assert rules.presentation.weight(event, viewer) >= 0
        assert len(rules.presentation.affects(known, viewer)) == len(known)


def turns_that_begin_together_are_told_as_one(moment: Moment) -> None:
    """Check that a series of simultaneous turns has a single line."""
    for kind, run in groupby(moment.events, key=lambda event: event.kind):
        if kind == OPENS:
            assert len(moment.rules.presentation.merge(run)) == 1


def the_seat_to_move_reads_what_is_asked_and_where_they_stand(moment: Moment) -> None:
    """Check that all texts are whole sentences and name no card of other players."""
    for seat in moment.state.to_move:
        view = moment.view(seat)
        assert whole(moment.rules.presentation.prompt(view))
        standing = moment.rules.presentation.standing(view)
        assert set(standing.hand) <= set(moment.rules.engine.PIECES)
        lines = (standing.note, *_lines(standing.places))
        assert all(whole(line) for line in lines)
        named = {code.strip(",.:;()") for line in lines for code in text_of(line).split()}
        assert not named & _hidden_from(moment.state, seat)


def _lines(places: Sequence[Any]) -> Iterator[Line]:
    for place in places:
        yield from filter(None, (place.heading, place.name, place.warning, place.own, *place.others))


def _hidden_from(state: State, seat: Seat) -> set[str]:
    return {piece.code for piece in state.pieces() if piece.zone == "hand" and piece.seat != seat and not piece.face_up}


def the_goal_is_told_to_everybody(moment: Moment) -> None:
    """Check that each way to win has a text, with the same marks for all."""
    told_to = [moment.rules.presentation.goal(moment.view(viewer)) for viewer in moment.viewers]
    for ways in told_to:
        assert all(whole(line) for way in ways for line in (way.name, way.nearest))
        assert [way.close for way in ways] == [way.close for way in told_to[0]]


def a_newcomer_to_move_gets_a_hint_or_none(moment: Moment) -> None:
    """Check that hints are whole sentences after any actions, and that a missing hint raises no error."""
    for seat in moment.state.to_move:
        line = moment.rules.presentation.hint(moment.view(seat), moment.known(seat), (), first_turn=True)
        assert line is None or whole(line)


def what_came_into_a_hand_is_known_to_its_owner(moment: Moment) -> None:
    """Check that the cards that are marked as just drawn are codes, never placeholders."""
    for viewer in range(moment.seats):
        for event in moment.known(viewer):
            if event.seat == viewer:
                assert set(moment.rules.presentation.gained(event)) <= set(moment.rules.engine.PIECES)


PROMISES: list[Promise] = [
    the_goal_is_told_to_everybody,
    a_newcomer_to_move_gets_a_hint_or_none,
    what_came_into_a_hand_is_known_to_its_owner,
    all_that_happens_is_told_to_everybody,
    turns_that_begin_together_are_told_as_one,
    the_seat_to_move_reads_what_is_asked_and_where_they_stand,
]
