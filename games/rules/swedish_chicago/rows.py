"""A table as rows, facts and as a position (rules 1.1, record.md 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.contract import HAND, Outcome, Piece, Seat
from games.rules.swedish_chicago.pieces import canonical
from games.rules.swedish_chicago.table import Open, Record, Table

_COUNTS = ("phase", "part", "hand", "dealer", "shuffles", "declarer", "leader", "asked")
_LISTS = ("scores", "made", "stopped", "due", "out", "tricks")
_LISTS_OF_LISTS = ("shown", "said", "thrown")


def pieces(table: Table) -> list[Piece]:
    """Return the positions of all cards.

    Zones are ``stock``, ``discard``, ``hand``, ``played``; of an open card ``thrown``, ``open``. The cards of the
    trick going on are among the played ones.
    """
    return [*_common(table), *_own(table)]


def _common(table: Table) -> Iterable[Piece]:
    yield from (Piece("card", code, "stock", index=index) for index, code in enumerate(table.stock))
    yield from (Piece("card", code, "discard", index=index) for index, code in enumerate(table.discards))


def _own(table: Table) -> Iterable[Piece]:
    for seat, hand in enumerate(table.hands):
        yield from (Piece("card", code, HAND, seat) for code in hand)
    for seat, played in enumerate(table.played):
        yield from (Piece("card", code, "played", seat, None, index, True) for index, code in enumerate(played))
    if table.open is not None:
        yield Piece("card", table.open.thrown, "thrown", table.open.seat)
        yield Piece("card", table.open.card, "open", table.open.seat, face_up=True)


def facts(table: Table) -> dict[str, Any]:
    """Return the state that positions don't include, as JSON."""
    result = table.result
    kept = {"thrown_cards": [[*cards] for cards in table.thrown_cards]} if table.thrown_cards else {}
    return (
        {name: getattr(table, name) for name in _COUNTS}
        | {name: getattr(table, name).copy() for name in _LISTS}
        | {name: [inner.copy() for inner in getattr(table, name)] for name in _LISTS_OF_LISTS}
        | {
            "trick": [seat for _, seat in table.trick],
            "records": [[[record.type, [*record.cards]] for record in records] for records in table.records],
            "sealed": {str(seat): table.sealed[seat] for seat in sorted(table.sealed)},
            "result": result and {"winners": [*result.winners], "reason": result.reason, "scores": [*result.scores]},
            "settlement": result and [*result.extra["settlement"]],
        }
        | kept
    )


def refill(table: Table, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> None:
    """Put pieces and facts on an empty table."""
    for name in _COUNTS:
        setattr(table, name, facts[name])
    for name in _LISTS:
        setattr(table, name, list(facts[name]))
    for name in _LISTS_OF_LISTS:
        setattr(table, name, [list(inner) for inner in facts[name]])
    table.thrown_cards = [list(cards) for cards in facts.get("thrown_cards", ())]
    table.records = [[Record(kind, tuple(cards)) for kind, cards in records] for records in facts["records"]]
    table.sealed = {int(seat): text for seat, text in facts["sealed"].items()}
    table.result = _result(facts)
    opened: dict[str, Piece] = {}
    for piece in sorted(pieces, key=lambda piece: piece.index):
        _put(table, piece, opened)
    if opened:
        thrown, card = opened["thrown"], opened["open"]
        table.open = Open(_holder(card), thrown.code, card.code)
    table.trick = [(table.played[seat][-1], seat) for seat in facts["trick"]]


def _result(facts: Mapping[str, Any]) -> Outcome | None:
    result = facts["result"]
    if result is None:
        return None
    extra = {"settlement": list(facts["settlement"])}
    return Outcome(tuple(result["winners"]), result["reason"], tuple(result["scores"]), extra)


def _put(table: Table, piece: Piece, opened: dict[str, Piece]) -> None:
    if piece.zone == "stock":
        table.stock.append(piece.code)
    elif piece.zone == "discard":
        table.discards.append(piece.code)
    elif piece.zone == HAND:
        table.take(_holder(piece), piece.code)
    elif piece.zone == "played":
        table.played[_holder(piece)].append(piece.code)
    else:
        opened[piece.zone] = piece


def _holder(piece: Piece) -> Seat:
    assert piece.seat is not None
    return piece.seat


def position(table: Table, phase: str) -> dict[str, Any]:
    """Return the position as record.md 3 prints it."""
    opened = table.open
    return {
        "phase": phase,
        "part": table.part,
        "hand": table.hand,
        "dealer": table.dealer,
        "shuffles": table.shuffles,
        "scores": table.scores.copy(),
        "made_chicago": table.made.copy(),
        "stopped": table.stopped.copy(),
        "hands": [hand.copy() for hand in table.hands],
        "stock": table.stock[::-1],
        "discards": canonical(table.discards),
        "sealed": {str(seat): table.sealed[seat] for seat in sorted(table.sealed)},
        "open": opened and opened._asdict(),
        "said": [said.copy() for said in table.said],
        "shown": [shown.copy() for shown in table.shown],
        "declarer": table.declarer,
        "leader": table.leader,
        "trick": [[card, seat] for card, seat in table.trick],
        "played": [played.copy() for played in table.played],
        "tricks": table.tricks.copy(),
        "out": table.out.copy(),
    }
