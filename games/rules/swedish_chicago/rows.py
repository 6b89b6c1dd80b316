"""Conversion of a table to and from pieces and facts, and to a position (rule 1.1, records.md 3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.contract import HAND, Outcome, Piece, Seat
from games.rules.swedish_chicago.pieces import canonical
from games.rules.swedish_chicago.table import Open, Record, Table

_COUNTS = ("phase", "part", "hand", "dealer", "shuffles", "declarer", "leader", "asked")
_LISTS = ("scores", "made", "stopped", "due", "out", "tricks")
_LISTS_OF_LISTS = ("shown", "said", "thrown")


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


class Rows(Table):
    """A table that can be stored and written as a position."""

    __slots__ = ()

    def pieces(self) -> list[Piece]:
        """Return all cards with their positions; the cards of the current trick are in the zone ``played``."""
        return [*_common(self), *_own(self)]

    def facts(self) -> dict[str, Any]:
        result = self.result
        kept = {"thrown_cards": [[*cards] for cards in self.thrown_cards]} if self.thrown_cards else {}
        return (
            {name: getattr(self, name) for name in _COUNTS}
            | {name: getattr(self, name).copy() for name in _LISTS}
            | {name: [inner.copy() for inner in getattr(self, name)] for name in _LISTS_OF_LISTS}
            | {
                "trick": [seat for _, seat in self.trick],
                "records": [[[record.type, [*record.cards]] for record in records] for records in self.records],
                "sealed": {str(seat): self.sealed[seat] for seat in sorted(self.sealed)},
                "result": result
                and {"winners": [*result.winners], "reason": result.reason, "scores": [*result.scores]},
                "settlement": result and [*result.extra["settlement"]],
            }
            | kept
        )

    def refill(self, pieces: Sequence[Piece], facts: Mapping[str, Any]) -> None:
        for name in _COUNTS:
            setattr(self, name, facts[name])
        for name in _LISTS:
            setattr(self, name, list(facts[name]))
        for name in _LISTS_OF_LISTS:
            setattr(self, name, [list(inner) for inner in facts[name]])
        self.thrown_cards = [list(cards) for cards in facts.get("thrown_cards", ())]
        self.records = [[Record(kind, tuple(cards)) for kind, cards in records] for records in facts["records"]]
        self.sealed = {int(seat): text for seat, text in facts["sealed"].items()}
        self.result = _result(facts)
        opened: dict[str, Piece] = {}
        for piece in sorted(pieces, key=lambda piece: piece.index):
            _put(self, piece, opened)
        if opened:
            thrown, card = opened["thrown"], opened["open"]
            self.open = Open(_holder(card), thrown.code, card.code)
        self.trick = [(self.played[seat][-1], seat) for seat in facts["trick"]]

    def position(self) -> dict[str, Any]:
        opened = self.open
        return {
            "phase": self.told_phase,
            "part": self.part,
            "hand": self.hand,
            "dealer": self.dealer,
            "shuffles": self.shuffles,
            "scores": self.scores.copy(),
            "made_chicago": self.made.copy(),
            "stopped": self.stopped.copy(),
            "hands": [hand.copy() for hand in self.hands],
            "stock": self.stock[::-1],
            "discards": canonical(self.discards),
            "sealed": {str(seat): self.sealed[seat] for seat in sorted(self.sealed)},
            "open": opened and opened._asdict(),
            "said": [said.copy() for said in self.said],
            "shown": [shown.copy() for shown in self.shown],
            "declarer": self.declarer,
            "leader": self.leader,
            "trick": [[card, seat] for card, seat in self.trick],
            "played": [played.copy() for played in self.played],
            "tricks": self.tricks.copy(),
            "out": self.out.copy(),
        }
