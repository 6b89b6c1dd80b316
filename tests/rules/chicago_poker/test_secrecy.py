"""Cards hidden from a viewer don't affect the viewer's view (rules 4.4, 5.3, 5.7, 6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from re import findall
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import record
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.pieces import VALUE
from games.rules.chicago_poker.state import State
from games.rules.contract import Event, Piece, Seat, redact
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, SHORT, as_it_lies, table
from tests.rules.playout import any_legal, or_resign, playout, random_shuffle

CHOICES = [(ENGLISH, 2), (FRENCH, 3), (FRENCH | {"specials": False}, 4), (SHORT, 6)]
RECORDS = Path("tests/records/chicago_poker")
UNSHOWN = {"gone"}
"""Facts that are public but no longer relevant."""


def hidden(state: State, viewer: Seat | None) -> list[Piece]:
    """Return the cards and tiles hidden from the viewer, according to the text of the rules."""
    return [piece for piece in state.pieces() if _is_hidden(state, piece, viewer)]


def _is_hidden(state: State, piece: Piece, viewer: Seat | None) -> bool:
    if state.outcome is not None:
        return piece.zone in ("deck", "pile")
    if piece.zone in ("deck", "pile"):
        return True
    if piece.zone in ("hand", "sent"):
        return piece.seat != viewer
    if piece.zone != "column" or piece.face_up or piece.seat == viewer:
        return False
    fought_over = state.tie is not None and state.street[state.tie.slot].tile == piece.place
    return not fought_over and viewer not in state.seen.get(piece.code, ())


def permuted(state: State, viewer: Seat | None, rng: Random) -> tuple[State, dict[str, str]]:
    """Return the same table with hidden cards and tiles permuted, and the permutation."""
    new: dict[str, str] = {}
    for kind in ("card", "tile"):
        codes = [piece.code for piece in hidden(state, viewer) if piece.kind == kind]
        new |= dict(zip(codes, rng.sample(codes, len(codes)), strict=True))
    pieces = [piece._replace(code=new.get(piece.code, piece.code)) for piece in state.pieces()]
    facts = state.facts()
    facts["seen"] = {new.get(card, card): seats for card, seats in facts["seen"].items()}
    return State.restore(state.options, state.seats, pieces, facts), new


def moments(options: dict[str, Any], seats: int, seed: int, every: int) -> Iterator[State]:
    for number, (state, _) in enumerate(playout(chicago_poker, options, seats, seed, or_resign(0.003))):
        if number % every == 0 or state.tie is not None or state.outcome is not None:
            yield state


@pytest.mark.parametrize(("options", "seats"), CHOICES)
def test_5_7_hidden_cards_have_no_influence_on_a_view(options: dict[str, Any], seats: int) -> None:
    rng = Random(1)
    for state in moments(options, seats, seed=seats, every=7):
        for viewer in (None, *range(seats)):
            twin, _ = permuted(state, viewer, rng)
            assert repr(twin.full_view(viewer)) == repr(state.full_view(viewer))
            assert twin.to_move == state.to_move


@pytest.mark.parametrize(("options", "seats"), CHOICES)
def test_5_7_a_view_holds_every_card_that_is_not_hidden_and_no_other(options: dict[str, Any], seats: int) -> None:
    for state in moments(options, seats, seed=10 + seats, every=7):
        for viewer in (None, *range(seats)):
            words = set(findall(r"\w+", repr(state.full_view(viewer))))
            unknown = {piece.code for piece in hidden(state, viewer)}
            assert not unknown & words
            assert {piece.code for piece in state.pieces() if piece.zone not in UNSHOWN} - unknown <= words


def _tells_nothing(events: list[Event], move: str) -> bool:
    """Return whether drawing, playing face down or answering reveals no card to the other players.

    The move must not lead to a shootout.
    """
    kinds = {event.kind for event in events}
    if kinds <= {"drew", "reshuffled", "answered", "ended", "turn", "marked"}:
        return True
    return kinds <= {"played", "marked"} and not events[0].details["up"]


@pytest.mark.parametrize(("options", "seats"), CHOICES)
def test_5_7_hidden_cards_do_not_affect_public_events(options: dict[str, Any], seats: int) -> None:
    rng = Random(2)
    compared = 0
    for state in moments(options, seats, seed=20 + seats, every=3):
        if not state.to_move:
            continue
        seat, move = any_legal(state, rng)
        events = state.copy().apply(seat, move, as_it_lies)
        if _tells_nothing(events, move):
            for viewer in {None, *range(seats)} - {seat}:
                compared += _told_alike(state, viewer, seat, move, rng)
    assert compared


def _told_alike(state: State, viewer: Seat | None, seat: Seat, move: str, rng: Random) -> bool:
    twin, new = permuted(state, viewer, rng)
    other = " ".join(new.get(word, word) for word in move.split(" "))
    if other not in twin.legal_moves(seat):
        return False  # a special where a gangster was
    one, two = state.copy(), twin
    mine, theirs = one.apply(seat, move, as_it_lies), two.apply(seat, other, as_it_lies)
    if [event.kind for event in mine] != [event.kind for event in theirs]:
        return False
    if not any(event.kind == "reshuffled" for event in mine):
        assert [redact(event, viewer) for event in mine] == [redact(event, viewer) for event in theirs]
    hide = chicago_poker.presentation.hide
    assert hide(move, mine, viewer) == hide(other, theirs, viewer)
    assert repr(one.full_view(viewer)) == repr(two.full_view(viewer))
    return True


def _answered_otherwise(state: State, seat: Seat) -> State | None:
    """Return the table as if ``seat`` had declined instead of sending a card, or the reverse; None if impossible."""
    twin = state.copy()
    assert twin.tie is not None
    if (card := twin.tie.sent[seat]) is not None:
        twin.tie.sent[seat] = None
        twin.hands[seat].append(card)
        return twin
    gangsters = [card for card in twin.hands[seat] if card in VALUE]
    if gangsters:
        twin.tie.sent[seat] = gangsters[0]
        twin.hands[seat].remove(gangsters[0])
    return twin if gangsters else None


def half_answered_ties() -> Iterator[State]:
    """Yield the positions of random games in which only some of the tied players have answered."""
    for path in sorted(RECORDS.glob("*.record.json")):
        for state in record.replay(record.read(path.read_text())):
            if isinstance(state, State) and state.tie is not None and state.tie.sent:
                yield state


def test_6_4_no_view_tells_who_sent_a_card_and_who_declined() -> None:
    compared = {"sent": 0, "declined": 0}
    for state in half_answered_ties():
        assert state.tie is not None
        for seat, card in state.tie.sent.items():
            if (twin := _answered_otherwise(state, seat)) is None:
                continue
            for viewer in {None, *range(state.seats)} - {seat}:
                assert repr(twin.full_view(viewer)) == repr(state.full_view(viewer))
            assert repr(twin.full_view(seat)) != repr(state.full_view(seat))
            compared["sent" if card else "declined"] += 1
    assert all(compared.values())


@given(st.integers(0, 10_000), st.data())
def test_5_6_the_card_taken_by_bribery_is_hidden_from_others(seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    discard = rng.sample([card for card in VALUE if card != "1R"], 6)
    cards = data.draw(st.permutations(discard))[:2]
    told = []
    for card in cards:
        state = table(["bribery", ""], {"jazz1": ["", ""]}, discard=" ".join(discard))
        events = state.apply(0, f"bribery {card}", random_shuffle(Random(seed)))
        move = chicago_poker.presentation.hide(f"bribery {card}", events, 1)
        told.append((repr(redact(events[0], 1)), move, repr(state.view(1))))
    assert told[0] == told[1]


def test_5_4_the_order_of_backs_in_a_limousine_is_hidden_from_others() -> None:
    told = []
    for cards in ("1M 2M", "2M 1M"):
        state = table(["limousine", ""], {"jazz1": ["1M 2M", ""], "speakeasy1": ["", ""]})
        move = f"limousine jazz1 speakeasy1 {cards}"
        events = state.apply(0, move, as_it_lies)
        told.append((repr(redact(events[0], 1)), chicago_poker.presentation.hide(move, events, 1), repr(state.view(1))))
    assert told[0] == told[1]
    assert told[0][1] == "limousine jazz1 speakeasy1 ? ?"
